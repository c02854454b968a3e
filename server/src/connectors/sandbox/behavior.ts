import type { JsonObject } from '../../lib/json/json.ts'
import type { ConductPower } from '../connector.ts'
import { callFor, tokenOf } from './api.ts'
import { conduct } from './options.ts'

/** A pretend account is told what its network does to its posts. */
export const sandboxConduct: ConductPower = {
  platform: 'sandbox',
  conduct,
  tell: async (_account, credentials, said, io) => {
    const body = { type: 'application/json', content: JSON.stringify(said) }
    return settingsOf(await callFor(io, tokenOf(credentials), 'PATCH', '/profile', body))
  },
  told: ({ settings }) => settingsOf(settings),
}

/** What of a profile, or of the settings once made from one, an account's settings hold; no `times` means always. */
export function settingsOf(known: JsonObject): JsonObject {
  const named = Object.keys(conduct.properties).map((name) => [name, known[name] ?? null] as const)
  return Object.fromEntries(named.filter(([, value]) => value !== null))
}
