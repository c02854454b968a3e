import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, isArray, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type Account, type ConnectIo, Failure, type Identified, type Profile } from '../connector.ts'
import {
  bearer,
  failureOf,
  failureOfCall,
  isAboutScope,
  mustBeObject,
  needsScope,
  plainHeaders,
  readRequest,
} from './api.ts'
import { readInstance, readSoftware } from './instance.ts'
import { readSettings, writeSettings } from './settings.ts'

/** A token's profile, which must be `expectedId`'s unless that is null, and all about its server. @throws Failure */
export async function describeAccount(
  origin: string,
  token: string,
  expectedId: string | null,
  io: ConnectIo,
): Promise<Identified> {
  // The token is shown only to a server that speaks this API.
  const { domain, limits } = await readInstance(origin, io)
  const profile = await askProfile(origin, token, expectedId === null, io)
  if (expectedId !== null && profile.id !== expectedId)
    throw new Failure('unauthorized', 'This token now belongs to another account. Connect the account again.')
  const { software, version } = await readSoftware(origin, io)
  await askToList(origin, profile.id, token, io)
  const application = await askApplication(origin, token, io)
  await tryToWrite(origin, token, io)
  const accountId = profile.id
  return {
    externalId: `${new URL(origin).host}/${accountId}`,
    username: profile.name.includes('@') ? profile.name : `${profile.name}@${domain}`,
    displayName: profile.displayName,
    avatarUrl: profile.avatarUrl,
    profileUrl: profile.url,
    settings: writeSettings({ instance: origin, accountId, software, version, application, limits }),
    credentials: { access_token: token },
    expiresAt: null,
  }
}

/** The profile of a connected account as it is now, with its server. @throws Failure when the token is not its any more */
export async function refreshProfile(account: Account, token: string, io: ConnectIo): Promise<Profile> {
  const { instance, accountId } = readSettings(account)
  const found = await describeAccount(instance, token, accountId, io)
  const { username, displayName, avatarUrl, profileUrl, settings } = found
  return { username, displayName, avatarUrl, profileUrl, settings }
}

interface AskedProfile {
  id: string
  name: string
  displayName: string
  avatarUrl: string | null
  url: string
}

async function askProfile(
  origin: string,
  token: string,
  isNew: boolean,
  io: ConnectIo,
): Promise<AskedProfile> {
  const answer = await io.fetch(readRequest(origin, '/api/v1/accounts/verify_credentials', token))
  if (answer.status !== 200) throw refusedProfile(answer, token, isNew, io)
  const body = mustBeObject(answer)
  const id = textOf(body.id)
  const name = textOf(body.acct) ?? textOf(body.username)
  if (id === null || name === null)
    throw failureOf('unavailable', 'The server does not say whose token this is.', answer)
  const url =
    readWebAddress(textOf(body.url)) ?? readWebAddress(`${origin}/@${encodeURIComponent(name)}`) ?? origin
  return {
    id,
    name,
    displayName: textOf(body.display_name) ?? name,
    avatarUrl: textOf(body.avatar),
    url,
  }
}

/** Some servers answer 422 to a token that is nobody's. */
function refusedProfile(answer: OutboundAnswer, token: string, isNew: boolean, io: ConnectIo): Failure {
  const failure = failureOfCall(answer, io.now(), token)
  if (failure.kind !== 'invalid' && !(isNew && answer.status === 401)) return failure
  return failureOf(
    'unauthorized',
    'The server does not accept this access token. Copy it again, or create a new one.',
    answer,
  )
}

/** A token must be able to read the account's own posts: a lost answer could never be settled without that. */
async function askToList(origin: string, id: string, token: string, io: ConnectIo): Promise<void> {
  const path = `/api/v1/accounts/${encodeURIComponent(id)}/statuses?limit=1`
  const answer = await io.fetch(readRequest(origin, path, token))
  if (answer.status === 200 && isArray(answer.json)) return
  if (answer.status === 403) throw failureOf('unauthorized', needsScope, answer)
  throw failureOfCall(answer, io.now(), token)
}

/** The name of the application. Some tell its scopes too, and no token of it has others. @throws Failure without `write` */
async function askApplication(origin: string, token: string, io: ConnectIo): Promise<string | null> {
  const answer = await io.fetch(readRequest(origin, '/api/v1/apps/verify_credentials', token))
  if (answer.status !== 200) return null
  const body = asObject(answer.json)
  const scopes = isArray(body?.scopes) ? body.scopes.filter((scope) => typeof scope === 'string') : []
  if (scopes.length > 0 && !mayPublish(scopes)) throw failureOf('unauthorized', needsScope, answer)
  return textOf(body?.name)?.slice(0, 200) ?? null
}

function mayPublish(scopes: readonly string[]): boolean {
  const reads = ['read:accounts', 'read:statuses'].every((scope) => scopes.includes(scope))
  const writes = scopes.includes('write') || scopes.includes('write:statuses')
  return writes && (scopes.includes('read') || reads)
}

// An id that no server has: it has the form of GoToSocial's, and is zero as a number.
const impossibleId = '0'.repeat(26)

/**
 * Whether the token may write, tried on a post that cannot exist: servers look at scopes before posts, so nothing can
 * come of it. Only words about scopes are a refusal; any other answer is about the post. @throws Failure
 */
async function tryToWrite(origin: string, token: string, io: ConnectIo): Promise<void> {
  const answer = await io.fetch({
    method: 'PUT',
    url: new URL(`/api/v1/statuses/${impossibleId}`, origin).href,
    headers: { ...plainHeaders, ...bearer(token), 'content-type': 'application/json' },
    body: '{}',
  })
  if ([401, 403].includes(answer.status) && isAboutScope(answer))
    throw failureOf('unauthorized', needsScope, answer)
}
