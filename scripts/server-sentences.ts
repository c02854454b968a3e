import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** The rooms whose sentences a person meets in the app. Sentences for programs, operators and other networks are not among them. */
const rooms = [
  'accounts',
  'analytics/analytics-item.ts',
  'api-keys',
  'callers/require-subscription.ts',
  'connections',
  'connectors',
  'feeds',
  'http/app',
  'lib/problem.ts',
  'lib/requests/say-fault.ts',
  'lib/requests/tags.ts',
  'lib/requests/validate.ts',
  'lib/safe-fetch/create-open-socket.ts',
  'lib/safe-fetch/exchange.ts',
  'media/import',
  'media/intake',
  'media/library',
  'media/media-quota.ts',
  'media/size-limit.ts',
  'notifications',
  'payments',
  'people',
  'platform-apps',
  'posts',
  'programs/allow-program.ts',
  'programs/authorization-request.ts',
  'programs/read-program.ts',
  'programs/too-many-programs.ts',
  'recurrences',
  'saved-texts',
  'publishing',
  'queue',
  'sandbox/arrivals.ts',
  'sandbox/admit-commit.ts',
  'webhooks/endpoints',
  'workspaces',
]
const apart =
  /\.test\.ts$|\/test\/|\/fake|fake-|conformance\/|connectors\/template\/|letter|\/docs\/|guards\/|fleet\/|operations\.ts$|-schema\.ts$|(?:account-figures|refresh-credentials|guess-limit|take-back-access|checked-connector|breached-password|find-owner|list-posts|post-filters|list-post-results|move-test-clock|send-test-event|find-workspace|test-clock|commit-request|connector-io|stripe-answers|hear-event)\.ts$/

/** Faults of Crier itself or of its operator's app, and refusals of requests that the app never sends. */
const untold =
  /\bstored (?:incompletely|without|whole)\b|\bkept without\b|^These are no |\bdid not (?:name|say) (?:what|where|under|which bytes)|\bnot say (?:which channel|what became|how much)\b|registered at this server without|^YouTube (?:has all|gave a list)|^Facebook (?:asked|named|answered) |^The app (?:of this server|lacks)|no token\.$|the container\.$|\bnonce\b|SHA-256|UUID|status of an end|by another request|use_queue|media_id in media|just been deleted|not made again|must be an object|account_id|"caption"|nor the number|2030-05-06|ETag|publish_now or scheduled_at|is_draft/

/** Functions whose arguments are sentences, wherever they are called. */
const sayers = ['sentence', 'word']
/** Members whose value is a sentence. */
const members = ['detail', 'text', 'why', 'reason', 'message', 'note', 'words']

/** Every sentence of the server that the app may have to say in another language, with the file in which it stands. */
export function findServerSentences(root: string, within: readonly string[] = rooms): Map<string, string> {
  const found = new Map<string, string>()
  const folder = join(root, 'server/src')
  const files = within.flatMap((room) =>
    room.endsWith('.ts') ? [room] : globSync(`${room}/**/*.ts`, { cwd: folder }),
  )
  for (const file of files.filter((each) => !apart.test(each))) {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(folder, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    )
    for (const text of sentencesIn(source)) if (!untold.test(text)) found.set(text, file)
  }
  return found
}

function sentencesIn(source: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node, isBeside: boolean): void => {
    if (ts.isImportDeclaration(node) || ts.isTaggedTemplateExpression(node) || isOurError(node)) return
    const isHere = isBeside || isOfDocuments(node)
    if (ts.isStringLiteral(node) && (isSaid(node) || (!isHere && looksLikeSentence(node.text))))
      found.push(node.text)
    ts.forEachChild(node, (child) => visit(child, isHere))
  }
  visit(source, false)
  return found
}

/** Whether a text is given to something that makes sentences of it. */
function isSaid({ parent }: ts.StringLiteral): boolean {
  return ts.isCallExpression(parent) && sayers.includes(parent.expression.getText())
}

const looksLikeSentence = (text: string) =>
  /^[A-Z{"“][^\n]* [^\n]*[.?]$/.test(text) && !/^\{\w+\}\.?$/.test(text)

function isOurError(node: ts.Node): boolean {
  return ts.isNewExpression(node) && /^(Error|TypeError|URL|RegExp)$/.test(node.expression.getText())
}

/** The words of documents, in which nothing is said but what a function makes a sentence of. */
function isOfDocuments(node: ts.Node): boolean {
  if (!ts.isPropertyAssignment(node)) return false
  const name = node.name.getText()
  return (
    /^(description|summary|title|cause|cure|pattern|hint|placeholder)$/.test(name) && !members.includes(name)
  )
}
