import { type Queryable, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'

/** Makes a workspace with an active subscription, in UTC. Answers its id. */
export async function createWorkspace(tx: Queryable, name: string): Promise<string> {
  const id = newId()
  await tx.run(sql`insert into workspaces (id, name) values (${id}, ${name})`)
  return id
}
