import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { storedRotating } from '../kit/oauth/shared-tokens.ts'

/** The settings that are stored with a channel; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    teamId: text,
    teamName: Type.String({ default: '' }),
    /** The address of the workspace, with a slash at its end. */
    teamUrl: text,
    channelId: text,
    channelName: text,
    isPrivate: Type.Boolean({ default: false }),
    /** False for a public channel that the app has yet to join, which it does once. */
    isMember: Type.Boolean({ default: true }),
    /** The permissions of the token. */
    scopes: Type.Array(Type.String(), { default: [] }),
    /** The client id of the operator's app; null for an app of the person's own. */
    clientId: nullable(text),
  }),
  'This channel was stored without its settings.',
)

export const writeSettings = settings.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>) {
  return settings.read(given)
}

export const { read: readCredentials, write: writeCredentials } = stored(
  Type.Object({
    accessToken: text,
    /** The place of the channel among those of its sign-in: one token is for all of them. */
    place: Type.Integer({ default: 0 }),
    /** The tokens of a sign-in that end, which all its channels share; null for a token without an end. */
    rotating: nullable(storedRotating),
  }),
  'This channel was stored without its token.',
)

export function readToken(given: JsonObject): string {
  return readCredentials(given).accessToken
}

/** Whether the token has a permission. Source: docs.slack.dev/reference/scopes. */
function mayDo(account: Pick<Account, 'settings'>, scope: string): boolean {
  return readSettings(account).scopes.includes(scope)
}

/** The permission that lets the app read what stands in the channel. */
export function readingScope({ isPrivate }: { readonly isPrivate: boolean }): string {
  return isPrivate ? 'groups:history' : 'channels:history'
}

/** Whether the messages of the channel can be read, without which none can be looked for. */
export function canRead(account: Pick<Account, 'settings'>): boolean {
  return mayDo(account, readingScope(readSettings(account)))
}

/** Files are shared by one permission, and the other tells where they are shown. */
export function lacksForFiles(account: Pick<Account, 'settings'>): string | null {
  return ['files:write', 'files:read'].find((scope) => !mayDo(account, scope)) ?? null
}
