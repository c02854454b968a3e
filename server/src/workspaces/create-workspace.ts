import { type Queryable, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'

/** Makes a workspace with an active subscription, in UTC unless a time zone is given. Answers its id. */
export async function createWorkspace(tx: Queryable, name: string, timezone = 'UTC'): Promise<string> {
  const id = newId()
  await tx.run(sql`insert into workspaces (id, name, timezone) values (${id}, ${name}, ${timezone})`)
  return id
}
