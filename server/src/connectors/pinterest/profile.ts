import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { textOf } from '../../lib/json/json.ts'
import { type ConnectIo, Failure, type Profile } from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import { callPinterest, dialect, idOf, origins, website } from './api.ts'
import { type Environment, writeSettings } from './settings.ts'

export interface OwnProfile extends Profile {
  readonly id: string
  readonly displayName: string
}

/** The account of an access. @throws Failure when it cannot be read */
export async function readProfile(
  token: string,
  granted: readonly string[],
  environment: Environment,
  io: ConnectIo,
): Promise<OwnProfile> {
  const access = { origin: origins[environment], token }
  const body = readObject(dialect, await callPinterest({ path: '/user_account' }, access, io))
  const [id, username] = [idOf(body.id), textOf(body.username)]
  if (id === null || username === null)
    throw new Failure('unavailable', 'Pinterest does not say whose access this is.')
  return {
    id,
    username,
    displayName: textOf(body.business_name) || username,
    avatarUrl: readWebAddress(textOf(body.profile_image)),
    profileUrl: `${website}/${encodeURIComponent(username)}/`,
    settings: writeSettings({ environment, granted: [...granted] }),
  }
}
