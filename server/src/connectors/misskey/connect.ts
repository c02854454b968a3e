import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account, ConnectIo, FormConnect, Identified, Refreshed } from '../connector.ts'
import { cleanToken } from '../kit/clean-token.ts'
import { accessOf, askServer, failureOfCall } from './api.ts'
import { describeAccount, refreshProfile } from './describe-account.ts'
import { readInstanceOrigin, serverField } from './instance.ts'
import { readToken } from './settings.ts'

const fields = Type.Object(
  {
    instance: serverField,
    access_token: Type.String({
      title: 'Access token',
      description:
        'An access token that may read the account, write notes and write to the drive, created on that server under Settings, API.',
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
 * A token has no end and cannot be renewed. This finds out whether it is still good, and learns the server's program and limits
 * anew.
 */
export async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const profile = await refreshProfile(account, readToken(credentials), io)
  return { credentials, expiresAt: null, profile }
}

/**
 * Asks the server to forget the token. Misskey lets its own pages alone do that, so that the owner has to delete it there.
 * Source: the endpoint `i/revoke-token`, which is `secure`. @throws Failure `forbidden` when the server does not let us
 */
export async function revoke(account: Account, credentials: JsonObject, io: ConnectIo): Promise<void> {
  const access = accessOf(account, credentials)
  const answer = await askServer('i/revoke-token', { token: access.token }, access, io)
  if (answer.status !== 200 && answer.status !== 204) throw failureOfCall(answer, access, io)
}
