import { type Queryable, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'

/** The parts of a new workspace that have a default. */
export interface NewWorkspaceOptions {
  /** UTC by default. */
  readonly timezone?: string | undefined
  /** Whether it has no subscription before somebody pays for one. False by default: the operator gives it one. */
  readonly mustPay?: boolean
}

/** Makes a workspace. One that must pay never had a subscription, so nothing of it has days of grace. Answers its id. */
export async function createWorkspace(
  tx: Queryable,
  name: string,
  { timezone = 'UTC', mustPay = false }: NewWorkspaceOptions = {},
): Promise<string> {
  const id = newId()
  const [subscription, source, endedAt] = mustPay
    ? ['inactive', 'stripe', '-infinity']
    : ['active', 'operator', null]
  await tx.run(sql`
    insert into workspaces (id, name, timezone, subscription, subscription_from, subscription_ended_at)
    values (${id}, ${name}, ${timezone}, ${subscription}, ${source}, ${endedAt}::timestamptz)`)
  return id
}
