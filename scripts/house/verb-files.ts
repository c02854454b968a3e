import ts from 'typescript'
import type { Source } from './source.ts'

// Words that are verbs only. Others, such as post, list or import, name things too.
const verbs = new Set(
  `accept acquire add admit announce apply approve ask attach authenticate authorize begin build cancel choose claim clear
  close collect compare complete compose confirm continue convert create decide define delete derive describe disconnect
  discard enable examine expand explain find finish forget gather get give handle hide hold insert install intend invite
  join judge keep leave listen load lock make mark measure merge migrate normalize open parse prepare prove publish purge
  raise read recall receive redact refresh refuse release remove rename render replace require reseal resend resolve
  restore resume return revoke rotate run save send serve set settle shorten show spend split stop store strip submit
  summarize sweep take tell transfer unpublish update verify write`.split(/\s+/),
)

/**
 * Finds files of the server and of the command line that are named after a verb and do not hold it: `claim-due.ts` begins with the function
 * `claimDue`. A name of one word promises any function that begins with it. Machinery is named by a noun.
 */
export function brokenPromises(sources: Source[]): string[] {
  return sources
    .filter(({ path, isTest }) => /^(?:server|cli)\/src\//.test(path) && !isTest)
    .filter((source) => !keepsPromise(source))
    .map(({ path }) => path)
}

function keepsPromise({ path, syntax }: Source): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1, -'.ts'.length)
  const [first = '', ...others] = name.split('-')
  if (!verbs.has(first)) return true
  const promised = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const { functions, values } = exportsOf(syntax)
  if (others.length > 0) return functions[0] === promised || values.includes(promised)
  return [functions[0], ...values].some((held) => held?.startsWith(promised))
}

/** The names that a file exports, in their order. */
function exportsOf(file: ts.SourceFile): { functions: string[]; values: string[] } {
  const functions: string[] = []
  const values: string[] = []
  for (const statement of file.statements) {
    if (!ts.canHaveModifiers(statement)) continue
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue
    if (ts.isFunctionDeclaration(statement)) functions.push(statement.name?.text ?? '')
    else if (ts.isClassDeclaration(statement)) values.push(statement.name?.text ?? '')
    else if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations) values.push(name.getText())
  }
  return { functions, values }
}
