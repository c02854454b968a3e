import type { JsonObject } from '../../lib/json/json.ts'
import type { BehaviorPower } from '../connector.ts'
import { callFor, tokenOf } from './api.ts'
import { behavior } from './options.ts'

/** Sets how the simulated network treats the posts of an account. */
export const behaviorPower: BehaviorPower = {
  power: 'behavior',
  schema: behavior,
  set: async (_account, credentials, settings, io) => {
    const body = { type: 'application/json', content: JSON.stringify(settings) }
    return settingsOf(await callFor(io, tokenOf(credentials), 'PATCH', '/profile', body))
  },
  current: ({ settings }) => settingsOf(settings),
}

/** The settings of an account, from its profile or from earlier settings; without `times` a behaviour has no end. */
export function settingsOf(known: JsonObject): JsonObject {
  const named = Object.keys(behavior.properties).map((name) => [name, known[name] ?? null] as const)
  return Object.fromEntries(named.filter(([, value]) => value !== null))
}
