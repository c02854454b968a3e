import { Type } from 'typebox'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Dialect } from '../kit/json-api.ts'
import { type CodeFlow, clientWith, plainOAuth } from '../kit/oauth/oauth-server.ts'
import { graph, origin } from './api.ts'

/** The permissions without which nothing can be published. */
export const neededScopes = ['threads_basic', 'threads_content_publish'] as const

/** All that Crier has a use for: answering in threads, finding our own answers again, deleting, and figures. */
const usualScopes = [
  ...neededScopes,
  'threads_manage_replies',
  'threads_read_replies',
  'threads_delete',
  'threads_manage_insights',
]

/** The operator's app: the Threads app of a Meta app, which has an id and a secret of its own. */
export const app = Type.Object(
  {
    client_id: Type.String({ title: 'Threads app ID', minLength: 1, maxLength: 100 }),
    client_secret: Type.String({
      title: 'Threads app secret',
      format: 'password',
      minLength: 1,
      maxLength: 500,
    }),
    scopes: Type.Optional(
      Type.String({
        title: 'Permissions',
        description: `The permissions to ask people for, separated by commas; ${usualScopes.join(',')} if this is left out.`,
        pattern: '^[a-z_]{1,60}(?:,[a-z_]{1,60}){0,30}$',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The sign-in with this app. Source: developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions. */
export function flowOf(given: JsonObject): CodeFlow {
  const [id, secret] = [textOf(given.client_id) ?? '', textOf(given.client_secret)]
  return {
    server: {
      ...plainOAuth,
      dialect: loginDialect,
      authorizeUrl: 'https://threads.com/oauth/authorize',
      tokenUrl: `${origin}/oauth/access_token`,
      usesPkce: false,
      scopeSeparator: ',',
      tokenType: null,
    },
    client: clientWith(id, secret, 'post'),
    scopes: textOf(given.scopes)?.split(',') ?? usualScopes,
  }
}

/** Refusals of a code come as an error of the Graph API, or as `{"error_type", "code", "error_message"}`, and differ by words alone. */
const loginDialect: Dialect = { ...graph.dialect, code: codeOf, words: wordsOf }

function wordsOf(answer: OutboundAnswer): string | null {
  return graph.dialect.words(answer) ?? textOf(asObject(answer.json)?.error_message)
}

function codeOf(answer: OutboundAnswer): string | null {
  const words = wordsOf(answer) ?? ''
  if (/authorization code|verification code/i.test(words)) return 'invalid_grant'
  if (/client secret|platform app|app id|client_id|redirect_uri/i.test(words)) return 'invalid_client'
  return graph.dialect.code(answer) ?? textOf(asObject(answer.json)?.error_type)
}

/** The secret with which Meta signs its calls to us. */
export function secretsOf(given: JsonObject): string[] {
  return [given.client_secret].flatMap((secret) => textOf(secret) ?? [])
}
