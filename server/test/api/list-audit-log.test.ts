import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { sweepAuditLog } from '../../src/audit/sweep-audit-log.ts'
import { sql } from '../../src/db/database.ts'
import { signedIn } from '../app/person.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
let account: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  account = await house.connect('sandbox', { name: 'Harbour' })
})
afterAll(() => house.stop())

const read = async (query = '', key = house.liveKey) => {
  const { status, json } = await house.request('GET', `/v1/audit-log${query}`, { key })
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}
const draft = async (headers: Record<string, string> = {}) => {
  const body = { caption: 'A caption', social_accounts: [account], is_draft: true }
  return (await house.request('POST', '/v1/posts', { body, headers })).json.id as string
}
const actionsOf = (json: { data: { action: string }[] }) => json.data.map(({ action }) => action)

describe('the audit log', () => {
  it('tells who did what on what, from where and when, without the text', async () => {
    const id = await draft({ 'user-agent': 'Website/1.0' })
    const headers = { 'user-agent': 'Website/1.0' }
    await house.request('PATCH', `/v1/posts/${id}`, { headers, body: { caption: 'A secret plan' } })
    await house.request('DELETE', `/v1/posts/${id}`, { headers })
    const found = await read(`?subject=${id}`)
    expect(actionsOf(found)).toEqual(['post.delete', 'post.update', 'post.create'])
    const [, update, create] = found.data
    const key = expect.stringMatching(/^crier_live_…\w{4}$/)
    const actor = { kind: 'key', name: 'live', key, id: expect.any(String) }
    const here = { actor, subject: { kind: 'post', id }, mode: 'live', ip: '127.0.0.1' }
    expect(update).toMatchObject({ ...here, user_agent: 'Website/1.0', details: { caption: 'hidden' } })
    expect(create).toMatchObject({ ...here, details: {} })
    expect(JSON.stringify(found)).not.toContain('secret plan')
  })

  it('has one entry for a request that is repeated under its Idempotency-Key, and none for one that is refused', async () => {
    const id = await draft()
    const headers = { 'idempotency-key': 'once-and-for-all' }
    for (const _again of [1, 2])
      await house.request('PATCH', `/v1/posts/${id}`, { headers, body: { tags: ['harbour'] } })
    await house.request('PATCH', `/v1/posts/${id}`, { body: { social_accounts: [], caption: 7 } })
    expect(actionsOf(await read(`?subject=${id}&action=post.update`))).toHaveLength(1)
  })

  it('is filtered by actor, action, subject, time and address', async () => {
    const before = new Date().toISOString()
    const id = await draft()
    const { key, id: keyId } = await house.key({ name: 'Another' })
    await house.request('POST', `/v1/posts/${id}/cancel`, { key })
    await house.request('DELETE', `/v1/posts/${id}`, { key })
    const mine = await read(`?actor=${keyId}`, house.liveKey)
    expect(new Set(actionsOf(mine))).toEqual(new Set(['post.delete']))
    expect(actionsOf(await read(`?action=post&from=${before}`))).toEqual(['post.delete', 'post.create'])
    expect(actionsOf(await read(`?to=${before}&subject=${id}`))).toEqual([])
    expect(actionsOf(await read(`?ip=203.0.113.9`))).toEqual([])
    expect(actionsOf(await read(`?ip=127.0.0.1&subject=${id}`))).toHaveLength(2)
    expect(actionsOf(await read('?actor=operator'))).toEqual(['account.connect'])
    expect(actionsOf(await read(`?actor=key&subject=${id}`))).toHaveLength(2)
    expect(actionsOf(await read(`?actor=user&subject=${id}`))).toHaveLength(0)
  })

  it('is read page by page in one order, each entry once', async () => {
    for (let count = 0; count < 12; count += 1) {
      const id = await draft()
      if (count % 2 === 0) await house.request('DELETE', `/v1/posts/${id}`)
    }
    const all = (await read('?limit=200')).data
    const paged: { id: string; action: string }[] = []
    for (let next: string | null = `${house.url}/v1/audit-log?limit=5`; next !== null; ) {
      const { json } = await house.request('GET', next)
      paged.push(...json.data)
      next = json.meta.next
    }
    const nameOf = ({ id, action }: { id: string; action: string }) => `${action} ${id}`
    expect(paged.map(nameOf)).toEqual(all.map(nameOf))
    expect(new Set(paged.map(nameOf)).size).toBe(paged.length)
    const offset = (await read('?limit=5&offset=3')).data
    expect(offset.map(nameOf)).toEqual(all.slice(3, 8).map(nameOf))
  })

  it('shows a test key what was done with test data alone, and another workspace nothing', async () => {
    const person = await signedIn(house, 'admin')
    expect(actionsOf(await read(`?subject=${person.id}`))).toEqual(['person.sign_in'])
    const test = await read('?limit=200', house.testKey)
    expect(test.data.filter(({ mode }: { mode: string }) => mode !== 'test')).toEqual([])
    expect((await read('', (await house.other()).liveKey)).data).toEqual([])
  })

  it('is refused by the database to whoever would change it, and forgotten after AUDIT_LOG_DAYS', async () => {
    await draft()
    for (const change of [
      sql`update audit_log set ip = null`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ])
      await expect(house.db.run(change)).rejects.toThrow('the audit log is only added to')
    await house.db.run(sql`
      insert into audit_log (workspace_id, created_at, actor_kind, action, subject_kind)
      values (${house.workspaceId}, now() - interval '401 days', 'system', 'thing.old', 'thing'),
        (${house.workspaceId}, now() - interval '399 days', 'system', 'thing.kept', 'thing')`)
    await sweepAuditLog({ ...house.context, config: { ...house.context.config, auditLogDays: null } })
    expect(actionsOf(await read('?action=thing'))).toEqual(['thing.kept', 'thing.old'])
    await sweepAuditLog(house.context)
    expect(actionsOf(await read('?action=thing'))).toEqual(['thing.kept'])
    await expect(house.db.run(sql`delete from audit_log`)).rejects.toThrow('the audit log is only added to')
  })

  it('goes with its workspace', async () => {
    await house.db.run(sql`insert into workspaces (id, name) values (gen_random_uuid(), 'Gone')`)
    await house.db.run(sql`
      insert into audit_log (workspace_id, actor_kind, action, subject_kind)
      select id, 'system', 'thing.gone', 'thing' from workspaces where name = 'Gone'`)
    await house.db.run(sql`delete from workspaces where name = 'Gone'`)
    expect(await house.db.row(sql`select 1 from audit_log where action = 'thing.gone'`)).toBeNull()
  })
})

test('422: refuses a time that is none', async () => {
  const { status, json } = await house.request('GET', '/v1/audit-log?from=yesterday')
  expect([status, json.errors[0].pointer]).toEqual([422, '?from'])
})

testRefusals(
  () => house,
  'admin',
  async () => ({ method: 'GET', path: '/v1/audit-log' }),
)
