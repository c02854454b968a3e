import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { OutboundAnswer } from '../../../lib/safe-fetch/outbound.ts'
import { sentence, type Words } from '../../../lib/text/sentence.ts'
import { Failure, type FailureKind } from '../../connector.ts'
import { type Dialect, makeUnavailable, quoteAnswer, refusalTable } from '../json-api.ts'
import type { CodeFlow, OAuthRefusal, OAuthServer } from './oauth-server.ts'

/** The access that a server gave. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string | null
  readonly expiresAt: Date | null
  readonly asked: readonly string[]
  /** The granted scopes, which may differ from the requested ones; the requested ones where the server does not say. */
  readonly granted: readonly string[]
  /** Everything the server said, such as whose token it is. */
  readonly answer: JsonObject
}

/** The errors of RFC 6749 (§4.1.2.1, §5.2) of which a person has to know more than that they happened. */
const usualRefusals: Readonly<Record<string, OAuthRefusal>> = {
  access_denied: 'denied',
  invalid_grant: 'ended',
  invalid_client: 'app',
  unauthorized_client: 'app',
  invalid_scope: 'scope',
  server_error: 'busy',
  temporarily_unavailable: 'busy',
}

/** The point of the flow at which a server refuses. */
export type OAuthStage = 'callback' | 'code' | 'refresh'

/** Reads the answer to a code or a refresh token. `sent` are the secrets that went with it. @throws Failure */
export function readTokens(
  { server, client, scopes }: CodeFlow,
  stage: 'code' | 'refresh',
  answer: OutboundAnswer,
  sent: readonly string[],
  now: Date,
): Tokens {
  const { dialect } = server
  const limited = refusalTable(dialect, [])(answer, now, [])
  if (limited) throw limited
  const body = answer.status === 200 ? objectAt(answer.json, server.tokenAt) : null
  const accessToken = textOf(body?.access_token)
  if (!body || accessToken === null) {
    const code = codeOf(dialect, answer)
    const refused = { code, words: dialect.words(answer) }
    throw code === null
      ? makeBroken(dialect, answer, stage)
      : oauthFailure(server, stage, refused, [...sent, ...client.secrets])
  }
  const type = textOf(body.token_type)
  const isOfType = server.tokenType === null || type?.toLowerCase() === server.tokenType
  const lifeMs = readLife(body.expires_in)
  const refreshToken = textOf(body.refresh_token)
  const areTokens = isToken(accessToken) && (refreshToken === null || isToken(refreshToken))
  if (!isOfType || !areTokens || lifeMs === undefined) throw makeBroken(dialect, answer, stage)
  return {
    accessToken,
    refreshToken,
    expiresAt: lifeMs === null ? null : new Date(now.getTime() + lifeMs),
    asked: scopes,
    granted: readScopes(body.scope) ?? scopes,
    answer: body,
  }
}

/** Here a 401 has one meaning, whether the server says so or not (RFC 6749, §5.2). */
function codeOf(dialect: Dialect, answer: OutboundAnswer): string | null {
  if (answer.status >= 500) return null
  return dialect.code(answer) ?? (answer.status === 401 ? 'invalid_client' : null)
}

/** The failure that an error of a server is, in a sentence its person can act on. */
export function oauthFailure(
  { dialect, refusals }: Pick<OAuthServer, 'dialect' | 'refusals'>,
  stage: OAuthStage,
  { code, words }: { code: string | null; words: string | null },
  secrets: readonly string[],
): Failure {
  const [kind, text] = meaningOf(refusalOf(code, refusals), stage, dialect.name)
  return new Failure(kind, quoteAnswer(text, words, secrets), { platformCode: code?.slice(0, 100) ?? null })
}

function refusalOf(code: string | null, own: OAuthServer['refusals']): OAuthRefusal | null {
  if (code === null) return null
  if (Object.hasOwn(own, code)) return own[code] ?? null
  return Object.hasOwn(usualRefusals, code) ? (usualRefusals[code] ?? null) : null
}

function meaningOf(refusal: OAuthRefusal | null, stage: OAuthStage, name: Words): [FailureKind, Words] {
  const isRefresh = stage === 'refresh'
  switch (refusal) {
    case 'denied':
      return ['forbidden', 'Access was refused. Sign in again and allow it.']
    case 'ended':
      return isRefresh
        ? ['unauthorized', 'The access was ended there. Connect the account again.']
        : ['invalid', 'The sign-in took too long, or was finished before. Sign in again.']
    case 'app':
      return ['app_unusable', `${name} does not accept our app. ${operator}`]
    case 'scope':
      return ['app_unusable', `${name} does not let our app ask for this access. ${operator}`]
    case 'busy':
      return [
        'unavailable',
        sentence('{network} cannot do it at the moment. Try again later.', { network: name }),
      ]
    case null:
      return isRefresh
        ? ['unavailable', sentence('{network} did not renew the access.', { network: name })]
        : ['invalid', sentence('{network} did not complete the sign-in. Sign in again.', { network: name })]
  }
}

const operator = 'The operator of this server must check how the app is set up.'

/** An answer that is neither tokens nor an error of the standard: a page, half an answer, a redirect. */
function makeBroken(dialect: Dialect, answer: OutboundAnswer, stage: 'code' | 'refresh'): Failure {
  if (stage === 'refresh') return makeUnavailable(dialect, answer)
  const text = sentence('{network} answered {status} without a usable token. Sign in again.', {
    network: dialect.name,
    status: answer.status,
  })
  return new Failure('unavailable', text, { platformCode: dialect.code(answer)?.slice(0, 100) ?? null })
}

function objectAt(json: Json, path: readonly string[]): JsonObject | null {
  let found: Json = json
  for (const name of path) found = (isArray(found) ? found[Number(name)] : asObject(found)?.[name]) ?? null
  return asObject(found)
}

/** Scopes come in one text, by spaces or commas, or in a list. Null where the server says nothing. */
function readScopes(json: Json | undefined): string[] | null {
  const texts = isArray(json) ? json.flatMap((each) => textOf(each) ?? []) : [textOf(json) ?? '']
  const scopes = keptScopes(texts.flatMap((text) => text.split(/[\s,]/)))
  return scopes.length > 0 || isArray(json) ? scopes : null
}

/** The scopes of an answer that may be kept: a network has some dozens, of some dozen letters each. */
export function keptScopes(named: readonly (Json | undefined)[]): string[] {
  const scopes = named.flatMap((each) => textOf(each)?.trim() ?? [])
  return scopes.filter((scope) => scope !== '' && scope.length <= 200).slice(0, 200)
}

const longestLifeSeconds = 100 * 366 * 24 * 3_600

/** Milliseconds; null for a token without an end, undefined for a time that is none. */
function readLife(json: Json | undefined): number | null | undefined {
  if (json === undefined || json === null) return null
  const seconds = typeof json === 'string' && /^\d{1,10}$/.test(json) ? Number(json) : json
  const isTime = typeof seconds === 'number' && seconds >= 0 && seconds <= longestLifeSeconds
  return isTime ? seconds * 1_000 : undefined
}

/**
 * Whether a text that a network gave may be kept and sent as a token: characters that a header takes (RFC 6749, appendix A.12
 * and A.17), and no more of them than any network uses.
 */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,16000}$/.test(text)
}
