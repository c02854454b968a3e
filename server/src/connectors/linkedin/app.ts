import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { ApiVersionPower } from '../connector.ts'
import { stored, text } from '../kit/media/stored.ts'

const usualVersion = '202609'
const usualScopes = 'openid profile w_member_social'

/** The form of the operator's app. README.md says which scopes need which product. */
export const app = Type.Object(
  {
    client_id: Type.String({ title: 'Client ID', minLength: 1, maxLength: 200 }),
    client_secret: Type.String({ title: 'Client secret', minLength: 1, maxLength: 500, format: 'password' }),
    scopes: Type.Optional(
      Type.String({
        title: 'Scopes',
        description: `The permissions that the app has, separated by spaces; LinkedIn refuses every sign-in that asks for one more. Left out: ${usualScopes}.`,
        pattern: '^[a-zA-Z0-9_]+([ ,]+[a-zA-Z0-9_]+)*$',
        maxLength: 1_000,
      }),
    ),
    api_version: Type.Optional(
      Type.String({
        title: 'API version',
        description: `The month of the API, such as ${usualVersion}, which is the usual one.`,
        pattern: '^20[0-9]{2}(0[1-9]|1[0-2])$',
      }),
    ),
  },
  { additionalProperties: false },
)

const settings = stored(
  Type.Object({
    clientId: text,
    clientSecret: text,
    scopes: Type.String({ default: usualScopes }),
    apiVersion: Type.String({ default: usualVersion }),
  }),
  'The app at LinkedIn was stored without its client.',
)

export interface AppSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: readonly string[]
  readonly apiVersion: string
}

/** The operator's app, valid by its form. */
export function readApp(given: JsonObject): AppSettings {
  const { scopes, ...rest } = settings.read(given)
  return { ...rest, scopes: scopes.split(/[ ,]+/).filter((scope) => scope !== '') }
}

/**
 * The last day of each version as far as it is announced. LinkedIn supports a version for a year at least.
 * Source: learn.microsoft.com/linkedin/marketing/integrations/migrations
 */
const lastDays: ReadonlyMap<string, string> = new Map([
  ['202510', '2026-10-15'],
  ['202511', '2026-11-16'],
  ['202601', '2027-01-15'],
  ['202602', '2027-02-15'],
  ['202603', '2027-03-16'],
  ['202609', '2027-09-15'],
])

export const apiVersions: ApiVersionPower = {
  power: 'api_version',
  inUse: (given) => {
    const version = given === null ? usualVersion : readApp(given).apiVersion
    return { version, endsOn: lastDays.get(version) ?? null }
  },
}
