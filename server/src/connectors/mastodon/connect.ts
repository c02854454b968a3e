import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account, ConnectIo, FormConnect, Identified, Refreshed } from '../connector.ts'
import { cleanToken } from '../kit/clean-token.ts'
import { failureOfCall, plainHeaders } from './api.ts'
import { describeAccount, refreshProfile } from './describe-account.ts'
import { readInstanceOrigin, serverField } from './instance.ts'
import { readSettings, readToken } from './settings.ts'

const fields = Type.Object(
  {
    instance: serverField,
    access_token: Type.String({
      title: 'Access token',
      description:
        'An access token with the scopes read and write, created on that server under Preferences, Development.',
      format: 'password',
      minLength: 1,
      maxLength: 2_000,
    }),
  },
  { additionalProperties: false },
)

/** Connects by server and access token. */
export const connectByToken: FormConnect = {
  kind: 'form',
  way: 'token',
  fields,
  needsApp: false,
  needs: [],
  identify,
  refresh,
  revoke,
}

async function identify(input: JsonObject, io: ConnectIo): Promise<Identified> {
  return describeAccount(readInstanceOrigin(input), cleanToken(input.access_token), null, io)
}

/**
 * Such a token has no end and cannot be renewed. This finds out whether it is still good, and learns the server's program
 * and limits anew.
 */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const profile = await refreshProfile(account, readToken(credentials), io)
  return { credentials, expiresAt: null, profile }
}

/**
 * Asks the server to forget the token. Most grant that only to the application it was made for, which we are not; then
 * its owner has to delete it there.
 */
async function revoke(account: Account, credentials: JsonObject, io: ConnectIo): Promise<void> {
  const { instance } = readSettings(account)
  const answer = await io.fetch({
    method: 'POST',
    url: new URL('/oauth/revoke', instance).href,
    headers: { ...plainHeaders, 'content-type': 'application/json' },
    body: JSON.stringify({ token: readToken(credentials) }),
  })
  if (answer.status === 429 || answer.status >= 500)
    throw failureOfCall(answer, io.now(), readToken(credentials))
}
