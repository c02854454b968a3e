import { Problem } from '../../lib/problem.ts'
import type { Operation } from '../operation.ts'
import { internalProblem } from '../problems.ts'

/** One example of each problem that operations answer, for the document. */
export const problemExamples: readonly Problem[] = [
  new Problem(400, 'invalid_json', 'The body cannot be read. This is not JSON.'),
  new Problem(401, 'unauthorized', 'This needs a valid API key, sent as "Authorization: Bearer crier_…".'),
  new Problem(402, 'subscription_required', 'This workspace has no active subscription. Renew it to go on.'),
  new Problem(403, 'scope_missing', 'This API key may not do that: it lacks the scope "write".', {
    extra: { scope: 'write' },
  }),
  new Problem(404, 'not_found', 'There is no post with this id.'),
  new Problem(409, 'already_processing', 'This is already on its way and can no longer be changed.'),
  new Problem(412, 'stale', 'This was changed since you read it. Read it again and repeat your change.'),
  new Problem(413, 'body_too_large', 'The body is larger than this operation accepts.'),
  new Problem(415, 'unsupported_media_type', 'Send JSON, with Content-Type: application/json.'),
  new Problem(422, 'unknown_field', 'There is no field "colour" here.', {
    errors: [{ pointer: '/colour', code: 'unknown_field', detail: 'There is no field "colour" here.' }],
  }),
  new Problem(429, 'rate_limited', 'This API key has made as many requests as it may in this minute.'),
  internalProblem,
  new Problem(503, 'database_unavailable', 'The database is away for a moment. Nothing was lost; try again.'),
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
}

/** The name of a problem's response among the components. */
export function nameOfProblem(status: number): string {
  const name = names[status]
  if (name === undefined) throw new Error(`No response is described for status ${status}.`)
  return name
}

export const problemSchema = {
  type: 'object',
  description: 'A problem as RFC 9457 writes it.',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Where this code is explained.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'One sentence a person can act on.' },
    code: { type: 'string', description: 'Stable; programs decide by it.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: { type: 'string', description: 'A JSON pointer into the body, or `?name` for the query.' },
          code: { type: 'string' },
          detail: { type: 'string' },
          social_account_id: { type: 'string', format: 'uuid' },
        },
      },
    },
    request_id: { type: 'string' },
  },
}

const text = (description: string) => ({ description, schema: { type: 'string' } })

export const headers = {
  'X-Request-Id': text('The id of this request, for questions about it.'),
  RateLimit: text('What the key has left in this minute: `"minute";r=<requests>;t=<seconds>`.'),
  'RateLimit-Policy': text('What the key has in a minute: `"minute";q=<requests>;w=60`.'),
  'Idempotency-Replayed': text('`true` when this is the stored answer to an earlier request.'),
  ETag: text('Tells this version from others; send it as If-Match or If-None-Match.'),
}

/** The headers of an operation's good answer. */
export function headersOf(operation: Operation): Record<string, { $ref: string }> {
  const sent = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']
  if (operation.kind === 'change') sent.push('Idempotency-Replayed')
  return Object.fromEntries(sent.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
