import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, textOf } from '../../lib/json/json.ts'
import { type ConnectIo, Failure, type Profile } from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import { callReddit, dialect } from './api.ts'
import { readIdentity } from './app.ts'
import { website } from './names.ts'
import { writeSettings } from './settings.ts'

export interface OwnProfile extends Profile {
  readonly id: string
  readonly displayName: string
  readonly isSuspended: boolean
}

/** The person of an access. Source: GET /api/v1/me at www.reddit.com/dev/api. @throws Failure when it cannot be read */
export async function readProfile(token: string, io: ConnectIo): Promise<OwnProfile> {
  const { clientId, userAgent } = await readIdentity(io)
  const body = readObject(dialect, await callReddit({ path: '/api/v1/me' }, { token, userAgent }, io))
  const [id, username] = [textOf(body.id), textOf(body.name)]
  if (id === null || username === null || !/^[a-z0-9]{1,20}$/.test(id) || !/^[\w-]{2,30}$/.test(username))
    throw new Failure('unavailable', 'Reddit does not say whose access this is.')
  return {
    id,
    username,
    displayName: textOf(asObject(body.subreddit)?.title) ?? username,
    avatarUrl: readWebAddress(textOf(body.icon_img)),
    profileUrl: `${website}/user/${encodeURIComponent(username)}/`,
    settings: writeSettings({ clientId, userAgent }),
    isSuspended: body.is_suspended === true,
  }
}
