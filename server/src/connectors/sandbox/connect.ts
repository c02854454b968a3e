import type { JsonObject } from '../../lib/json/json.ts'
import {
  type Account,
  type ConnectIo,
  Failure,
  type FormConnect,
  type Identified,
  type Refreshed,
} from '../connector.ts'
import { call, callFor, origin, textOf, tokenOf } from './api.ts'
import { settingsOf } from './behavior.ts'
import { fields } from './options.ts'

/**
 * A pretend profile is made by being connected. Connecting the name again in the same space is the same profile with a
 * new token, and sets anew what it does.
 */
export const connectByName: FormConnect = {
  kind: 'form',
  way: 'name',
  fields,
  needsApp: false,
  needs: [],
  identify: async (input, io) => {
    const content = JSON.stringify({ ...input, space: io.space })
    return readProfile(await callFor(io, null, 'POST', '/profiles', { type: 'application/json', content }))
  },
  refresh,
  revoke,
}

// The token lives until it is revoked, and nothing but connecting again brings another.
export async function refresh(_account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  await callFor(io, tokenOf(credentials), 'GET', '/profile')
  return { credentials, expiresAt: null, profile: null }
}

export async function revoke(_account: Account, credentials: JsonObject, io: ConnectIo): Promise<void> {
  try {
    await call(io, tokenOf(credentials), 'DELETE', '/token')
  } catch (error) {
    // A token that has ended already is ended.
    if (!(error instanceof Failure) || error.kind !== 'unauthorized') throw error
  }
}

export function readProfile(profile: JsonObject): Identified {
  const [id, name] = [textOf(profile, 'id'), textOf(profile, 'name')]
  return {
    externalId: id,
    username: handleOf(name),
    displayName: name,
    avatarUrl: `${origin}/avatars/${id}.png`,
    profileUrl: textOf(profile, 'url'),
    settings: settingsOf(profile),
    credentials: { token: textOf(profile, 'token') },
    expiresAt: null,
  }
}

function handleOf(name: string): string {
  const words = name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return words.replace(/^-|-$/g, '') || 'profile'
}
