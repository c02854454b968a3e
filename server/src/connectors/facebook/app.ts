import { Type } from 'typebox'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import { GraphVersionField } from '../kit/graph/graph.ts'

/** Everything that this connector can use. An app asks for fewer where Meta reviewed it for fewer. */
const usualScopes = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'pages_manage_engagement',
  'pages_read_user_content',
  'read_insights',
  'business_management',
]

/** The form of the operator's app at Meta. */
export const app = Type.Object(
  {
    client_id: Type.String({ title: 'App ID', minLength: 1, maxLength: 100 }),
    client_secret: Type.String({ title: 'App secret', format: 'password', minLength: 1, maxLength: 200 }),
    api_version: GraphVersionField,
    scopes: Type.Optional(
      Type.String({
        title: 'Permissions to ask for',
        description: `Separated by commas, if they are others than ${usualScopes.join(',')}.`,
        pattern: '^[a-z_]+(?:,[a-z_]+)*$',
        maxLength: 1_000,
      }),
    ),
    config_id: Type.Optional(
      Type.String({
        title: 'Configuration ID',
        description: 'That of Facebook Login for Business, whose permissions are asked for then.',
        pattern: '^[0-9]{1,40}$',
      }),
    ),
  },
  { additionalProperties: false },
)

export function readAppScopes({ scopes }: JsonObject): readonly string[] {
  return textOf(scopes)?.split(',') ?? usualScopes
}

/** The secret with which Meta signs its calls to us. */
export function secretsOf(given: JsonObject): string[] {
  return [given.client_secret].flatMap((secret) => textOf(secret) ?? [])
}
