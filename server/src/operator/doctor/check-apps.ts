import type { Connector } from '../../connectors/connector.ts'
import { sql } from '../../db/database.ts'
import { program } from '../../lib/process/program.ts'
import type { AppParts } from '../../platform-apps/find-app.ts'
import { listMissingNeeds } from '../../platform-apps/missing-needs.ts'
import { type Finding, finding, note } from './finding.ts'

/**
 * Examines what this server lacks to connect accounts: the apps that networks ask for, https, media that they can fetch. A
 * lack is wrong only where an account is connected in that way already.
 */
export async function checkApps(parts: AppParts, connectors: readonly Connector[]): Promise<Finding> {
  const lacks = (await Promise.all(connectors.map((connector) => listLacks(parts, connector)))).flat()
  if (lacks.length === 0) return finding('apps', true, 'Every way to connect accounts is ready.', '')
  const used = await listUsedWays(parts)
  const broken = lacks.filter(({ way }) => used.has(way))
  const advice = lacks.map(({ way, details }) => `${way}: ${details.join(' ')}`).join('\n')
  if (broken.length === 0)
    return note('apps', `${namesOf(lacks)} cannot be used to connect accounts yet.`, advice)
  const found = `Accounts were connected by ${namesOf(broken)}, which this server now lacks something for.`
  return finding('apps', false, found, `${advice}\nSee all of them: ${program} platforms list`)
}

interface Lack {
  /** The platform and the way. */
  readonly way: string
  readonly details: readonly string[]
}

function listLacks(parts: AppParts, connector: Connector): Promise<Lack[]> {
  const ways = connector.connect.map(async (connect): Promise<Lack[]> => {
    const missing = await listMissingNeeds(parts, connector, connect)
    const way = `${connector.platform} ${connect.way}`
    return missing.length === 0 ? [] : [{ way, details: missing.map(({ detail }) => detail) }]
  })
  return Promise.all(ways).then((lists) => lists.flat())
}

async function listUsedWays({ db }: AppParts): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ way: string }>(sql`
    select distinct a.platform || ' ' || c.way as way from connections c
      join social_accounts a on a.workspace_id = c.workspace_id and a.id = c.account_id
    where c.way is not null and a.disconnected_at is null`)
  return new Set(rows.map(({ way }) => way))
}

function namesOf(lacks: readonly Lack[]): string {
  return lacks.map(({ way }) => way).join(', ')
}
