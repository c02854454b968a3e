import { expect, test } from 'vitest'
import { allScopes, createKey } from '../../src/api-keys/create-key.ts'
import type { KeyScope } from '../../src/context.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import type { House, Tenant } from '../house.ts'

/** A request that its operation would answer with 200. */
interface Admissible {
  method: string
  path: string
  body?: unknown
}

/** Tests the refusals that are the same for every operation. `request` is made anew for each test. */
export function testRefusals(house: () => House, scope: KeyScope, request: () => Promise<Admissible>): void {
  const send = async (key: string | null, query = '') => {
    const { method, path, body } = await request()
    const asked = `${path}${query && (path.includes('?') ? '&' : '?')}${query}`
    return house().request(method, asked, { key, ...(body === undefined ? {} : { body }) })
  }

  test('401: asks for a key, which is not taken from the query', async () => {
    for (const key of [null, 'crier_live_wrong', `${house().liveKey}x`])
      expect(await send(key)).toMatchObject({ status: 401, json: { code: 'unauthorized' } })
    expect(await send(null, `api_key=${house().liveKey}`)).toMatchObject({ status: 401 })
  })

  test('402: asks for a subscription', async () => {
    const { liveKey } = await lapsedTenant(house())
    expect(await send(liveKey)).toMatchObject({ status: 402, json: { code: 'subscription_required' } })
  })

  test(`403: asks for the scope ${scope}`, async () => {
    const { key } = await house().key({ scopes: allScopes.filter((other) => other !== scope) })
    expect(await send(key)).toMatchObject({ status: 403, json: { code: 'scope_missing', scope } })
  })

  test('422: says that a query means nothing here', async () => {
    expect(await send(house().liveKey, 'colour=red')).toMatchObject({
      status: 422,
      json: { code: 'unknown_field', errors: [{ pointer: '?colour' }] },
    })
  })

  test('429: asks to wait when the minute is used up', async () => {
    const { id, key } = await house().key()
    await house().db.run(sql`
      insert into rate_limits (workspace_id, key_id, minute, used)
      values (${house().workspaceId}, ${id}, clock_timestamp() + interval '1 hour', 2000000)`)
    const answer = await send(key)
    expect(answer).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.headers.get('ratelimit')).toMatch(/^"minute";r=0;t=\d+$/)
  })
}

/** Tests that what an id in the path names is not there for anybody else, in the same words for every reason. */
export function testStrangers(house: () => House, request: () => Promise<Admissible & { id: string }>): void {
  test('404: there is nothing for a stranger, the other mode, an unknown id or none', async () => {
    const { id, method, path, body } = await request()
    const { liveKey } = await house().other()
    const ask = (key: string, named: string) =>
      house().request(method, path.replace(id, named), { key, ...(body === undefined ? {} : { body }) })
    const answers = [
      await ask(liveKey, id),
      await ask(house().testKey, id),
      await ask(house().liveKey, newId()),
      await ask(house().liveKey, 'no-id'),
    ]
    expect(answers[0]?.json).toMatchObject({
      code: 'not_found',
      detail: expect.stringContaining('There is no'),
    })
    for (const { status, json } of answers) {
      expect(status).toBe(404)
      expect({ ...json, request_id: '' }).toEqual({ ...answers[0]?.json, request_id: '' })
    }
  })
}

async function lapsedTenant({ context, db }: House): Promise<Pick<Tenant, 'liveKey'>> {
  const [workspaceId, userId] = [newId(), newId()]
  await db.run(sql`
    insert into workspaces (id, name, subscription, subscription_ended_at)
    values (${workspaceId}, 'Lapsed', 'inactive', clock_timestamp() - interval '10 days')`)
  await db.run(sql`insert into users (id, email, password_hash) values (${userId}, ${userId}, 'none')`)
  const { key } = await createKey(context.db, context.secretKeys, {
    workspaceId,
    userId,
    mode: 'live',
    name: 'x',
    scopes: 'all',
  })
  return { liveKey: key }
}
