import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type Account, type ConnectIo, Failure, type Identified, type Profile } from '../connector.ts'
import { type Access, askServer, failureOfCall, isCode, readSuccess } from './api.ts'
import { limitsFor, readInstance, readSoftware } from './instance.ts'
import { listNotes } from './own-notes.ts'
import { needsPermissions } from './refusals.ts'
import { readSettings, writeCredentials, writeSettings } from './settings.ts'

/** A token's profile, which must be `expectedId`'s unless that is null, and all about its server. @throws Failure */
export async function describeAccount(
  instance: string,
  token: string,
  expectedId: string | null,
  io: ConnectIo,
): Promise<Identified> {
  // The token is shown only to a server that speaks this API.
  const server = await readInstance(instance, io)
  const access = { instance, token }
  const profile = await askProfile(access, expectedId === null, io)
  const [id, name] = [textOf(profile.id), textOf(profile.username)]
  if (id === null || name === null)
    throw new Failure('unavailable', 'The server does not say whose token this is.')
  if (expectedId !== null && id !== expectedId)
    throw new Failure('unauthorized', 'This token now belongs to another account. Connect the account again.')
  const { software, version } = await readSoftware(instance, io)
  // A lost answer could never be settled without the account's own posts.
  await listNotes(id, { limit: 1, afterId: null }, access, io)
  await tryToWrite(access, io)
  const settings = { instance, accountId: id, software, version, limits: limitsFor(server, profile) }
  return {
    externalId: `${new URL(instance).host}/${id}`,
    username: `${name}@${server.domain}`,
    displayName: textOf(profile.name) ?? name,
    avatarUrl: textOf(profile.avatarUrl),
    profileUrl: readWebAddress(`${instance}/@${encodeURIComponent(name)}`) ?? instance,
    settings: writeSettings({ ...settings, mayPostPublicly: mayPostPublicly(profile) }),
    credentials: writeCredentials({ accessToken: token }),
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

const tooOld =
  'This server takes no token in the header of a call, which Misskey does from 13.14 on. Ask its operator to update it.'

async function askProfile(access: Access, isNew: boolean, io: ConnectIo): Promise<JsonObject> {
  const answer = await askServer('i', {}, access, io)
  // A server that does not read the header takes us for a stranger.
  if (isCode(answer, 'CREDENTIAL_REQUIRED')) throw new Failure(isNew ? 'invalid' : 'unauthorized', tooOld)
  if (isNew && isCode(answer, 'AUTHENTICATION_FAILED'))
    throw new Failure(
      'unauthorized',
      'The server does not accept this access token. Copy it again, or create a new one.',
    )
  return readSuccess(answer, access, io)
}

// An id that no server has: it is older than all of them.
const impossibleId = '0'.repeat(10)

/**
 * Whether the token may write, tried on a post and a file that cannot exist: a server looks at permissions before it looks at
 * anything else, so that nothing can come of it. @throws Failure `unauthorized`
 */
async function tryToWrite(access: Access, io: ConnectIo): Promise<void> {
  const answers = [
    await askServer('notes/delete', { noteId: impossibleId }, access, io),
    await askServer('drive/files/delete', { fileId: impossibleId }, access, io),
  ]
  for (const answer of answers) {
    if (isCode(answer, 'PERMISSION_DENIED')) throw new Failure('unauthorized', needsPermissions)
    if (isCode(answer, 'YOUR_ACCOUNT_SUSPENDED', 'YOUR_ACCOUNT_MOVED'))
      throw failureOfCall(answer, access, io)
  }
}

/** Source: NoteCreateService of Misskey, which makes public posts of such accounts posts for the home timeline. */
function mayPostPublicly(profile: JsonObject): boolean {
  return asObject(profile.policies)?.canPublicNote !== false && profile.isSilenced !== true
}
