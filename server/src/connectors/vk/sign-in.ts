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
import { beginCode, finishCode } from '../kit/oauth/oauth.ts'
import { renewShared, shareTokens } from '../kit/oauth/shared-tokens.ts'
import { readFlow } from './app.ts'
import { readCommunities, readPerson, type Wall } from './profiles.ts'
import { communityOf, readCredentials, readSettings, writeCredentials, writeSettings } from './settings.ts'

/** Connects walls on the page of VK ID, with the operator's app. */
export const connectByVkId: RedirectConnect = {
  kind: 'redirect',
  way: 'oauth',
  fields: Type.Object({}, { additionalProperties: false }),
  needsApp: true,
  needs: ['https'],
  begin: async (_input, io) => {
    const { url, verifier } = await beginCode(await readFlow(io, null), io)
    return { url, keep: { verifier } }
  },
  finish,
  refresh,
  // One access serves all walls of a sign-in. README.md says how a person ends it.
  revoke: async () => undefined,
}

async function finish(callback: URLSearchParams, keep: JsonObject, io: RedirectIo): Promise<Candidate[]> {
  const deviceId = readDevice(callback)
  const tokens = await finishCode(await readFlow(io, deviceId), callback, textOf(keep.verifier), io)
  const { granted } = tokens
  if (!granted.includes('wall'))
    throw new Failure(
      'forbidden',
      'VK gave no permission to post on a wall. VK gives it to an app on request alone: README.md of this network says how.',
    )
  const walls = await afterSignIn(() => readWalls(tokens.accessToken, granted, io))
  const shared = await shareTokens(tokens, io)
  if (shared === null) throw new Failure('forbidden', 'VK gave access that cannot be renewed. Sign in again.')
  const { accessToken, rotating } = shared
  const settings = writeSettings({ access: 'person', granted: [...granted], reads: true })
  const expiresAt = new Date(rotating.expiresAt)
  // Most people who use such a program have a community.
  const proposed = Math.max(
    0,
    walls.findIndex((wall) => communityOf(wall) !== null),
  )
  return walls.map((wall, place) => ({
    profile: {
      ...wall,
      settings,
      credentials: writeCredentials({ accessToken, place, serviceKey: null, deviceId, rotating }),
      expiresAt,
    },
    suggested: place === proposed,
    reason: null,
  }))
}

/** The device comes back with the code alone. A sign-in that was refused has none. */
function readDevice(callback: URLSearchParams): string | null {
  const given = callback.get('device_id') ?? ''
  if (/^[\x21-\x7e]{1,500}$/.test(given)) return given
  if (callback.has('code'))
    throw new Failure('invalid', 'The sign-in came back without its device. Sign in again.')
  return null
}

/** The wall of the person, and those of their communities where they may be listed. */
async function readWalls(token: string, granted: readonly string[], io: ConnectIo): Promise<readonly Wall[]> {
  const person = await readPerson(token, io)
  return granted.includes('groups') ? [person, ...(await readCommunities(token, io))] : [person]
}

/** A token that is refused at once is a fault of the sign-in. */
async function afterSignIn<Found>(read: () => Promise<Found>): Promise<Found> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'unauthorized') throw error
    throw new Failure('forbidden', 'VK gave access, and then refused it. Sign in again.', { cause: error })
  }
}

/** The old refresh token ends with its use, so the walls of a sign-in share the new one. */
async function refresh(account: Account, given: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const known = readCredentials(given)
  const { deviceId } = known
  if (known.rotating === null || deviceId === null)
    throw new Failure('unauthorized', 'This access cannot be renewed. Connect the account again.')
  const flowOf = () => readFlow(io, deviceId)
  const { accessToken, rotating } = await renewShared(known.accessToken, known.rotating, flowOf, io)
  return {
    credentials: writeCredentials({ ...known, accessToken, rotating }),
    expiresAt: new Date(rotating.expiresAt),
    profile: await readCurrent(account, accessToken, io),
  }
}

/** The wall as it is now; null where VK does not say, which takes nothing from the new access. */
async function readCurrent(account: Account, token: string, io: ConnectIo): Promise<Profile | null> {
  try {
    const walls =
      communityOf(account) === null
        ? [await readPerson(token, io)]
        : await readWalls(token, readSettings(account).granted, io)
    const wall = walls.find(({ externalId }) => externalId === account.externalId)
    if (!wall) return null
    const { externalId: _, ...profile } = wall
    return { ...profile, settings: account.settings }
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
