import { Problem } from '../../lib/problem.ts'
import type { Operation } from '../operation.ts'
import { internalProblem } from '../problems.ts'

/** One example of each problem that operations answer, for the document. */
export const problemExamples: readonly Problem[] = [
  new Problem(400, 'invalid_json', 'The body cannot be read. This is not JSON.'),
  new Problem(401, 'unauthorized', 'This needs a valid API key, sent as "Authorization: Bearer crier_…".'),
  new Problem(
    402,
    'subscription_required',
    'This workspace has no active subscription. Renew it to continue.',
  ),
  new Problem(403, 'scope_missing', 'This API key may not do that: it lacks the scope "write".', {
    extra: { scope: 'write' },
  }),
  new Problem(404, 'not_found', 'There is no post with this id.'),
  new Problem(409, 'already_processing', 'This post is already on its way and can no longer be changed.'),
  new Problem(412, 'stale', 'This has changed since you read it. Read it again, then repeat your change.'),
  new Problem(
    413,
    'body_too_large',
    'The body is larger than this operation accepts, which for most is 256 kB. POST /v1/media/create-upload-url says where to send files.',
  ),
  new Problem(415, 'unsupported_media_type', 'Send JSON, with Content-Type: application/json.'),
  new Problem(422, 'unknown_field', 'There is no field "colour" here.', {
    errors: [{ pointer: '/colour', code: 'unknown_field', detail: 'There is no field "colour" here.' }],
  }),
  new Problem(429, 'rate_limited', 'This API key has used up its requests for this minute.'),
  internalProblem,
  new Problem(
    503,
    'database_unavailable',
    'The database is not available at the moment. Nothing was lost. Try again.',
  ),
  new Problem(507, 'storage_full', 'The server has no room for this file at the moment. Try again later.'),
]

export const inProgressResponse = 'IdempotencyInProgress'

export const conflictResponse = new Problem(
  409,
  'idempotency_in_progress',
  'The first request with this Idempotency-Key is still running. Try again in a moment.',
)

const names: Readonly<Record<number, string>> = {
  400: 'Unreadable',
  401: 'Unauthorized',
  402: 'SubscriptionRequired',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'Stale',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'RateLimited',
  500: 'Internal',
  503: 'Unavailable',
  507: 'StorageFull',
}

/** The name of a problem's response among the components. */
export function nameOfProblem(status: number): string {
  const name = names[status]
  if (name === undefined) throw new Error(`No response is described for status ${status}.`)
  return name
}

// Apps in other languages put their own words around the same parts.
const sentenceParts = {
  template: {
    type: 'string',
    description:
      'The English `detail` with names in braces where it varies, such as `You have {mostPasskeys} passkeys.` Left out where nothing varies.',
  },
  params: {
    type: 'object',
    additionalProperties: true,
    description:
      'The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies.',
  },
}

export const problemSchema = {
  type: 'object',
  description: 'A problem document as defined by RFC 9457.',
  required: ['type', 'title', 'status', 'detail', 'code', 'message', 'error', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'The page that explains the code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A text for people that says what to do.' },
    ...sentenceParts,
    code: { type: 'string', description: 'A stable code for programs.' },
    message: {
      type: 'string',
      description:
        'The text for programs that show one: as `detail`, or the first three of `error` where there are `errors`.',
    },
    error: {
      type: 'array',
      items: { type: 'string' },
      description:
        'The `detail` of each entry of `errors`, after the name of its field where the sentence lacks it (`scheduled_at: This must be …`), or that of the problem.',
    },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: {
            type: 'string',
            description: 'A JSON pointer into the body, or `?name` for a query parameter.',
          },
          code: { type: 'string' },
          detail: { type: 'string' },
          ...sentenceParts,
          social_account_id: { type: 'string', format: 'uuid' },
        },
      },
    },
    request_id: { type: 'string' },
  },
}

const text = (description: string) => ({ description, schema: { type: 'string' } })

export const headers = {
  'X-Request-Id': text('The id of this request, to quote in questions about it.'),
  RateLimit: text('The requests the key has left in this minute: `"minute";r=<requests>;t=<seconds>`.'),
  'RateLimit-Policy': text('The requests the key may make in a minute: `"minute";q=<requests>;w=60`.'),
  'Idempotency-Replayed': text(
    '`true` if this is the stored answer to an earlier request. An ETag in it is that of the version it shows.',
  ),
  ETag: text('Identifies this version. Send it as If-Match or If-None-Match.'),
}

/** The headers of an operation's good answer. */
export function headersOf(operation: Operation): Record<string, { $ref: string }> {
  const sent = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']
  if (operation.kind === 'change') sent.push('Idempotency-Replayed')
  return Object.fromEntries(sent.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
