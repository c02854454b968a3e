import { createConnectIo } from '../../accounts/connect-io.ts'
import { connectorOf, powerOf } from '../../connectors/of-platform.ts'
import type { Context, Mode } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { notFound, Problem } from '../../lib/problem.ts'
import { disconnectAccount } from '../disconnect-account.ts'

/** A form that a network sent to one of our addresses, which anybody can do. */
export interface Callback {
  readonly platform: string
  readonly form: URLSearchParams
  /** Whether the person also wants their data deleted. */
  readonly deletes: boolean
}

// Only our own store is asked for the app.
const readMs = 10_000

/**
 * Disconnects every account whose access a person revoked at the network, in all workspaces. One app can serve several
 * of our platforms and knows only one address, so each of them checks whether the signature is its app's. A second call
 * changes nothing.
 * @throws Problem 403 where no app signed it, 404
 */
export async function takeBackAccess(context: Context, { platform, form, deletes }: Callback): Promise<void> {
  const asked = connectorOf(context, platform)
  if (!asked || !powerOf(asked, 'callbacks')) throw notFound('callback')
  let isSigned = false
  for (const connector of context.connectors) {
    const power = powerOf(connector, 'callbacks')
    const io = createConnectIo(context, connector, AbortSignal.timeout(readMs))
    const person = power ? await power.read(form, io) : null
    if (!person) continue
    isSigned = true
    await endAccess(context, connector.platform, person.userId, deletes)
  }
  if (!isSigned)
    throw new Problem(
      403,
      'callback_unsigned',
      'This is not signed by an app of this server, or is a day old.',
    )
}

interface AccessRow {
  id: string
  workspace_id: string
  mode: Mode
}

async function endAccess(
  context: Context,
  platform: string,
  userId: string,
  deletes: boolean,
): Promise<void> {
  const rows = await context.db.rows<AccessRow>(sql`
    select id, workspace_id, mode from social_accounts
    where platform = ${platform} and (external_id = ${userId} or settings->'user_ids' ? ${userId})
    order by workspace_id, id`)
  for (const row of rows) {
    await context.db.transaction(async (tx) => {
      await disconnectIfConnected(tx, row)
      if (deletes) await forgetPerson(tx, row)
    })
  }
  context.log.info({ platform, accounts: rows.length, deletes }, 'a person took back the access of accounts')
}

async function disconnectIfConnected(
  tx: Queryable,
  { id, workspace_id: workspaceId, mode }: AccessRow,
): Promise<void> {
  const connected = await tx.row(sql`
    select id from social_accounts where workspace_id = ${workspaceId} and id = ${id} and disconnected_at is null
    for no key update`)
  if (connected) await disconnectAccount({ db: tx, workspaceId, mode }, id)
}

/** The row stays, because posts refer to it; its next connection writes all of this again. */
async function forgetPerson(tx: Queryable, { id, workspace_id: workspaceId }: AccessRow): Promise<void> {
  await tx.run(sql`
    update social_accounts set username = 'deleted', display_name = 'Deleted account', avatar_url = null,
      settings = settings - 'user_ids', updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${id}`)
}
