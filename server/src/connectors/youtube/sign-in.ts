import { Type } from 'typebox'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import {
  type Account,
  type Candidate,
  type ConnectIo,
  Failure,
  type Profile,
  type RedirectConnect,
  type RedirectIo,
  type Refreshed,
} from '../connector.ts'
import { renewAtGoogle } from '../kit/google/google-login.ts'
import { beginCode, dropToken, finishCode, revokeToken } from '../kit/oauth/oauth.ts'
import type { Tokens } from '../kit/oauth/oauth-answers.ts'
import type { CodeFlow } from '../kit/oauth/oauth-server.ts'
import { readFlow } from './app.ts'
import { type Channel, readChannels } from './channel.ts'
import { mayDo, readCredentials, readSettings, writeCredentials } from './settings.ts'

/** Connects a channel on Google's own page, with the operator's app. */
export const connectByOauth: RedirectConnect = {
  kind: 'redirect',
  way: 'oauth',
  fields: Type.Object({}, { additionalProperties: false }),
  needsApp: true,
  needs: ['https_or_loopback'],
  begin: async (_input, io) => {
    const { url, verifier } = await beginCode(await readFlow(io), io)
    return { url, keep: { verifier } }
  },
  finish,
  refresh,
  revoke,
}

async function finish(callback: URLSearchParams, keep: JsonObject, io: RedirectIo): Promise<Candidate[]> {
  const flow = await readFlow(io)
  const tokens = await finishCode(flow, callback, textOf(keep.verifier), io)
  const refreshToken = await requireAccess(flow, tokens, io)
  const channels = await readOwnChannels(tokens, io)
  const credentials = writeCredentials({ accessToken: tokens.accessToken, refreshToken })
  return channels.map(({ id, ...profile }, index) => {
    const identified = { ...profile, externalId: id, credentials, expiresAt: tokens.expiresAt }
    return { profile: identified, suggested: index === 0, reason: null }
  })
}

/** The refresh token. Access that is of no use is given back. @throws Failure `forbidden` */
async function requireAccess(flow: CodeFlow, tokens: Tokens, io: RedirectIo): Promise<string> {
  const { granted, refreshToken } = tokens
  const isEnough = mayDo('publish', granted) && mayDo('read', granted)
  if (isEnough && refreshToken !== null) return refreshToken
  await dropToken(flow, tokens.accessToken, io)
  if (isEnough)
    throw new Failure('forbidden', 'Google gave access for an hour only. Sign in again and agree once more.')
  const text = 'Uploading and seeing your videos were not both allowed. Sign in again and tick everything.'
  throw new Failure('forbidden', text)
}

async function readOwnChannels({ accessToken, granted }: Tokens, io: RedirectIo): Promise<Channel[]> {
  try {
    const channels = await readChannels(accessToken, granted, io)
    if (channels.length > 0) return channels
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'unauthorized') throw error
    const text = 'YouTube refused the access that Google gave. Sign in again.'
    throw new Failure('forbidden', text, { cause: error })
  }
  throw new Failure(
    'forbidden',
    'This Google account has no YouTube channel. Create one, then sign in again.',
  )
}

/** Google keeps a refresh token the same; it is kept also where the answer names none. */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const known = readCredentials(credentials)
  const tokens = await renewAtGoogle(await readFlow(io), known.refreshToken, accessEnded, io)
  const { accessToken, expiresAt } = tokens
  const refreshToken = tokens.refreshToken ?? known.refreshToken
  return {
    credentials: writeCredentials({ accessToken, refreshToken }),
    expiresAt,
    profile: await readProfile(account, tokens, io),
  }
}

/** The things that most often end an access. */
const accessEnded =
  'Google has ended this access: it was removed, unused for half a year, or is a week old and the app still in testing. Connect the channel again.'

/** The channel as it is now; null where YouTube does not say, which takes nothing from the new access. */
async function readProfile(account: Account, tokens: Tokens, io: ConnectIo): Promise<Profile | null> {
  // A refresh names all scopes that are in force; where it names none, they are those of the sign-in.
  const isNamed = textOf(tokens.answer.scope) !== null
  const granted = isNamed ? tokens.granted : readSettings(account).granted
  try {
    const channels = await readChannels(tokens.accessToken, granted, io)
    const channel = channels.find(({ id }) => id === account.externalId)
    if (!channel) return null
    const { id: _, ...profile } = channel
    return profile
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** Ends the access with its refresh token. */
async function revoke(_account: Account, credentials: JsonObject, io: ConnectIo): Promise<void> {
  const { refreshToken } = readCredentials(credentials)
  await revokeToken(await readFlow(io), refreshToken, 'refresh_token', io)
}
