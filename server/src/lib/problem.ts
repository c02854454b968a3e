import { partsOf, type ShownParts, sentence, type Words } from './text/sentence.ts'

/** One fault of a request. `pointer` is a JSON pointer into the body, or `?name` for the query. */
export interface FieldProblem {
  pointer: string
  code: string
  detail: Words
  /** The social account whose network would refuse the content. */
  social_account_id?: string
}

/** A fault or a warning as the API shows it. */
export interface Notice extends Omit<FieldProblem, 'detail'>, ShownParts {
  detail: string
}

export function showNotices(found: readonly FieldProblem[]): Notice[] {
  return found.map(({ detail, ...rest }) => ({ ...rest, detail: String(detail), ...partsOf(detail) }))
}

/**
 * The reason why a request fails, in words its sender can act on (RFC 9457). Verbs throw it, and `http/` turns it into
 * `application/problem+json`.
 */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  readonly code: string
  /** The message as it was said, with its varying parts apart. */
  readonly words: Words
  readonly errors: readonly FieldProblem[]
  /** Members of the problem document beyond the common ones. */
  readonly extra: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    code: string,
    words: Words,
    more: {
      errors?: readonly FieldProblem[]
      extra?: Record<string, unknown>
      retryAfterSeconds?: number
    } = {},
  ) {
    super(String(words))
    this.words = words
    this.status = status
    this.code = code
    this.errors = more.errors ?? []
    this.extra = more.extra ?? {}
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
  }
}

/** Makes a 404 with equal words for a thing that never existed, is deleted, or belongs to another workspace or mode. */
export function notFound(thing: string): Problem {
  return new Problem(404, 'not_found', sentence('There is no {thing} with this id.', { thing }))
}

// Nobody reads more, and an answer must not be a hundred times as long as its request.
const mostErrors = 200

/** Makes a 422 that lists all faults at once, up to 200. */
export function invalid(errors: readonly FieldProblem[]): Problem {
  const [first] = errors
  const shown = errors.slice(0, mostErrors)
  if (errors.length === 1 && first) return new Problem(422, first.code, first.detail, { errors })
  const where = shown.length < errors.length ? `the first ${shown.length} stand in errors` : 'see errors'
  const detail = `${errors.length} things are wrong with this request; ${where}.`
  return new Problem(422, 'validation_failed', detail, { errors: shown })
}
