import type { ProblemCode } from './generated/catalogs.ts'

/** One fault of a request: where it is, and why. */
export interface FieldProblem {
  /** A JSON pointer into the body, or `?name` for a query parameter. */
  readonly pointer: string
  readonly code: ProblemCode | (string & {})
  readonly detail: string
  /** The detail with names in braces where it varies, for apps in other languages; not there where nothing varies. */
  readonly template?: string
  /** The values to put in place of the names. */
  readonly params?: Readonly<Record<string, unknown>>
  readonly social_account_id?: string
}

/** A problem document, as defined by RFC 9457. */
export interface Problem {
  readonly status: number
  readonly code: string
  readonly title: string
  /** A sentence for people that says what to do. */
  readonly detail: string
  /** The detail with names in braces where it varies, for apps in other languages; not there where nothing varies. */
  readonly template?: string
  /** The values to put in place of the names. */
  readonly params?: Readonly<Record<string, unknown>>
  readonly errors?: readonly FieldProblem[]
  readonly request_id?: string
  readonly [further: string]: unknown
}

/** The base of every error that the SDK throws for something that happened, and not for a wrong call. */
export class CrierError extends Error {
  /**
   * The idempotency key of a change. Where it is not known whether the change was made, the same call with this key
   * (`{ idempotencyKey }`) makes it at most once, for 24 hours.
   */
  idempotencyKey?: string
  override name = 'CrierError'
}

/** The server refused a request. */
export class ApiError extends CrierError {
  override name = 'ApiError'
  readonly status: number
  /** The stable code of the problem; `unexpected_answer` if the answer did not come from Crier. */
  readonly code: ProblemCode | 'unexpected_answer' | (string & {})
  /** Every fault of the request at once; empty where the problem is no single field's. */
  readonly errors: readonly FieldProblem[]
  /** To quote in questions to the operator. */
  readonly requestId: string | null
  /** How long the server asks to wait; null where it does not say. */
  readonly retryAfterMs: number | null
  /** All that the server said. */
  readonly problem: Problem

  constructor(problem: Problem, headers: Headers) {
    // The message also names the field.
    super(typeof problem.message === 'string' ? problem.message : problem.detail)
    this.status = problem.status
    this.code = problem.code
    this.errors = problem.errors ?? []
    this.requestId = problem.request_id ?? headers.get('x-request-id')
    this.retryAfterMs = readRetryAfter(headers.get('retry-after'))
    this.problem = problem
  }
}

/** 400, 405, 413, 415 and 422: the request itself is wrong; `errors` says where. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError'
}

/** 401: no key or session, or one that is wrong, expired or revoked. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError'
}

/** 402: the workspace has no active subscription. */
export class SubscriptionRequiredError extends ApiError {
  override name = 'SubscriptionRequiredError'
}

/** 403: this key or person may not do that. */
export class PermissionError extends ApiError {
  override name = 'PermissionError'
}

/** 403 `proof_required`: the person has to show once more who they are; then the same call works. */
export class ProofRequiredError extends PermissionError {
  override name = 'ProofRequiredError'
}

/** 404 and 410: it is not there, or not yours. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError'
}

/** 409 and 423: the state of the thing does not allow it; `code` says why. */
export class ConflictError extends ApiError {
  override name = 'ConflictError'
}

/** 412: it has changed since it was read. */
export class StaleError extends ApiError {
  override name = 'StaleError'
}

/** 429: too many requests; `retryAfterMs` says when to go on. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError'
}

/** 5xx: the server could not do it now. */
export class ServerError extends ApiError {
  override name = 'ServerError'
}

/** No answer came: the server cannot be reached, or the connection broke. A change may have been made. */
export class ConnectionError extends CrierError {
  override name = 'ConnectionError'
}

/** No answer came in time. A change may have been made. */
export class RequestTimeoutError extends CrierError {
  override name = 'RequestTimeoutError'
}

/** The caller's own `signal` was aborted; its reason is the `cause`. A change may have been made. */
export class RequestAbortedError extends CrierError {
  // The name that fetch gives it, which programs look for.
  override name = 'AbortError'
}

type ApiErrorClass = new (problem: Problem, headers: Headers) => ApiError

const classes: Readonly<Record<number, ApiErrorClass>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  402: SubscriptionRequiredError,
  403: PermissionError,
  404: NotFoundError,
  405: InvalidRequestError,
  409: ConflictError,
  410: NotFoundError,
  412: StaleError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  423: ConflictError,
  429: RateLimitError,
}

/** Makes the error of an answer that is not a good one. */
export function errorOf(status: number, headers: Headers, text: string): ApiError {
  const problem = readProblem(status, text)
  if (problem === null)
    return unexpectedAnswer(status, headers, `The server answered ${status}, without saying why.`)
  if (problem.code === 'proof_required') return new ProofRequiredError(problem, headers)
  return new (classes[status] ?? (status >= 500 ? ServerError : ApiError))(problem, headers)
}

/** The error of an answer that Crier does not give, such as a page of a proxy in between. */
export function unexpectedAnswer(status: number, headers: Headers, detail: string): ApiError {
  const problem = { status, code: 'unexpected_answer', title: 'Unexpected answer', detail }
  return new (classes[status] ?? (status >= 500 ? ServerError : ApiError))(problem, headers)
}

function readProblem(status: number, text: string): Problem | null {
  const problem = parseJson(text) as Partial<Problem> | null | undefined
  if (typeof problem?.code !== 'string') return null
  const detail = String(problem.detail ?? problem.title ?? problem.code)
  return { ...problem, status, code: problem.code, title: String(problem.title ?? ''), detail }
}

/** The value of a JSON text; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Retry-After` is a number of seconds or a date. */
function readRetryAfter(text: string | null): number | null {
  if (text === null || text === '') return null
  const seconds = Number(text)
  const ms = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
