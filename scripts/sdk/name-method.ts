import type { Operation } from './read-document.ts'

/** Where an operation is found on a client: `client.posts.create()`, or `client.signIn()` without a resource. */
export interface MethodName {
  readonly resource: string | null
  readonly method: string
}

/** Operations whose rule would give a name that reads badly. A line here is all that another name needs. */
const exceptions: Readonly<Record<string, string>> = {
  beginConnect: 'socialAccounts.connect',
  getConnectAttempt: 'connectAttempts.get',
  deleteConnectAttempt: 'connectAttempts.delete',
  chooseCandidates: 'connectAttempts.choose',
  endOtherSessions: 'sessions.endOthers',
  invite: 'invitations.create',
  sendTestWebhook: 'webhookEndpoints.sendTest',
}

/** Operations that no generated method can do, and the method by hand that does them. `sdk/test/methods.test.ts` calls it. */
export const methodsByHand: Readonly<Record<string, string>> = {
  uploadMedia: 'media.upload',
  createResumableUpload: 'media.upload',
}

/**
 * Names the method of an operation by its id and its path. The path gives the resource: `/v1/social-accounts/{id}` is
 * `socialAccounts`, and the word before the first parameter wins where the id names it (`createConnectLink` at
 * `/v1/social-accounts/connect-links` is `connectLinks.create`). The id without the words of the resource is the method.
 * Operations of the session API that belong to no collection, such as `signIn`, stand on the client itself.
 */
export function nameMethod({ id, path }: Pick<Operation, 'id' | 'path'>): MethodName {
  const exception = exceptions[id]
  if (exception !== undefined) return split(exception)
  const segments = fixedSegments(path)
  const [verb = '', ...noun] = wordsOf(id)
  const [first = ''] = segments
  if (path.startsWith('/app/') && !first.endsWith('s')) return { resource: null, method: id }
  const exact = segments.findLast((segment) => isNamed(segment, noun))
  if (exact !== undefined) return { resource: camel(wordsOf(exact)), method: verb }
  const rest = withoutWords(noun, first)
  return { resource: camel(wordsOf(first)), method: camel([verb, ...rest]) }
}

function split(name: string): MethodName {
  const [first = '', second] = name.split('.')
  return second === undefined ? { resource: null, method: first } : { resource: first, method: second }
}

/** The words of a path that come before its first parameter; those of a workspace's own path come after its id. */
function fixedSegments(path: string): string[] {
  const [prefix = '', ...rest] = path.split('/').filter(Boolean)
  const segments = prefix === 'v1' || prefix === 'app' ? rest : [prefix, ...rest]
  const own = segments[0] === 'workspaces' && segments.length > 2 ? segments.slice(2) : segments
  const end = own.findIndex((segment) => segment.startsWith('{'))
  return end === -1 ? own : own.slice(0, end)
}

function isNamed(segment: string, noun: readonly string[]): boolean {
  const name = noun.join('-')
  return name !== '' && (name === segment || singular(segment) === name)
}

/** The words of a noun without those of its resource, at whichever end they stand. */
function withoutWords(noun: readonly string[], segment: string): readonly string[] {
  const words = segment.split('-')
  const matches = (given: string | undefined, word: string | undefined) =>
    given !== undefined && word !== undefined && (given === word || given === singular(word))
  const shared = noun.findIndex((word, index) => !matches(word, words[index]))
  const rest = shared === -1 ? [] : noun.slice(shared)
  const isAtEnd = words.every((word, index) => matches(rest.at(index - words.length), word))
  return isAtEnd ? rest.slice(0, -words.length) : rest
}

function singular(word: string): string {
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/(?<=ss)es$|s$/, '')
}

/** `createUploadUrl` and `create-upload-url` are `create`, `upload`, `url`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split('-')
}

function camel(words: readonly string[]): string {
  return words.map((word, index) => (index === 0 ? word : capital(word))).join('')
}

/** The word with a capital letter. */
export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
