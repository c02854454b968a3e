import { type Static, Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

const login = Type.Union([Type.Literal('facebook'), Type.Literal('instagram')])
export type Login = Static<typeof login>

/** The settings that both ways store with an account; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** Whose token it is, and so the host that takes it. */
    login,
    /** The permissions that the person gave, by their names at that login. */
    granted: Type.Array(Type.String(), { default: [] }),
    /** The person whose access this is, as the app knows them: Meta names them so when they take it back. */
    userIds: Type.Array(Type.String(), { default: [] }),
  }),
  'This account was stored without its login.',
)

export const writeSettings = settings.write

export function readSettings(account: Pick<Account, 'settings'>) {
  return settings.read(account.settings)
}

const credentials = stored(
  Type.Object({
    accessToken: text,
    /** When this token was given, in milliseconds since 1970: it is renewed by its age. */
    issuedAtMs: Type.Number({ default: 0 }),
    /** When it ends; null for the token of a Page. */
    expiresAtMs: nullable(Type.Number()),
  }),
  'This account was stored without its token.',
)

export const { read: readCredentials, write: writeCredentials } = credentials

export function readToken(given: JsonObject): string {
  return readCredentials(given).accessToken
}

/** The permissions for what not every account may do, by the login. Source: the pages that README.md names. */
const scopes = {
  comments: { facebook: 'instagram_manage_comments', instagram: 'instagram_business_manage_comments' },
  insights: { facebook: 'instagram_manage_insights', instagram: 'instagram_business_manage_insights' },
  deleting: { facebook: 'instagram_manage_contents', instagram: '' },
} as const

/** The permission for it that this account lacks; null where it has it. */
export function missingScope(account: Account, ability: keyof typeof scopes): string | null {
  const { login: through, granted } = readSettings(account)
  const scope = scopes[ability][through]
  return granted.includes(scope) ? null : scope
}
