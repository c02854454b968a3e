import type { JsonObject } from '../../lib/json/json.ts'
import { type Account, type ConnectIo, Failure, type Profile } from '../connector.ts'
import { homeOf } from './identity.ts'
import { askLimits } from './server-limits.ts'
import { askProfile, profileUrlOf, readHandle } from './session.ts'
import { type Settings, writeSettings } from './settings.ts'

/**
 * The current profile, from what a server says about a session; null if it has not changed. The session is renewed
 * already, and must not be lost because another call fails.
 */
export async function readProfileNow(
  account: Account,
  settings: Settings,
  session: JsonObject,
  io: ConnectIo,
): Promise<Profile | null> {
  const now = {
    ...settings,
    ...(await learnLimits(settings.service, io)),
    home: homeOf(settings.did, session.didDoc) ?? settings.home,
  }
  return readChanges(account, now, readHandle(session) ?? account.username, io)
}

async function learnLimits(service: string, io: ConnectIo): Promise<object> {
  try {
    return await askLimits(service, io)
  } catch (error) {
    // The last known limits hold until the server reports them again.
    if (error instanceof Failure) return {}
    throw error
  }
}

async function readChanges(
  account: Account,
  now: Settings,
  username: string,
  io: ConnectIo,
): Promise<Profile | null> {
  const settings = writeSettings(now)
  const isSame = Object.entries(settings).every(([name, value]) => account.settings[name] === value)
  if (isSame && username === account.username) return null
  const shown = await askShown(now, username, io)
  return { username, ...shown, profileUrl: profileUrlOf(now.did), settings }
}

async function askShown(
  { service, did }: Settings,
  username: string,
  io: ConnectIo,
): Promise<Pick<Profile, 'displayName' | 'avatarUrl'>> {
  try {
    const { displayName, avatarUrl } = await askProfile(service, did, io)
    return { displayName: displayName ?? username, avatarUrl }
  } catch (error) {
    if (error instanceof Failure) return { displayName: null, avatarUrl: null }
    throw error
  }
}
