import { setTimeout as pause } from 'node:timers/promises'
import { createKey } from '../../src/api-keys/create-key.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import type { JsonObject } from '../../src/lib/json/json.ts'
import { connectOne } from '../connect-one.ts'
import { type Model, type ModelAccount, type NetworkClass, networkClasses } from './model.ts'
import type { Place } from './place.ts'

export interface Answer {
  readonly status: number
  /** The body; of no type, for its shape is what the properties are about. */
  readonly json: ReturnType<typeof JSON.parse>
}

/** Who speaks to Crier. */
export type Speaker = 'operator' | 'author'

/** A workspace of its own in a place, and how its people speak to Crier. */
export interface World {
  readonly place: Place
  readonly workspaceId: string
  /** With a test key of its operator, or that of an author, whose posts wait for approval. */
  request(method: string, path: string, body?: unknown, by?: Speaker): Promise<Answer>
  /** Connects this account, or connects it again, as an operator would. */
  connect(account: Pick<ModelAccount, 'name' | 'networkClass'>): Promise<string>
  /** Takes a new key, because a process trusts for a second what it knows of the old one. */
  renewKey(): Promise<void>
}

/** The settings of a simulated network besides its mood: short, so that a sequence can wait for it. */
export const pace = { slow_ms: 100, retry_after_seconds: 1 }

/** A new workspace with one test account of each class, and what is known of it. */
export async function beginWorld(place: Place, isGentle = false): Promise<{ world: World; model: Model }> {
  await place.stopWorker()
  await place.db.run(sql`delete from pauses`)
  const [workspaceId, userId] = [newId(), newId()]
  const { context } = place.api
  await context.db.run(sql`insert into workspaces (id, name) values (${workspaceId}, 'A sequence')`)
  await context.db.run(
    sql`insert into users (id, email, password_hash) values (${userId}, ${`${userId}@example.org`}, 'none')`,
  )
  await context.db.run(
    sql`insert into memberships (workspace_id, user_id, role) values (${workspaceId}, ${userId}, 'author')`,
  )
  const makeKey = async (isPersonal = false) =>
    (
      await createKey(context.db, context.secretKeys, {
        workspaceId,
        userId,
        mode: 'test',
        name: 'sequence',
        scopes: 'all',
        isPersonal,
      })
    ).key
  let keys = { operator: await makeKey(), author: await makeKey(true) }
  const world: World = {
    place,
    workspaceId,
    request: (method, path, body, by = 'operator') =>
      requestPatiently(() => request(place.url + path, method, keys[by], body)),
    connect: ({ name, networkClass }) => connect(place, workspaceId, name, networkClass),
    renewKey: async () => {
      keys = { operator: await makeKey(), author: await makeKey(true) }
    },
  }
  const accounts: ModelAccount[] = []
  for (const [index, networkClass] of networkClasses.entries()) {
    const name = `Profile ${networkClass}`
    accounts.push({
      index,
      name,
      networkClass,
      id: await world.connect({ name, networkClass }),
      isConnected: true,
      inactivity: null,
      connectedAt: [],
      moods: ['succeed'],
      recentMoods: new Set(['succeed']),
    })
  }
  return { world, model: newModel(accounts, isGentle) }
}

function newModel(accounts: readonly ModelAccount[], isGentle: boolean): Model {
  return {
    accounts,
    posts: [],
    pauses: new Set(),
    subscription: 'active',
    isWorking: false,
    isGentle,
    clock: [{ aheadMs: 0, from: 0, until: 0 }],
    look: {
      hasWorked: false,
      at: Date.now(),
      hindered: accounts.map(() => ({ ever: new Set(), always: false })),
    },
  }
}

// A busy server changed nothing. A network that a busy machine did not reach in time may be asked once more.
const passing = ['busy', 'network_unavailable']

async function requestPatiently(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send()
    if (!passing.includes(answer.json.code) || tries === 5) return answer
    await pause(200)
  }
}

async function request(url: string, method: string, key: string, body: unknown): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, json: await answer.json() }
}

function connect(
  place: Place,
  workspaceId: string,
  name: string,
  networkClass: NetworkClass,
): Promise<string> {
  const input: JsonObject = { name, network_class: networkClass, ...pace }
  return connectOne(place.api.context, { workspaceId, mode: 'test', platform: 'sandbox', input })
}

const longestRestMs = 90_000

/** Lets a worker run until nothing moves any more; it goes on afterwards if it ran before. */
export async function comeToRest({ place, workspaceId }: World, model: Model): Promise<void> {
  await place.startWorker()
  model.look.hasWorked = true
  const startedAt = performance.now()
  for (let waitMs = 4; ; waitMs = Math.min(40, waitMs * 1.5)) {
    const moving = await place.db.rows<JsonObject>(sql`
      select t.state, t.scheduled_at::text, (t.next_action_at - clock_timestamp())::text as again_in, t.content->>'text' as text
      from targets t join social_accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
      where t.workspace_id = ${workspaceId} and (
        t.state in ('preparing', 'committing')
        or t.state in ('unknown', 'confirming') and a.status = 'active' and a.disconnected_at is null
        or t.state = 'scheduled' and least(t.next_action_at, clock_timestamp() + (t.scheduled_at - crier_now(t.workspace_id, t.mode)))
          <= clock_timestamp() + interval '50 ms'
        or t.state = 'ready' and t.scheduled_at <= crier_now(t.workspace_id, t.mode) + interval '50 ms'
          and (a.status = 'active' or t.lease_owner is not null or t.next_action_at < clock_timestamp() + interval '1 second'))`)
    if (moving.length === 0) break
    if (performance.now() - startedAt > longestRestMs)
      throw new Error(`I1: this never came to rest: ${JSON.stringify(moving)}`)
    await pause(waitMs)
  }
  if (!model.isWorking) await place.stopWorker()
}
