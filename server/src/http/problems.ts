import type { FastifyError } from 'fastify'
import { type FieldProblem, Problem, showNotices } from '../lib/problem.ts'
import { partsOf } from '../lib/text/sentence.ts'

const titles: Readonly<Record<number, string>> = {
  400: 'The request cannot be read',
  401: 'No valid API key',
  402: 'No active subscription',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Not possible now',
  410: 'Not there any more',
  412: 'Changed in the meantime',
  413: 'Too large',
  414: 'Address too long',
  415: 'Wrong media type',
  416: 'No such range',
  417: 'Expectation not met',
  422: 'Something in the request is wrong',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Our fault',
  501: 'Not supported',
  503: 'Not available for a moment',
  507: 'No room',
}

export const problemType = 'application/problem+json; charset=utf-8'

/**
 * A problem as RFC 9457 writes it, ready to send. `message` and `error` repeat it for programs that show a text and nothing
 * else, as those written for this family of APIs do. So there each fault also names its field.
 */
export function writeProblem(problem: Problem, requestId: string, publicUrl: string): string {
  const texts = problem.errors.map(nameField)
  return JSON.stringify({
    type: `${publicUrl}/docs/problems/${problem.code}`,
    title: titles[problem.status] ?? 'Problem',
    status: problem.status,
    detail: problem.message,
    ...partsOf(problem.words),
    code: problem.code,
    message: texts.length > 0 ? joinTexts(texts) : problem.message,
    error: texts.length > 0 ? texts : [problem.message],
    ...(problem.errors.length > 0 ? { errors: showNotices(problem.errors) } : {}),
    ...problem.extra,
    request_id: requestId,
  })
}

/** The sentence of a fault, after the name of its field where the sentence lacks it: `media[0].alt_text: This must be a string.` */
function nameField({ pointer, detail }: FieldProblem): string {
  const text = String(detail)
  const steps = pointer.startsWith('/') ? pointer.slice(1).split('/').map(unescapeStep) : []
  if (pointer.startsWith('?')) steps.push(pointer.slice(1))
  const field = steps.findLast((step) => !isIndex(step))
  if (field === undefined || text.includes(field)) return text
  const path = steps.map((step, at) => (isIndex(step) ? `[${step}]` : at === 0 ? step : `.${step}`)).join('')
  return `${path.slice(0, longestPath)}: ${text}`
}

// Names of fields are the caller's own words, which may be of any length.
const longestPath = 100

function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

function isIndex(step: string): boolean {
  return /^\d+$/.test(step)
}

/** As many texts as one reads at once. */
function joinTexts(texts: readonly string[]): string {
  const more = texts.length - 3
  return [...texts.slice(0, 3), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}

/**
 * Turns a thrown value into a problem for the client; null for our own faults, which are not shown.
 * `explain` knows the errors of the rooms below, such as a database that is away.
 */
export function toProblem(error: unknown, explain: (error: unknown) => Problem | null): Problem | null {
  if (error instanceof Problem) return error
  return explain(error) ?? fromFastify(error)
}

export const internalProblem = new Problem(
  500,
  'internal_error',
  'Crier itself failed. The server’s log has the error under this request_id. Trying again may help.',
)

export const draining = new Problem(503, 'shutting_down', 'This server is stopping. Try again in a moment.', {
  retryAfterSeconds: 2,
})

/** The problem of an address that names nothing. */
export const noSuchAddress = new Problem(
  404,
  'not_found',
  'There is nothing at this address. The operations of the API are listed at /docs.',
)

/** The problem of bytes that cannot be read as an HTTP request, by the code of Node's own error. */
export function unreadableRequest(code: string | undefined): Problem {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem(408, 'request_timeout', 'The request did not arrive in time.')
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(431, 'headers_too_large', 'The headers of the request are too large.')
    default:
      return new Problem(400, 'invalid_request', 'The request cannot be read as HTTP.')
  }
}

function fromFastify(error: unknown): Problem | null {
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem(
        413,
        'body_too_large',
        'The body is larger than this operation accepts, which for most is 256 kB. POST /v1/media/create-upload-url says where to send files.',
      )
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem(415, 'unsupported_media_type', 'Send JSON, with Content-Type: application/json.')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem(400, 'invalid_body', 'The length of the body is not its Content-Length.')
    default:
      return statusCode === 400 ? new Problem(400, 'invalid_body', 'The body cannot be read.') : null
  }
}
