import { createHmac } from 'node:crypto'
import { type Queryable, sql } from '../../db/database.ts'
import { notFound, Problem } from '../../lib/problem.ts'
import { deriveKey, isSigned, type SecretKeys } from '../../lib/secrecy/secret-keys.ts'

/** Below PUBLIC_URL: `/exports/<id>`. */
export const exportPath = '/exports'

/** Long enough to begin a large download, and to take it up again once or twice. */
const livesMinutes = 60

interface Grant {
  readonly workspaceId: string
  readonly id: string
  readonly expiresAt: Date
}

/**
 * Makes an address at which the archive of an export can be downloaded without signing in, for an hour.
 * @throws Problem 404, 409 `export_not_ready`
 */
export async function createExportUrl(
  db: Queryable,
  keys: SecretKeys,
  publicUrl: string,
  { workspaceId, id }: Omit<Grant, 'expiresAt'>,
): Promise<{ url: string; expires_at: string }> {
  const row = await db.row<{ state: string; ends_at: Date }>(sql`
    select state, least(expires_at, clock_timestamp() + ${livesMinutes} * interval '1 minute') as ends_at
    from workspace_exports
    where workspace_id = ${workspaceId} and id = ${id} and (expires_at is null or expires_at > clock_timestamp())`)
  if (row === null) throw notFound('export')
  if (row.state !== 'ready')
    throw new Problem(
      409,
      'export_not_ready',
      'The archive of this export is not there yet, or could not be made.',
    )
  const expiresAt = row.ends_at
  const url = new URL(`${publicUrl}${exportPath}/${id}`)
  url.searchParams.set('workspace', workspaceId)
  url.searchParams.set('expires', expiresAt.toISOString())
  url.searchParams.set('signature', sign({ workspaceId, id, expiresAt }, keys.current).toString('base64url'))
  return { url: url.href, expires_at: expiresAt.toISOString() }
}

/** The export that an address of ours leads to; null for any other address, and for one that has ended. */
export function readExportUrl(
  id: string,
  query: URLSearchParams,
  keys: SecretKeys,
  now = new Date(),
): Omit<Grant, 'expiresAt'> | null {
  const expiresAt = new Date(query.get('expires') ?? '')
  if (Number.isNaN(expiresAt.getTime())) return null
  const workspaceId = query.get('workspace') ?? ''
  const given = Buffer.from(query.get('signature') ?? '', 'base64url')
  const isOurs = isSigned(keys, given, (key) => sign({ workspaceId, id, expiresAt }, key))
  return isOurs && expiresAt > now ? { workspaceId, id } : null
}

function sign({ workspaceId, id, expiresAt }: Grant, secretKey: Buffer): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'exports'))
    .update(JSON.stringify([workspaceId, id, expiresAt.toISOString()]))
    .digest()
}
