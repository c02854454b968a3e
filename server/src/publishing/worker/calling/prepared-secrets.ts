import type { Context } from '../../../context.ts'
import { sql } from '../../../db/database.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import { sealedIn } from '../../../secrets/sealed-columns.ts'
import { isInState } from '../../../targets/state-sql.ts'
import { settledStates } from '../../../targets/states.ts'
import type { Seen } from '../../target.ts'

type SecretParts = Pick<Context, 'db' | 'sealer'>

/** Stores what gives access to something that was prepared, sealed, unless the target is another worker's by now. */
export async function keepSecrets(
  { db, sealer }: SecretParts,
  { seen: { workspaceId, id, fence } }: { readonly seen: Seen },
  secrets: JsonObject,
): Promise<void> {
  const sealed = sealer.seal(JSON.stringify(secrets), sealedIn('prepared_secrets.secrets', workspaceId, id))
  await db.run(sql`
    insert into prepared_secrets (workspace_id, target_id, secrets)
    select workspace_id, id, ${sealed} from targets
    where workspace_id = ${workspaceId} and id = ${id} and fence = ${fence}
    on conflict (workspace_id, target_id) do update
      set secrets = excluded.secrets, updated_at = clock_timestamp()`)
}

/** The secrets that were stored last; `{}` where there are none. */
export async function readSecrets(
  { db, sealer }: SecretParts,
  { seen: { workspaceId, id } }: { readonly seen: Pick<Seen, 'workspaceId' | 'id'> },
): Promise<JsonObject> {
  const row = await db.row<{ secrets: string }>(sql`
    select secrets from prepared_secrets where workspace_id = ${workspaceId} and target_id = ${id}`)
  if (!row) return {}
  return JSON.parse(
    sealer.open(row.secrets, sealedIn('prepared_secrets.secrets', workspaceId, id)),
  ) as JsonObject
}

/** Forgets the secrets of targets that were settled a day ago. The worker calls it now and then. Answers how many. */
export function sweepPreparedSecrets({ db }: Pick<Context, 'db'>): Promise<number> {
  return db.run(sql`
    delete from prepared_secrets s using targets t
    where t.workspace_id = s.workspace_id and t.id = s.target_id
      and ${isInState('t', settledStates)} and t.updated_at < clock_timestamp() - interval '1 day'`)
}
