/** One thing that is wrong with a request; `pointer` is a JSON pointer into the body, or `?name` for the query. */
export interface FieldProblem {
  pointer: string
  code: string
  detail: string
  /** The social account it concerns, where a network would refuse. */
  social_account_id?: string
}

/**
 * A request that cannot be answered as asked, in words its sender can act on (RFC 9457).
 * Thrown by verbs; `http/` turns it into `application/problem+json`.
 */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  readonly code: string
  readonly errors: readonly FieldProblem[]
  /** Members of the problem document beyond the common ones. */
  readonly extra: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    code: string,
    detail: string,
    more: {
      errors?: readonly FieldProblem[]
      extra?: Record<string, unknown>
      retryAfterSeconds?: number
    } = {},
  ) {
    super(detail)
    this.status = status
    this.code = code
    this.errors = more.errors ?? []
    this.extra = more.extra ?? {}
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
  }
}

/** 404 in the same words whether it never was, is gone, is another workspace's or of the other mode. */
export function notFound(thing: string): Problem {
  return new Problem(404, 'not_found', `There is no ${thing} with this id.`)
}

// Nobody reads more, and an answer must not be a hundred times as long as what was asked.
const mostErrors = 200

/** 422 with everything that is wrong at once, up to 200 things. */
export function invalid(errors: readonly FieldProblem[]): Problem {
  const [first] = errors
  const shown = errors.slice(0, mostErrors)
  if (errors.length === 1 && first) return new Problem(422, first.code, first.detail, { errors })
  const where = shown.length < errors.length ? `the first ${shown.length} stand in errors` : 'see errors'
  const detail = `${errors.length} things are wrong with this request; ${where}.`
  return new Problem(422, 'validation_failed', detail, { errors: shown })
}
