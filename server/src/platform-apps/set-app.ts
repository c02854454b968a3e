import type { Connector } from '../connectors/connector.ts'
import { sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { invalid } from '../lib/problem.ts'
import { createValidate } from '../lib/requests/validate.ts'
import { sealedIn } from '../secrets/sealed-columns.ts'
import type { AppParts } from './find-app.ts'

/**
 * Stores the operator's app at a network, sealed, in place of the one before. It counts from the next call of the network
 * on, in every process. `setBy` is the person who does it in Crier's pages; a command names none. @throws Problem 422
 */
export async function setApp(
  { db, sealer }: Pick<AppParts, 'db' | 'sealer'>,
  { platform, name, app }: Pick<Connector, 'platform' | 'name' | 'app'>,
  settings: JsonObject,
  setBy: string | null = null,
): Promise<void> {
  if (app === null) throw invalid([{ pointer: '', code: 'no_app', detail: `${name} needs no app of yours.` }])
  const wrong = createValidate(app)(settings)
  if (wrong.length > 0) throw invalid(wrong)
  const sealed = sealer.seal(JSON.stringify(settings), sealedIn('platform_apps.settings', platform))
  await db.run(sql`
    insert into platform_apps (platform, settings, set_by) values (${platform}, ${sealed}, ${setBy})
    on conflict (platform) do update
      set settings = excluded.settings, set_by = excluded.set_by, updated_at = clock_timestamp()`)
}

/** Forgets the app that `setApp` stored. Answers whether there was one. */
export async function removeApp({ db }: Pick<AppParts, 'db'>, platform: string): Promise<boolean> {
  return (await db.run(sql`delete from platform_apps where platform = ${platform}`)) > 0
}
