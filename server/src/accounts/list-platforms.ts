import type { Scope } from '../context.ts'
import type { Json, JsonObject } from '../lib/json.ts'
import { writeLimits } from './social-account.ts'

export interface Platform {
  platform: string
  name: string
  modes: readonly string[]
  limits: JsonObject
  /** JSON Schema of the per-post choices. */
  options: JsonObject
  connect: { kind: string; fields: JsonObject }
  counting: JsonObject
}

/** What every network Crier speaks to may be asked for: the same truth for composer, validator, SDK and tools. */
export function listPlatforms({ context }: Scope): Platform[] {
  return context.connectors.map(({ platform, name, modes, limits, options, connect }) => {
    const { text } = limits(null)
    return {
      platform,
      name,
      modes,
      limits: writeLimits(limits(null)),
      options: asJson(options),
      connect: { kind: connect.kind, fields: asJson(connect.fields) },
      counting: { max: text.max, unit: text.unit, also: text.also as Json, link_cost: text.linkCost },
    }
  })
}

// A schema also carries symbols of its library, which JSON leaves behind.
function asJson(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject
}
