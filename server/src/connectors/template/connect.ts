import { Type } from 'typebox'
import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import {
  type Account,
  type ConnectIo,
  Failure,
  type FormConnect,
  type Identified,
  type Refreshed,
} from '../connector.ts'
import { cleanToken } from '../kit/clean-token.ts'
import { readObject } from '../kit/json-api.ts'
import { callPerch, dialect } from './api.ts'
import { readToken, writeCredentials, writeSettings } from './settings.ts'

/** Connects by an access token that a person copies from the settings of the network. */
export const connectByToken: FormConnect = {
  kind: 'form',
  way: 'token',
  fields: Type.Object(
    {
      access_token: Type.String({
        title: 'Access token',
        description:
          'An access token that may read and publish, created at Perch under Settings, Developers.',
        format: 'password',
        minLength: 1,
        maxLength: 2_000,
      }),
    },
    { additionalProperties: false },
  ),
  needsApp: false,
  needs: [],
  identify: async (input, io) => readProfile(cleanToken(input.access_token), io),
  refresh,
  revoke,
}

/** The profile of a token, and all that is kept of it. @throws Failure */
async function readProfile(token: string, io: ConnectIo): Promise<Identified> {
  const body = readObject(dialect, await callPerch({ path: '/v1/me' }, token, io))
  const [id, name] = [textOf(body.id), textOf(body.name)]
  const profileUrl = readWebAddress(textOf(body.url))
  if (id === null || name === null || profileUrl === null)
    throw new Failure('unavailable', 'Perch does not say whose token this is.')
  const characters = asObject(body.limits)?.characters
  return {
    externalId: id,
    username: name,
    displayName: textOf(body.display_name) ?? name,
    avatarUrl: readWebAddress(textOf(body.avatar_url)),
    profileUrl,
    settings: writeSettings({ maxCharacters: typeof characters === 'number' ? characters : 500 }),
    credentials: writeCredentials({ accessToken: token }),
    expiresAt: null,
  }
}

/** Such a token has no end and cannot be renewed. This finds out whether it is still good, and reads the limits again. */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const found = await readProfile(readToken(credentials), io)
  if (found.externalId !== account.externalId)
    throw new Failure('unauthorized', 'This token now belongs to another account. Connect the account again.')
  const { username, displayName, avatarUrl, profileUrl, settings } = found
  const profile = { username, displayName, avatarUrl, profileUrl, settings }
  return { credentials, expiresAt: null, profile }
}

async function revoke(_account: Account, credentials: JsonObject, io: ConnectIo): Promise<void> {
  try {
    await callPerch({ method: 'DELETE', path: '/v1/token' }, readToken(credentials), io)
  } catch (error) {
    // A token that has ended already is ended.
    if (!(error instanceof Failure) || error.kind !== 'unauthorized') throw error
  }
}
