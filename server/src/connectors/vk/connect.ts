import { Type } from 'typebox'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import {
  type Account,
  type ConnectIo,
  Failure,
  type FormConnect,
  type Identified,
  type Refreshed,
} from '../connector.ts'
import { callVk, objectsIn } from './api.ts'
import { readCommunity, type Wall } from './profiles.ts'
import { readCredentials, writeCredentials, writeSettings } from './settings.ts'

const keyField = { format: 'password', minLength: 1, maxLength: 500 } as const

/** Connects a community by a key that its administrator made. */
export const connectByKey: FormConnect = {
  kind: 'form',
  way: 'community_key',
  fields: Type.Object(
    {
      access_token: Type.String({
        title: 'Key of the community',
        description:
          'Made at VK in the community under Manage, API usage, Access tokens, with the permission for the wall. For files allow documents too.',
        ...keyField,
      }),
      service_key: Type.Optional(
        Type.String({
          title: 'Service key of an app',
          description:
            'With it Crier can read the wall: it finds a post whose answer was lost, and counts likes. It stands in the settings of any app of yours at id.vk.com.',
          ...keyField,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  needsApp: false,
  needs: [],
  identify,
  refresh,
  // VK has no call that ends a key: an administrator deletes it on the page where it was made.
  revoke: async () => undefined,
}

async function identify(input: JsonObject, io: ConnectIo): Promise<Identified> {
  const accessToken = readKey(textOf(input.access_token) ?? '', 'the key of the community')
  const given = (textOf(input.service_key) ?? '').trim()
  const serviceKey = given === '' ? null : readKey(given, 'the service key')
  const wall = await asNewcomer(wrongKey, () => readCommunity(accessToken, io))
  const granted = await asNewcomer(wrongKey, () => readPermissions(accessToken, io))
  if (!granted.includes('wall'))
    throw new Failure('forbidden', 'This key may not post on the wall. Make one with that permission.')
  if (serviceKey !== null) await asNewcomer(wrongServiceKey, () => tryToRead(wall, serviceKey, io))
  return describe(wall, { accessToken, serviceKey, granted })
}

const wrongKey = 'VK does not accept this key of a community. Copy it again, or make a new one.'
const wrongServiceKey =
  'VK does not show the wall of this community for the service key. Copy it again; a closed community has to go without one.'

/** @throws Failure `invalid` */
function readKey(given: string, name: 'the key of the community' | 'the service key'): string {
  const key = given.trim()
  if (/^[\w.-]{20,500}$/.test(key)) return key
  throw new Failure(
    'invalid',
    name === 'the service key'
      ? 'Copy the whole service key, and nothing else.'
      : 'Copy the whole key of the community, and nothing else.',
  )
}

/** Refusals of what a person has just filled in, in words for them. */
async function asNewcomer<Found>(text: string, read: () => Promise<Found>): Promise<Found> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Failure) || !['unauthorized', 'forbidden', 'invalid'].includes(error.kind))
      throw error
    throw new Failure('unauthorized', text, { platformCode: error.platformCode, cause: error })
  }
}

/** The permissions of a key. Source: dev.vk.com/en/method/groups.getTokenPermissions. @throws Failure */
async function readPermissions(token: string, io: ConnectIo): Promise<string[]> {
  const { response } = await callVk('groups.getTokenPermissions', {}, token, io)
  return objectsIn(asObject(response)?.permissions).flatMap(({ name }) => textOf(name) ?? [])
}

async function tryToRead({ externalId }: Wall, serviceKey: string, io: ConnectIo): Promise<void> {
  await callVk('wall.get', { owner_id: externalId, count: '1' }, serviceKey, io)
}

function describe(
  wall: Wall,
  given: { accessToken: string; serviceKey: string | null; granted: string[] },
): Identified {
  const { accessToken, serviceKey, granted } = given
  return {
    ...wall,
    settings: writeSettings({ access: 'community', granted, reads: serviceKey !== null }),
    credentials: writeCredentials({ accessToken, place: 0, serviceKey, deviceId: null, rotating: null }),
    expiresAt: null,
  }
}

/** A key has no end and cannot be renewed. This finds out whether it is still good, and reads the community anew. */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const { accessToken, serviceKey } = readCredentials(credentials)
  const wall = await readCommunity(accessToken, io)
  if (wall.externalId !== account.externalId)
    throw new Failure('unauthorized', 'This key now belongs to another community. Connect it again.')
  const granted = await readPermissions(accessToken, io)
  const {
    externalId: _,
    credentials: __,
    expiresAt: ___,
    ...profile
  } = describe(wall, {
    accessToken,
    serviceKey,
    granted,
  })
  return { credentials, expiresAt: null, profile }
}
