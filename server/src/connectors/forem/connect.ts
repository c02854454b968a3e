import { Type } from 'typebox'
import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { readServerOrigin } from '../../lib/settings/server-origin.ts'
import { sentence } from '../../lib/text/sentence.ts'
import {
  type Account,
  type ConnectIo,
  Failure,
  type FormConnect,
  type Identified,
  type Refreshed,
} from '../connector.ts'
import { makeUnavailable, refusalTable } from '../kit/json-api.ts'
import { type Access, accessOf, askCommunity, dialect, readSuccess } from './api.ts'
import { readSettings, writeCredentials, writeSettings } from './settings.ts'

const usualCommunity = 'https://dev.to'

/** Connects by a key that the owner of the account made there. */
export const connectByKey: FormConnect = {
  kind: 'form',
  way: 'token',
  fields: Type.Object(
    {
      instance: Type.Optional(
        Type.String({
          title: 'Community',
          description: 'The address of the community. Left empty, it is https://dev.to.',
          maxLength: 300,
        }),
      ),
      api_key: Type.String({
        title: 'API key',
        description: 'Created there under Settings, Extensions, at the end of the page.',
        format: 'password',
        minLength: 1,
        maxLength: 200,
      }),
    },
    { additionalProperties: false },
  ),
  needsApp: false,
  needs: [],
  identify,
  refresh,
  // Forem has no call that ends a key: its owner deletes it on the page where it was made.
  revoke: async () => undefined,
}

async function identify(input: JsonObject, io: ConnectIo): Promise<Identified> {
  const apiKey = (textOf(input.api_key) ?? '').trim()
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new Failure('invalid', 'Copy the whole API key, and nothing else.')
  return readUser({ instance: readCommunity(input), apiKey }, true, io)
}

/** @throws Failure `invalid` for an address that is none */
function readCommunity({ instance }: JsonObject): string {
  const given = (textOf(instance) ?? '').trim()
  const read = readServerOrigin(given === '' ? usualCommunity : given, usualCommunity)
  if ('fault' in read) throw new Failure('invalid', read.fault)
  return read.origin
}

/** The owner of a key. Source: developers.forem.com/api/v1, "The authenticated user". @throws Failure */
async function readUser(access: Access, isNew: boolean, io: ConnectIo): Promise<Identified> {
  const { instance } = access
  const answer = await askCommunity({ path: '/api/users/me' }, access, io)
  if (isNew) refuseStranger(answer, instance, io)
  const user = readSuccess(answer, access, io)
  const username = textOf(user.username)
  const { id } = user
  const isNumber = typeof id === 'number' && Number.isSafeInteger(id) && id > 0
  if (!isNumber || username === null || username === '')
    throw new Failure(isNew ? 'invalid' : 'unavailable', noForem(instance))
  const { host } = new URL(instance)
  return {
    externalId: `${host}/${id}`,
    username: `${username}@${host}`,
    displayName: textOf(user.name) || username,
    avatarUrl: readWebAddress(textOf(user.profile_image)),
    profileUrl: `${instance}/${encodeURIComponent(username)}`,
    settings: writeSettings({ instance, userId: id }),
    credentials: writeCredentials({ apiKey: access.apiKey }),
    expiresAt: null,
  }
}

const noForem = (origin: string) =>
  sentence('There is no community with the API of Forem at {origin}.', { origin })

/** Tells a person who fills in the form what is wrong with it, and a community that is busy from none. */
function refuseStranger(answer: Parameters<typeof readSuccess>[0], instance: string, io: ConnectIo): void {
  const limited = refusalTable(dialect, [])(answer, io.now(), [])
  if (limited) throw limited
  if (answer.status >= 500) throw makeUnavailable(dialect, answer)
  if (answer.status === 401 && dialect.words(answer) !== null)
    throw new Failure(
      'unauthorized',
      'The community does not accept this API key. Copy it again, or create a new one.',
    )
  if (answer.status !== 200 || !asObject(answer.json)) throw new Failure('invalid', noForem(instance))
}

/** A key has no end and cannot be renewed. This finds out whether it is still good, and reads the profile anew. */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const found = await readUser(accessOf(account, credentials), false, io)
  if (readSettings(found).userId !== readSettings(account).userId)
    throw new Failure('unauthorized', 'This key now belongs to another account. Connect the account again.')
  const { username, displayName, avatarUrl, profileUrl, settings } = found
  return { credentials, expiresAt: null, profile: { username, displayName, avatarUrl, profileUrl, settings } }
}
