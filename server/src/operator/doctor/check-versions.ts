import type { Connector } from '../../connectors/connector.ts'
import { powerOf } from '../../connectors/of-platform.ts'
import { sql } from '../../db/database.ts'
import { type AppParts, findApp } from '../../platform-apps/find-app.ts'
import { type Finding, finding, note } from './finding.ts'

const dayMs = 86_400_000
const warnedDays = 60

/**
 * Examines the versions of networks' APIs that are in use. One that ends within 60 days is worth a note; one that has ended
 * is wrong where an account is connected. Networks without dated versions, or of which no end is known, are left out.
 */
export async function checkVersions(
  parts: AppParts,
  now: Date,
  connectors: readonly Connector[],
): Promise<Finding[]> {
  const dated = (await Promise.all(connectors.map((connector) => readEnd(parts, connector)))).flat()
  const ending = dated.filter(({ endsAt }) => endsAt.getTime() - now.getTime() <= warnedDays * dayMs)
  if (dated.length === 0) return []
  if (ending.length === 0)
    return [finding('API versions', true, `None of ${namesOf(dated)} ends within ${warnedDays} days.`, '')]
  const used = await listUsedPlatforms(parts)
  const found = ending.map((one) => sayEnd(one, now)).join(' ')
  const isBroken = ending.some(({ platform, endsAt }) => endsAt <= now && used.has(platform))
  return [isBroken ? finding('API versions', false, found, remedy) : note('API versions', found, remedy)]
}

const remedy =
  'Update Crier, which brings newer versions. Where the version is a setting of the network, its README under server/src/connectors says which one.'

interface DatedVersion {
  readonly platform: string
  readonly name: string
  readonly version: string
  /** The beginning of the day on which it ends, UTC. */
  readonly endsAt: Date
}

async function readEnd(parts: AppParts, connector: Connector): Promise<DatedVersion[]> {
  const power = powerOf(connector, 'api_version')
  if (!power) return []
  const { version, endsOn } = power.inUse((await findApp(parts, connector))?.settings ?? null)
  if (endsOn === null) return []
  return [{ platform: connector.platform, name: connector.name, version, endsAt: new Date(endsOn) }]
}

async function listUsedPlatforms({ db }: AppParts): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ platform: string }>(sql`
    select distinct platform from social_accounts where disconnected_at is null`)
  return new Set(rows.map(({ platform }) => platform))
}

function sayEnd({ name, version, endsAt }: DatedVersion, now: Date): string {
  const day = endsAt.toISOString().slice(0, 10)
  if (endsAt <= now) return `Version ${version} of ${name} ended on ${day}.`
  const days = Math.ceil((endsAt.getTime() - now.getTime()) / dayMs)
  return `Version ${version} of ${name} ends on ${day}, in ${days} ${days === 1 ? 'day' : 'days'}.`
}

function namesOf(dated: readonly DatedVersion[]): string {
  return dated.map(({ name, version }) => `${name} ${version}`).join(', ')
}
