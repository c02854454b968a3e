import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer, OutboundRequest } from '../../lib/safe-fetch/outbound.ts'
import { word } from '../../lib/text/sentence.ts'
import { plainText } from '../../lib/web-page/plain-text.ts'
import { type Account, type ConnectIo, Failure, type FetchLimits } from '../connector.ts'
import { type ApiCall, type Dialect, makeRequest, makeUnavailable, readObject } from '../kit/json-api.ts'
import { readRefusal } from './refusals.ts'
import { readCredentials, readSettings } from './settings.ts'

/**
 * Errors are `{"code": "rest_cannot_create", "message": "…", "data": {"status": 401}}`. A page without them does not come from the
 * API. Source: developer.wordpress.org/rest-api/using-the-rest-api/frequently-asked-questions, and class WP_REST_Server.
 */
export const dialect: Dialect = {
  name: word('The site'),
  code: ({ json }) => codeOf(json),
  words: ({ json }) => (codeOf(json) === null ? null : plainText(textOf(asObject(json)?.message) ?? '')),
  limitedUntil: () => null,
}

function codeOf(json: OutboundAnswer['json']): string | null {
  const body = asObject(json)
  const code = textOf(body?.code)
  return code !== null && typeof body?.message === 'string' ? code : null
}

/** An API of a site, and the name and password that its calls carry. */
export interface Access {
  readonly apiRoot: string
  readonly userName: string
  readonly applicationPassword: string
}

export function accessOf(account: Pick<Account, 'settings'>, credentials: JsonObject): Access {
  return { apiRoot: readSettings(account).apiRoot, ...readCredentials(credentials) }
}

export function basic({ userName, applicationPassword }: Access): { authorization: string } {
  return { authorization: `Basic ${pairOf(userName, applicationPassword)}` }
}

function pairOf(userName: string, password: string): string {
  return Buffer.from(`${userName}:${password}`).toString('base64')
}

/** Everything that gives access, in each form in which a site could repeat it. */
export function secretsOf({ userName, applicationPassword }: Access): string[] {
  const inGroups = applicationPassword.replace(/(.{4})(?=.)/g, '$1 ')
  return [applicationPassword, inGroups, pairOf(userName, applicationPassword)]
}

/**
 * The address of a call. Sites without pretty links name it in the query, as `?rest_route=/wp/v2/posts`. Source:
 * developer.wordpress.org/rest-api/extending-the-rest-api/routes-and-endpoints.
 */
export function addressOf(
  apiRoot: string,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(apiRoot)
  const route = url.searchParams.get('rest_route')
  if (route === null) url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  else url.searchParams.set('rest_route', `${route.replace(/\/$/, '')}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** A call that may be repeated, as the owner of the password; the answer, whatever it says. @throws Failure when none came */
export function askSite(
  { path, query, headers, ...call }: ApiCall,
  access: Access,
  io: ConnectIo,
  within?: FetchLimits,
): Promise<OutboundAnswer> {
  const to = addressOf(access.apiRoot, path, query)
  return io.fetch(makeRequest(to, { ...call, path: to, headers: { ...headers, ...basic(access) } }), within)
}

/** A body that is no JSON, such as a form with a file. */
export function formRequest(
  path: string,
  query: Readonly<Record<string, string>>,
  form: Pick<OutboundRequest, 'headers' | 'body'>,
  access: Access,
): OutboundRequest {
  const { headers, body } = form
  const url = addressOf(access.apiRoot, path, query)
  return { method: 'POST', url, headers: { accept: 'application/json', ...headers, ...basic(access) }, body }
}

/** The answer as an object. @throws Failure unless the call succeeded */
export function readSuccess(answer: OutboundAnswer, access: Access, io: ConnectIo): JsonObject {
  mustSucceed(answer, access, io)
  return readObject(dialect, answer)
}

/** Any answer but a success and a listed refusal is `unavailable`: the call may be repeated. @throws Failure */
export function mustSucceed(answer: OutboundAnswer, access: Access, io: ConnectIo): void {
  if (answer.status === 200 || answer.status === 201) return
  throw failureOfCall(answer, access, io)
}

function failureOfCall(answer: OutboundAnswer, access: Access, io: ConnectIo): Failure {
  return readRefusal(dialect, answer, io.now(), secretsOf(access)) ?? makeUnavailable(dialect, answer)
}

/** Whether the API itself refuses with one of these codes. */
export function isCode(answer: OutboundAnswer, ...codes: readonly string[]): boolean {
  const code = dialect.code(answer)
  return code !== null && codes.includes(code)
}

/** Whether the answer says that there is no such post or comment any more. */
export function isGone(answer: OutboundAnswer): boolean {
  const names = ['rest_post_invalid_id', 'rest_comment_invalid_id', 'rest_already_trashed']
  return (answer.status === 404 || answer.status === 410) && isCode(answer, ...names)
}

/** A number of the site's own, such as the id of a post. @throws Failure `unavailable` */
export function requireId(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  throw new Failure('unavailable', 'The site did not say under which number it keeps something.')
}
