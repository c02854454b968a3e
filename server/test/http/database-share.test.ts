import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RemoteCaller } from '../../src/context.ts'
import { postOperations } from '../../src/http/routes/posts/posts.ts'
import { createDatabaseShare, type DatabaseShare } from '../../src/http/serving/database-share.ts'
import { createPerform } from '../../src/http/serving/perform.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse, type Tenant } from '../house.ts'

let house: House
let heavy: Tenant
beforeAll(async () => {
  house = await startHouse({ worker: false })
  heavy = await house.newTenant()
  await house.request('GET', '/v1/me')
})
afterAll(() => house.stop())

/** Holds a lock for which every query of posts waits. */
async function lockPosts(): Promise<() => Promise<void>> {
  const client = await house.db.connect()
  await client.query('set idle_in_transaction_session_timeout = 0')
  await client.query('begin')
  await client.query('lock table posts in access exclusive mode')
  return () => client.end()
}

describe('a workspace whose requests hold the database up', () => {
  it.each([
    ['reads', 'GET', (number: number) => `/v1/posts?limit=${number + 1}`],
    ['changes', 'DELETE', () => `/v1/posts/${newId()}`],
  ])(
    'waits for itself, and others are answered meanwhile: 40 slow %s at once',
    async (_what, method, path) => {
      const unlock = await lockPosts()
      let answered = 0
      const slow = Array.from({ length: 40 }, async (_, number) => {
        const { status } = await house.request(method, path(number), { key: heavy.liveKey })
        answered += 1
        return status
      })
      await expect.poll(() => house.context.db.inUse).toBeGreaterThanOrEqual(5)
      for (let count = 0; count < 2; count += 1) {
        expect((await house.request('GET', '/v1/me')).status).toBe(200)
        expect((await house.request('GET', '/v1/media')).status).toBe(200)
      }
      expect(answered).toBe(0)
      await unlock()
      expect(new Set(await Promise.all(slow))).toEqual(new Set([method === 'GET' ? 200 : 404]))
    },
  )
})

const readerOf = ({ workspaceId, userId }: Tenant): RemoteCaller => ({
  kind: 'key',
  keyId: newId(),
  workspaceId,
  userId,
  mode: 'live',
  scopes: ['read'],
  subscription: 'active',
  needsApproval: false,
  limitKey: 'reader',
})

describe('a read of one post', () => {
  it.each([
    ['shares its statement with others, and takes no share', {}, 0],
    ['takes a share when it also reads the results', { expand: ['results'] }, 1],
  ])('%s', async (_what, query, shares) => {
    let taken = 0
    const share: DatabaseShare = {
      use: (_workspace, work) => {
        taken += 1
        return work()
      },
    }
    const getPost = postOperations.find(({ id }) => id === 'getPost')
    if (!getPost) throw new Error('There is no operation getPost.')
    const perform = createPerform(getPost, { context: house.context, share, toProblem: () => null })
    const account = await house.connect('sandbox', { name: 'reader' })
    const { json } = await house.request('POST', '/v1/posts', {
      body: { caption: 'Read often', social_accounts: [account], is_draft: true },
    })
    const { status } = await perform({
      caller: readerOf(house),
      from: { ip: null, userAgent: null },
      input: { params: { id: json.id }, query, body: undefined, ifMatch: null, url: new URL(house.url) },
      name: null,
      requestId: 'read',
      serialize: JSON.stringify,
      address: '/v1/posts',
    })
    expect([status, taken]).toEqual([200, shares])
  })
})

describe('the share of a workspace', () => {
  it('is half of the connections, in the order of the requests', async () => {
    const share = createDatabaseShare(5)
    const gates: (() => void)[] = []
    const begun: number[] = []
    const work = (of: string, number: number) =>
      share.use(of, async () => {
        begun.push(number)
        await new Promise<void>((resolve) => void gates.push(resolve))
      })
    const all = [work('a', 1), work('a', 2), work('a', 3), work('a', 4), work('b', 5)]
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    await turn()
    expect(begun).toEqual([1, 2, 5])
    gates.shift()?.()
    await turn()
    expect(begun).toEqual([1, 2, 5, 3])
    for (let left = 4; left > 0; left -= 1) {
      gates.shift()?.()
      await turn()
    }
    await Promise.all(all)
    expect(begun).toEqual([1, 2, 5, 3, 4])
  })

  it('is waited for so long and no longer, and is given back by work that fails', async () => {
    const share = createDatabaseShare(2, 30)
    let release: () => void = () => undefined
    const first = share.use('a', () => new Promise<void>((resolve) => (release = resolve)))
    const refused = share.use('a', async () => 'never')
    await expect(refused).rejects.toMatchObject({ status: 503, code: 'busy', retryAfterSeconds: 1 })
    release()
    await first
    await expect(share.use('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await share.use('a', async () => 'again')).toBe('again')
  })
})
