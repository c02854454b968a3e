import type { Connect, Connector, Preview } from '../connectors/connector.ts'
import { byName, powerOf } from '../connectors/of-platform.ts'
import type { CallContext, Context } from '../context.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { etagOf } from '../lib/requests/etag.ts'
import type { PageBody } from '../lib/requests/page.ts'
import { findApp } from '../platform-apps/find-app.ts'
import { guideUrl } from '../platform-apps/guide-url.ts'
import { listMissingNeeds, type MissingNeed } from '../platform-apps/missing-needs.ts'
import { type WrittenLimits, writeLimits } from './write-limits.ts'

/** A way to connect an account. */
interface Way {
  way: string
  /** A form is all it takes, or the person is sent to the network. */
  kind: Connect['kind']
  /** JSON Schema of the form that is filled in first. */
  fields: JsonObject
  /** The things that this server lacks for it, for the operator; empty where people can connect. */
  missing: MissingNeed[]
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
  /** Whether the operator's app is set; null where the network needs none. */
  app_configured: boolean | null
  counting: WrittenLimits['text']
  /** The public address of its icon, on our own host. */
  icon_url: string
  /** The public address of the page for its operator, on our own host. */
  guide_url: string
  preview: ReturnType<typeof writePreview>
  /** Whether the text of a public post can be changed there, and the options that can be changed with it; null where it cannot. */
  edits: { options: string[] } | null
  /** JSON Schema of the behaviours that its simulated network can take on; null for a real network. */
  behavior: JsonObject | null
}

interface Asked {
  limit?: number
  offset?: number
  /** Names of the API; those that no platform has find nothing. Left out: all platforms. */
  platform?: readonly string[]
}

/**
 * The platforms by name, with their limits and options, from which composer, validator, SDK and tools work. All of them when no page
 * is asked for. The ETag covers the whole answer.
 */
export async function listPlatforms(
  { context }: CallContext,
  { limit, offset = 0, platform: names }: Asked,
  url: URL,
): Promise<{ list: PageBody<Platform>; etag: string }> {
  const all = byName(context.connectors).filter(({ platform }) => names?.includes(platform) ?? true)
  const asked = all.slice(offset, limit === undefined ? undefined : offset + limit)
  const shown = await Promise.all(asked.map((connector) => toPlatform(context, connector)))
  const end = offset + shown.length
  const next = end < all.length ? new URL(url) : null
  next?.searchParams.set('offset', String(end))
  const meta = { total: all.length, offset, limit: limit ?? shown.length, next: next?.href ?? null }
  const list = { data: shown, meta }
  return { list, etag: etagOf(JSON.stringify(list)) }
}

async function toPlatform(context: Context, connector: Connector): Promise<Platform> {
  const { platform, name, modes, limits, options, connect, app } = connector
  const power = powerOf(connector, 'behavior')
  const edit = powerOf(connector, 'edit')
  const usual = limits(null)
  const [first, ...others] = await Promise.all(connect.map((way) => toWay(context, connector, way)))
  if (!first) throw new Error(`${name} has no way to connect an account.`)
  return {
    platform,
    name,
    modes: [...modes],
    limits: writeLimits(usual, []),
    options: asJson(options),
    connect: { kind: first.kind, fields: first.fields },
    ways: [first, ...others],
    app_configured: app === null ? null : (await findApp(context, connector)) !== null,
    counting: writeLimits(usual, []).text,
    icon_url: `${context.config.publicUrl.replace(/\/$/, '')}/v1/platforms/${platform}/icon.svg`,
    guide_url: guideUrl(context.config.publicUrl, platform),
    preview: writePreview(connector.preview),
    edits: edit ? { options: [...edit.options] } : null,
    behavior: power ? asJson(power.schema) : null,
  }
}

/** How a post looks on a platform, as answers show it. */
export function writePreview({ icon: _, linkCard, light, dark, clamp, actions, ...rest }: Preview) {
  return {
    ...rest,
    light: { ...light },
    dark: { ...dark },
    clamp: { ...clamp },
    link_card: linkCard,
    actions: [...actions],
  }
}

async function toWay(context: Context, connector: Connector, connect: Connect): Promise<Way> {
  const { way, kind, fields } = connect
  return { way, kind, fields: asJson(fields), missing: await listMissingNeeds(context, connector, connect) }
}

// JSON drops the symbols that the schema library adds.
function asJson(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject
}
