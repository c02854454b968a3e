import { createKey } from '../src/api-keys/create-key.ts'
import type { Role } from '../src/callers/roles.ts'
import type { Scopes } from '../src/context.ts'
import { sql } from '../src/db/database.ts'
import type { State } from '../src/targets/states.ts'
import { newPerson } from './app/person.ts'
import type { Answer, House, Send } from './house.ts'

/** Somebody who speaks to the API with a key of their own, which does no more than their role. */
export interface Colleague {
  readonly userId: string
  request(method: string, path: string, send?: Send): Promise<Answer>
}

/** A new member of the workspace of the house. */
export async function colleague(
  house: House,
  role: Role,
  { scopes = 'all', mode = 'live' }: { scopes?: Scopes; mode?: 'live' | 'test' } = {},
): Promise<Colleague> {
  const { id: userId } = await newPerson(house, role)
  const { key } = await createKey(house.context.db, house.context.secretKeys, {
    ...{ workspaceId: house.workspaceId, userId, mode, name: role, scopes },
    isPersonal: true,
  })
  return { userId, request: (method, path, send = {}) => house.request(method, path, { key, ...send }) }
}

export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

/** The targets of a post as they are stored: state, hold reason and whether they await approval, in order of their accounts. */
export function targetsOf(house: House, postId: string) {
  return house.db.rows<{ state: State; hold_reason: string | null; awaits: boolean; position: number }>(sql`
    select state, hold_reason, awaits_approval as awaits, position from targets where post_id = ${postId}
    order by position, id`)
}

/** The types of the events of a post, in their order. */
export async function eventsOf(house: House, postId: string): Promise<string[]> {
  const rows = await house.db.rows<{ type: string }>(sql`
    select type from events where subject_id = ${postId} order by created_at, id`)
  return rows.map(({ type }) => type)
}

/** The id of the result of a post on one account. */
export async function resultOf(house: House, postId: string, accountId: string): Promise<string> {
  const { json } = await house.request('GET', `/v1/posts/${postId}?expand=results`)
  const isIts = (result: { social_account_id: string }) => result.social_account_id === accountId
  return json.results.find(isIts).id
}
