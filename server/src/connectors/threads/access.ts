import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import { type Account, type ConnectIo, Failure, type Profile, type Refreshed } from '../connector.ts'
import { tradeToken } from '../kit/graph/graph-tokens.ts'
import { readObject } from '../kit/json-api.ts'
import type { CodeFlow } from '../kit/oauth/oauth-server.ts'
import { callThreads, graph } from './api.ts'
import { flowOf } from './app.ts'
import { readCredentials, writeCredentials } from './settings.ts'

const dayMs = 24 * 3_600_000
const lifeMs = 60 * dayMs

/**
 * Trades the token of an hour that a sign-in gave for one of 60 days.
 * Source: developers.facebook.com/docs/threads/get-started/long-lived-tokens.
 * @throws Failure
 */
export async function takeLongToken(
  flow: CodeFlow,
  shortToken: string,
  io: ConnectIo,
): Promise<{ credentials: JsonObject; expiresAt: Date }> {
  const [secret = ''] = flow.client.secrets
  const query = { grant_type: 'th_exchange_token', client_secret: secret, access_token: shortToken }
  return askForToken(flow, 'code', '/access_token', query, io)
}

async function askForToken(
  flow: CodeFlow,
  stage: 'code' | 'refresh',
  path: string,
  query: Readonly<Record<string, string>> & { access_token: string },
  io: ConnectIo,
): Promise<{ credentials: JsonObject; expiresAt: Date }> {
  const { accessToken, ...tokens } = await tradeToken({ graph, flow, stage }, path, query, io)
  const expiresAt = tokens.expiresAt ?? new Date(io.now().getTime() + lifeMs)
  const times = { madeAt: io.now().getTime(), expiresAt: expiresAt.getTime() }
  return { credentials: writeCredentials({ accessToken, ...times }), expiresAt }
}

/** The profile of a token. @throws Failure */
export async function readProfile(
  token: string,
  io: ConnectIo,
): Promise<Omit<Profile, 'settings'> & { externalId: string }> {
  const query = { fields: 'id,username,name,threads_profile_picture_url' }
  const body = readObject(graph.dialect, await callThreads({ path: '/me', query }, token, io))
  const [externalId, username] = [textOf(body.id), textOf(body.username)]
  if (externalId === null || username === null)
    throw new Failure('unavailable', 'Threads does not say whose access this is.')
  return {
    externalId,
    username,
    displayName: textOf(body.name) ?? username,
    avatarUrl: readWebAddress(textOf(body.threads_profile_picture_url)),
    profileUrl: profileUrlOf(username),
  }
}

export function profileUrlOf(username: string): string {
  return `https://www.threads.com/@${encodeURIComponent(username)}`
}

// A token can be renewed once it is a day old. Its 60 days start again then.
const youngMs = 10 * dayMs

/**
 * Renews a token that is some days old; a younger one, and one that is not renewed, is looked at. A private profile may have
 * to agree again after 90 days, whatever is renewed. @throws Failure `unauthorized` only when the access has ended
 */
export async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const { accessToken, madeAt, expiresAt } = readCredentials(credentials)
  if (io.now().getTime() - madeAt >= youngMs) {
    const renewed = await renew(accessToken, io)
    if (renewed) return { ...renewed, profile: null }
  }
  const { externalId, ...profile } = await readProfile(accessToken, io)
  if (externalId !== account.externalId)
    throw new Failure(
      'unauthorized',
      'This access now belongs to another profile. Connect the account again.',
    )
  return {
    credentials,
    expiresAt: new Date(expiresAt),
    profile: { ...profile, settings: account.settings },
  }
}

/** Null where Threads did not renew it, and did not say that it has ended either. @throws Failure */
async function renew(token: string, io: ConnectIo) {
  const flow = flowOf(await io.app())
  const query = { grant_type: 'th_refresh_token', access_token: token }
  try {
    return await askForToken(flow, 'refresh', '/refresh_access_token', query, io)
  } catch (error) {
    if (error instanceof Failure && (error.kind === 'invalid' || error.kind === 'forbidden')) return null
    throw error
  }
}

/** Threads has no call that ends access: the token ends by itself, or when its owner removes the app. */
export const revoke = (): Promise<void> => Promise.resolve()
