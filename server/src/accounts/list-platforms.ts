import type { Connect, Connector } from '../connectors/connector.ts'
import { behaviorPowerOf } from '../connectors/of-platform.ts'
import type { CallContext, Context } from '../context.ts'
import { etagOf } from '../lib/etag.ts'
import type { JsonObject } from '../lib/json/json.ts'
import type { Answered } from '../lib/page.ts'
import { type WrittenLimits, writeLimits } from './social-account.ts'

/** A way to connect an account. */
interface Way {
  way: string
  /** A form is all it takes, or the person is sent to the network. */
  kind: Connect['kind']
  /** JSON Schema of the form that is filled in first. */
  fields: JsonObject
}

export interface Platform {
  platform: string
  name: string
  /** The modes in which its accounts may be connected. */
  modes: ('live' | 'test')[]
  limits: WrittenLimits
  /** JSON Schema of the per-post choices. */
  options: JsonObject
  /** The first of the ways. */
  connect: { kind: Connect['kind']; fields: JsonObject }
  ways: Way[]
  counting: WrittenLimits['text']
  /** JSON Schema of what an account's network can be told to do; null where it cannot be told. */
  behavior: JsonObject | null
}

/**
 * The platforms with their limits and options, from which composer, validator, SDK and tools work. All of them when no page
 * is asked for. The ETag covers the whole answer.
 */
export function listPlatforms(
  { context }: CallContext,
  { limit, offset = 0 }: { limit?: number; offset?: number },
  url: URL,
): { list: Answered<Platform>; etag: string } {
  const all = context.connectors
  const shown = all
    .slice(offset, limit === undefined ? undefined : offset + limit)
    .map((connector) => toPlatform(context, connector))
  const end = offset + shown.length
  const next = end < all.length ? new URL(url) : null
  next?.searchParams.set('offset', String(end))
  const meta = { total: all.length, offset, limit: limit ?? shown.length, next: next?.href ?? null }
  const list = { data: shown, meta }
  return { list, etag: etagOf(JSON.stringify(list)) }
}

function toPlatform(
  context: Pick<Context, 'behaviorPowers'>,
  { platform, name, modes, limits, options, connect }: Connector,
): Platform {
  const power = behaviorPowerOf(context, platform)
  const usual = limits(null)
  const [first, ...others] = connect.map(toWay)
  if (!first) throw new Error(`${name} has no way to connect an account.`)
  return {
    platform,
    name,
    modes: [...modes],
    limits: writeLimits(usual, []),
    options: asJson(options),
    connect: { kind: first.kind, fields: first.fields },
    ways: [first, ...others],
    counting: writeLimits(usual, []).text,
    behavior: power ? asJson(power.schema) : null,
  }
}

function toWay({ way, kind, fields }: Connect): Way {
  return { way, kind, fields: asJson(fields) }
}

// JSON drops the symbols that the schema library adds.
function asJson(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject
}
