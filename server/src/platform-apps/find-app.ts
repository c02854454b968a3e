import type { Connector } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { sealedIn } from '../secrets/sealed-columns.ts'
import { appOfVariables } from './app-variables.ts'

/** `db` is a transaction where its caller is in one. */
export type AppParts = Pick<Context, 'config' | 'sealer'> & { readonly db: Queryable }

/** The operator's app at a network, and where it was set. */
export interface FoundApp {
  readonly settings: JsonObject
  readonly from: 'environment' | 'database'
}

/** Finds the operator's app at a network: that of the environment, or the one set by a command. Null where none is set. */
export async function findApp(
  { config, db, sealer }: AppParts,
  { platform, app }: Pick<Connector, 'platform' | 'app'>,
): Promise<FoundApp | null> {
  if (app === null) return null
  const given = appOfVariables(config.platformVariables, platform, app)
  if (given) return { settings: given, from: 'environment' }
  const row = await db.row<{ settings: string }>(sql`
    select settings from platform_apps where platform = ${platform}`)
  if (!row) return null
  return {
    settings: JSON.parse(
      sealer.open(row.settings, sealedIn('platform_apps.settings', platform)),
    ) as JsonObject,
    from: 'database',
  }
}
