import { Type } from 'typebox'
import { asObject, isArray, isObject, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { readRetryAfter } from '../../../lib/retry-after.ts'
import type { OutboundAnswer } from '../../../lib/safe-fetch/outbound.ts'
import { Sentence } from '../../../lib/text/sentence.ts'
import { type ApiVersionPower, type ConnectIo, Failure } from '../../connector.ts'
import {
  type ApiCall,
  type Dialect,
  makeRequest,
  makeUnavailable,
  type ReadRefusal,
  type Refusal,
  readObject,
  refusalTable,
} from '../json-api.ts'

/** Meta's Graph API at one host, as Facebook, Instagram and Threads speak it. */
export interface Graph {
  readonly dialect: Dialect
  /** Such as `https://graph.facebook.com`. */
  readonly origin: string
  /** The refusals of a call, also of a commit: each proves that nothing was made. */
  readonly readRefusal: ReadRefusal
}

/** One meaning that refusals of the Graph API can have. */
export interface GraphRefusal extends Omit<Refusal, 'answers'> {
  /** Codes of errors: `190`; with their subcode `190/463`; a subcode alone `/2207026`. */
  readonly codes: readonly string[]
}

/** `refusals` are the network's own. They come before those that all networks of Meta share. */
export function graphAt(name: string, origin: string, refusals: readonly GraphRefusal[]): Graph {
  const dialect = graphDialect(name)
  return { dialect, origin, readRefusal: graphRefusals(dialect, [...refusals, ...sharedRefusals(name)]) }
}

/** Makes a call that may be repeated, and reads what it answers. @throws Failure unless it succeeds */
export async function askGraph(...given: Parameters<typeof fetchGraph>): Promise<JsonObject> {
  return readObject(given[0].dialect, await fetchGraph(...given))
}

/**
 * Makes a call that may be repeated, at `/{version}{path}`. The token is sent as a header, never in the address.
 * @throws Failure unless it succeeds
 */
export async function fetchGraph(
  { dialect, origin, readRefusal }: Graph,
  version: string,
  call: Omit<ApiCall, 'token'>,
  token: string,
  io: Pick<ConnectIo, 'fetch' | 'now'>,
): Promise<OutboundAnswer> {
  const path = `/${version}${call.path}`
  const answer = await io.fetch(makeRequest(origin, { ...call, path, token }))
  if (answer.status >= 200 && answer.status < 300) return answer
  throw readRefusal(answer, io.now(), [token]) ?? makeUnavailable(dialect, answer)
}

/** Errors are `{"error": {"message", "type", "code", "error_subcode", "is_transient", "error_user_msg", "fbtrace_id"}}`. */
function graphDialect(name: string): Dialect {
  return {
    name,
    code: (answer) => {
      const error = readError(answer)
      if (error === null) return null
      return error.subcode === null ? error.code : `${error.code}/${error.subcode}`
    },
    words: (answer) => {
      const error = asObject(asObject(answer.json)?.error)
      const text = textOf(error?.error_user_msg) ?? textOf(error?.message)
      const trace = textOf(error?.fbtrace_id)
      return text === null || trace === null ? text : `${text} (fbtrace_id ${trace})`
    },
    limitedUntil: () => null,
  }
}

interface GraphError {
  readonly code: string
  readonly subcode: string | null
  readonly isTransient: boolean
}

/** The envelope of an error; null for everything else, such as the page of a proxy. Threads writes codes as texts too. */
function readError({ json }: OutboundAnswer): GraphError | null {
  const error = asObject(asObject(json)?.error)
  const code = readCode(error?.code)
  if (!error || code === null) return null
  return { code, subcode: readCode(error.error_subcode), isTransient: error.is_transient === true }
}

function readCode(json: Json | undefined): string | null {
  return typeof json === 'number' ? String(json) : textOf(json)
}

/**
 * Reads refusals by code, whatever their status below 500: the same error comes as 400, 401 or 403. Errors that the network
 * calls transient, codes 1 and 2, and everything without the envelope are no refusals.
 */
function graphRefusals(dialect: Dialect, rows: readonly GraphRefusal[]): ReadRefusal {
  return (answer, now, secrets) => {
    const error = readError(answer)
    const fits = rows.filter(({ codes }) => error !== null && isNamed(codes, error))
    const certain = error?.isTransient ? fits.filter(({ kind }) => kind === 'rate_limited') : fits
    const answers = answer.status >= 400 && answer.status < 500 ? [String(answer.status)] : []
    const table = certain.map(({ codes: _, ...row }) => ({ ...row, answers }))
    const failure = refusalTable(dialect, table)(answer, now, secrets)
    if (failure?.kind !== 'rate_limited') return failure
    const retryAfterMs = readRetryAfter(answer, now) ?? readRegainMs(answer) ?? failure.retryAfterMs
    return new Failure('rate_limited', failure.message, { platformCode: failure.platformCode, retryAfterMs })
  }
}

function isNamed(codes: readonly string[], { code, subcode }: GraphError): boolean {
  const names = subcode === null ? [code] : [code, `${code}/${subcode}`, `/${subcode}`]
  return names.some((name) => codes.includes(name))
}

const minuteMs = 60_000
const fullShare = 100
// The limit of an app counts the last hour, and calls made meanwhile prolong it.
const fullAppPauseMs = 15 * minuteMs

/**
 * The wait after a rate limit: the longest time that `x-business-use-case-usage` names, in minutes, or a quarter of an hour
 * where `x-app-usage` or `x-page-usage` says that all of it is used. Null where no header says anything.
 * Source: developers.facebook.com/docs/graph-api/overview/rate-limiting.
 */
export function readRegainMs({ headers }: Pick<OutboundAnswer, 'headers'>): number | null {
  const business = Object.values(readHeader(headers['x-business-use-case-usage']))
  const minutes = business
    .flatMap((uses) => (isArray(uses) ? uses : []))
    .map((use) => numberOf(asObject(use)?.estimated_time_to_regain_access))
  const longest = Math.max(0, ...minutes)
  if (longest > 0) return longest * minuteMs
  const shares = [headers['x-app-usage'], headers['x-page-usage']].flatMap((header) =>
    Object.values(readHeader(header)).map(numberOf),
  )
  return shares.some((share) => share >= fullShare) ? fullAppPauseMs : null
}

function numberOf(json: Json | undefined): number {
  return typeof json === 'number' && Number.isFinite(json) ? json : 0
}

function readHeader(header: string | undefined): JsonObject {
  try {
    const parsed: Json = JSON.parse(header ?? '{}')
    return isObject(parsed) ? parsed : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

function codesFrom(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
}

const tokenEnded = 'no longer accepts the access. Connect the account again.'

/** The refusals that all networks of Meta share. Source: developers.facebook.com/docs/graph-api/guides/error-handling. */
function sharedRefusals(name: string): readonly GraphRefusal[] {
  const say = (template: string) => new Sentence(template, { network: name })
  return [
    ...refusalsOfApp(say),
    {
      codes: ['190/459', '190/464', '190/490'],
      kind: 'unauthorized',
      text: say(
        '{network} wants the person to confirm the account. Sign in there, do as it asks, and connect the account again.',
      ),
    },
    {
      codes: ['190/492'],
      kind: 'unauthorized',
      text: `The person who connected the account has lost the role on its Page. Somebody with a role must connect it again.`,
    },
    { codes: ['102', '190', '/463', '/467'], kind: 'unauthorized', text: `${name} ${tokenEnded}` },
    {
      codes: ['4', '17', '32', '341', '613', ...codesFrom(80_000, 80_014)],
      kind: 'rate_limited',
      text: say('{network} asks us to wait: too many calls.'),
    },
    {
      codes: ['368'],
      kind: 'account_blocked',
      text: say('{network} has blocked this account for a time, because something it did looked abusive.'),
      isQuoting: true,
    },
    // The post may be ours, whose answer was lost.
    {
      codes: ['506'],
      kind: 'unknown_outcome',
      text: say('{network} says that the same was posted just before; the post may be public.'),
    },
    {
      codes: ['100/33'],
      kind: 'forbidden',
      text: say('{network} does not find this, or the account may not see it.'),
      isQuoting: true,
    },
    {
      codes: ['3', '10', ...codesFrom(200, 299)],
      kind: 'forbidden',
      text: say(
        '{network} does not allow this account to do it. Connect it again with all permissions, or ask the operator whether the app was reviewed for them.',
      ),
      isQuoting: true,
    },
    {
      codes: ['1609005'],
      kind: 'invalid',
      text: say('{network} could not read the link.'),
      isQuoting: true,
    },
    {
      codes: ['100'],
      kind: 'invalid',
      text: say('{network} refused it.'),
      isQuoting: true,
    },
  ]
}

/** The operator has to see to their app before anything can go out. */
function refusalsOfApp(say: (template: string) => Sentence): GraphRefusal[] {
  return [
    {
      codes: ['190', '200', '10'],
      says: /application has been (?:deleted|disabled)|application is (?:deleted|disabled)|API access deactivated/i,
      kind: 'app_unusable',
      text: say('{network} has switched off the app of this server’s operator.'),
      isQuoting: true,
    },
    {
      codes: ['100'],
      says: /appsecret_proof/i,
      kind: 'app_unusable',
      text: say(
        '{network} wants a proof of the app’s secret with each call. Switch off "Require app secret" in the settings of the app.',
      ),
    },
    {
      codes: ['101', '191'],
      kind: 'app_unusable',
      text: say('{network} does not accept the app of this server’s operator.'),
      isQuoting: true,
    },
    {
      codes: ['12', '2635'],
      kind: 'app_unusable',
      text: say(
        '{network} has ended this version of its API. The operator of this server must set a newer one.',
      ),
      isQuoting: true,
    },
  ]
}

/** The version that is used unless the operator sets another. */
export const usualGraphVersion = 'v25.0'

/** The day on which each version ends. Source: developers.facebook.com/docs/graph-api/changelog/versions. */
const versionEnds: Readonly<Record<string, string>> = {
  'v20.0': '2026-09-24',
  'v21.0': '2027-01-21',
  'v22.0': '2027-05-20',
  'v23.0': '2027-10-08',
  'v24.0': '2028-02-18',
  'v25.0': '2028-07-29',
}

/** The field `api_version` of the operator's app. */
export const GraphVersionField = Type.Optional(
  Type.String({
    title: 'Version of the Graph API',
    description: `Such as ${usualGraphVersion}, which is used if this is left out.`,
    pattern: '^v[0-9]{1,3}\\.[0-9]$',
  }),
)

export function graphVersionOf(app: JsonObject | null): string {
  return textOf(app?.api_version) ?? usualGraphVersion
}

export const graphVersionPower: ApiVersionPower = {
  power: 'api_version',
  inUse: (app) => {
    const version = graphVersionOf(app)
    return { version, endsOn: versionEnds[version] ?? null }
  },
}
