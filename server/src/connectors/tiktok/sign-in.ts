import { Type } from 'typebox'
import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
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
import { dropToken, refreshTokens, revokeToken } from '../kit/oauth/oauth.ts'
import type { Tokens } from '../kit/oauth/oauth-answers.ts'
import { beginByState, finishByState } from '../kit/oauth/oauth-by-state.ts'
import { callTiktok } from './api.ts'
import { readApp, readFlow } from './app.ts'
import { type Creator, handleOf, readCreator } from './creator.ts'
import {
  mayDo,
  profileUrlOf,
  readCredentials,
  readSettings,
  writeCredentials,
  writeSettings,
} from './settings.ts'

/** Connects the account that a person signs in with on TikTok's own page. */
export const connectByOauth: RedirectConnect = {
  kind: 'redirect',
  way: 'oauth',
  fields: Type.Object({}, { additionalProperties: false }),
  needsApp: true,
  needs: ['https'],
  begin: async (_input, io) => beginByState(await readFlow(io), io),
  finish,
  refresh,
  revoke,
}

async function finish(callback: URLSearchParams, keep: JsonObject, io: RedirectIo): Promise<Candidate[]> {
  const flow = await readFlow(io)
  const tokens = await finishByState(flow, callback, keep, io)
  const { accessToken, refreshToken, granted, expiresAt } = tokens
  if (!isEnough(granted) || refreshToken === null) {
    await dropToken(flow, accessToken, io)
    const text =
      'TikTok gave too little access to post anything. Sign in again, and allow posting or handing over drafts.'
    throw new Failure('forbidden', text)
  }
  const { externalId, ...profile } = await readOwnProfile(tokens, io)
  const credentials = write(accessToken, refreshToken, expiresAt)
  return [{ profile: { ...profile, externalId, credentials, expiresAt }, suggested: true, reason: null }]
}

function write(accessToken: string, refreshToken: string, expiresAt: Date | null): JsonObject {
  return writeCredentials({ accessToken, refreshToken, expiresAt: expiresAt?.getTime() ?? null })
}

/** People may untick permissions. Either of the two ways to publish is of use. */
function isEnough(granted: readonly string[]): boolean {
  return mayDo('identify', granted) && (mayDo('post', granted) || mayDo('draft', granted))
}

type FoundProfile = Profile & { readonly externalId: string; readonly displayName: string }

async function readOwnProfile({ accessToken, granted }: Tokens, io: ConnectIo): Promise<FoundProfile> {
  try {
    return await readProfile(accessToken, granted, io)
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'unauthorized') throw error
    throw new Failure('forbidden', 'TikTok gave access, and then refused it. Sign in again.', {
      cause: error,
    })
  }
}

/** The profile of a token. Source: developers.tiktok.com/doc/tiktok-api-v2-get-user-info. @throws Failure */
async function readProfile(token: string, granted: readonly string[], io: ConnectIo): Promise<FoundProfile> {
  const named = mayDo('name', granted) ? ',username' : ''
  const query = { fields: `open_id,avatar_url,display_name${named}` }
  const user = asObject((await callTiktok({ path: '/v2/user/info/', query }, token, io)).user)
  const externalId = textOf(user?.open_id)
  if (externalId === null) throw new Failure('unavailable', 'TikTok does not say whose access this is.')
  const creator = mayDo('post', granted) ? await readCreatorIfTold(token, io) : null
  const handle = creator?.handle ?? handleOf(user?.username)
  const displayName = textOf(user?.display_name) ?? creator?.nickname ?? handle ?? 'TikTok'
  const { audit } = await readApp(io)
  return {
    externalId,
    username: handle ?? displayName,
    displayName,
    // That of the creator ends after two hours.
    avatarUrl: readWebAddress(textOf(user?.avatar_url)),
    profileUrl: profileUrlOf(handle),
    settings: writeSettings({
      handle,
      granted: [...granted],
      audit,
      privacies: [...(creator?.privacies ?? [])],
      commentsOff: creator?.commentsOff ?? false,
      duetsOff: creator?.duetsOff ?? false,
      stitchesOff: creator?.stitchesOff ?? false,
      longestVideoMs: creator?.longestVideoMs ?? null,
    }),
  }
}

/** Null where TikTok refuses to say it now, such as to an account that has posted enough for today. @throws Failure */
async function readCreatorIfTold(token: string, io: ConnectIo): Promise<Creator | null> {
  try {
    return await readCreator(token, io)
  } catch (error) {
    const isRefused = error instanceof Failure && !['unauthorized', 'unavailable'].includes(error.kind)
    if (isRefused) return null
    throw error
  }
}

/**
 * New tokens. The refresh token is another one each time, and the old one ends at once, so nothing stands between the answer and
 * its storing: the profile is read before, with the access that is about to end.
 */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const known = readCredentials(credentials)
  const profile = await readProfileAgain(account, known.accessToken, io)
  const { accessToken, refreshToken, expiresAt } = await refreshTokens(
    await readFlow(io),
    known.refreshToken,
    io,
  )
  return {
    credentials: write(accessToken, refreshToken ?? known.refreshToken, expiresAt),
    expiresAt,
    profile,
  }
}

/** The profile as it is now; null where it cannot be read, such as with access that has ended already. */
async function readProfileAgain(account: Account, token: string, io: ConnectIo): Promise<Profile | null> {
  const { granted } = readSettings(account)
  try {
    const { externalId, ...profile } = await readProfile(token, granted, io)
    return externalId === account.externalId ? profile : null
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** Ends the access of the app. The call takes an access token, so one that is over is renewed for it. */
async function revoke(_account: Account, credentials: JsonObject, io: ConnectIo): Promise<void> {
  const flow = await readFlow(io)
  const { accessToken, refreshToken, expiresAt } = readCredentials(credentials)
  const isOver = expiresAt !== null && expiresAt <= io.now().getTime()
  await revokeToken(flow, isOver ? await renew() : accessToken, 'access_token', io)

  async function renew(): Promise<string> {
    try {
      return (await refreshTokens(flow, refreshToken, io)).accessToken
    } catch (error) {
      // Access that can no longer be renewed is ended.
      if (error instanceof Failure && error.kind === 'unauthorized') return accessToken
      throw error
    }
  }
}
