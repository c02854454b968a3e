// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'

let house: House
let harbour: string
let flour: string
let rehearsal: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  rehearsal = await house.connect('sandbox', { name: 'rehearsal' }, 'test')
  flour = await house.connect('sandbox', { name: 'flour' })
})
afterAll(() => house.stop())

const create = (body: object, key = house.liveKey) =>
  house.request('POST', '/v1/posts', { key, body: { caption: 'words', is_draft: true, ...body } })

async function numbersOf(key = house.liveKey): Promise<Record<string, number>> {
  const { json } = await house.request('GET', '/v1/social-accounts', { key })
  return Object.fromEntries(json.data.map((one: { id: string; number: number }) => [one.id, one.number]))
}

describe('the number of an account', () => {
  it('counts within its workspace, over both modes', async () => {
    expect(await numbersOf()).toEqual({ [harbour]: 1, [flour]: 3 })
    expect(await numbersOf(house.testKey)).toEqual({ [rehearsal]: 2 })
    const stranger = await house.other()
    const theirs = await house.connectIn(stranger, 'sandbox', { name: 'theirs' }, 'live')
    expect(await numbersOf(stranger.liveKey)).toEqual({ [theirs]: 1 })
  })

  it('stays when its profile is connected again, and no other account gets it', async () => {
    const tenant = await house.newTenant()
    const connect = (name: string) => house.connectIn(tenant, 'sandbox', { name }, 'live')
    const [first, second] = [await connect('first'), await connect('second')]
    await house.request('DELETE', `/v1/social-accounts/${second}`, { key: tenant.liveKey })
    const third = await connect('third')
    expect(await connect('second')).toBe(second)
    const fourth = await connect('fourth')
    expect(await numbersOf(tenant.liveKey)).toEqual({ [first]: 1, [second]: 2, [third]: 3, [fourth]: 4 })
  })

  it('is given once when many accounts are connected at once', async () => {
    const tenant = await house.newTenant()
    const names = Array.from({ length: 12 }, (_, index) => `account ${index}`)
    await Promise.all(names.map((name) => house.connectIn(tenant, 'sandbox', { name }, 'live')))
    const given = Object.values(await numbersOf(tenant.liveKey))
    expect(given.toSorted((a, b) => a - b)).toEqual(names.map((_, index) => index + 1))
  })

  it('is also given to an account that a process of the version before stores', async () => {
    const { workspaceId } = await house.newTenant()
    const number = await house.db.transaction(async (tx) => {
      const id = newId()
      await tx.run(sql`
        insert into social_accounts (workspace_id, id, mode, platform, external_id, username, display_name, profile_url)
        values (${workspaceId}, ${id}, 'live', 'sandbox', 'x', 'x', 'x', 'https://n.example/x')`)
      return tx.row(sql`select number from social_accounts where id = ${id}`)
    })
    expect(number).toEqual({ number: 1 })
  })
})

describe('social_accounts', () => {
  it.each([
    ['numbers', [3, 1]],
    ['digits in strings', ['3', '1']],
  ])('are accepted as %s; the answer names ids', async (_what, social_accounts) => {
    const { status, json } = await create({ social_accounts })
    expect([status, json.social_accounts]).toEqual([200, [flour, harbour]])
  })

  it('are accepted as numbers again while the accounts are remembered, and once they are scheduled', async () => {
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    for (let round = 0; round < 3; round += 1) {
      const { status, json } = await create({ social_accounts: [1], is_draft: false, scheduled_at })
      expect([status, json.social_accounts]).toEqual([200, [harbour]])
      const target = await house.db.row(sql`select account_id from targets where post_id = ${json.id}`)
      expect(target).toEqual({ account_id: harbour })
    }
  })

  it('are changed and validated by numbers', async () => {
    const { id } = (await create({ social_accounts: [1] })).json
    const changed = await house.request('PATCH', `/v1/posts/${id}`, { body: { social_accounts: [3] } })
    expect(changed.json.social_accounts).toEqual([flour])
    const checked = await house.request('POST', '/v1/posts/validate', {
      body: { caption: 'words', social_accounts: ['3'] },
    })
    expect(checked.json.accounts).toMatchObject([{ social_account_id: flour, valid: true }])
  })

  it('of the other mode, of nobody, or of another workspace are refused alike', async () => {
    for (const number of [2, 99, 2_147_483_647]) {
      const { status, json } = await create({ social_accounts: [number] })
      expect([status, json.errors]).toMatchObject([
        422,
        [{ pointer: '/social_accounts/0', code: 'account_not_found' }],
      ])
    }
    expect((await create({ social_accounts: [2] }, house.testKey)).json.social_accounts).toEqual([rehearsal])
  })

  it('are the same account under both names', async () => {
    for (const social_accounts of [
      [1, harbour],
      [harbour, '1'],
      [1, '1'],
    ])
      expect((await create({ social_accounts })).json.errors).toMatchObject([{ code: 'account_repeated' }])
  })

  it.each([0, -1, 1.5, 2_147_483_648, '0', '01', '1.0', '1e3', '99999999999', ' 1', ''])(
    'are refused where they name nothing: %j',
    async (name) => {
      const { status, json } = await create({ social_accounts: [name] })
      expect([status, json.errors[0].pointer]).toEqual([422, '/social_accounts/0'])
    },
  )
})

describe('account_configurations', () => {
  it.each([
    ['a list', () => [{ account_id: 1, caption: 'own' }]],
    ['a list with digits', () => [{ account_id: '1', caption: 'own' }]],
    ['a list in an object', () => ({ account_configurations: [{ account_id: 1, caption: 'own' }] })],
    ['an object by number', () => ({ 1: { caption: 'own' } })],
  ])('name accounts by number in %s, and are echoed as sent', async (_form, make) => {
    const account_configurations = make()
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    for (const social_accounts of [[1], [harbour]]) {
      const { json } = await create({
        social_accounts,
        account_configurations,
        is_draft: false,
        scheduled_at,
      })
      expect(json.account_configurations).toEqual(account_configurations)
      const row = await house.db.row<{ text: string }>(sql`
        select content->>'text' as text from targets where post_id = ${json.id}`)
      expect(row?.text).toBe('own')
    }
  })

  it('by the number of an account that the post does not go to are refused at their own place', async () => {
    const { json } = await create({ social_accounts: [1], account_configurations: { 3: { caption: 'x' } } })
    expect(json.errors).toMatchObject([
      { pointer: '/account_configurations/3', code: 'account_not_targeted' },
    ])
  })
})
