import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { howManyWait } from '../how-many-wait.ts'

/** A request over one kept connection, as a client with a pool sends it. */
function ask(
  agent: Agent,
  url: string,
  method: string,
  key: string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: { authorization: `Bearer ${key}` } }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    sent.on('error', reject).end()
  })
}

test('finishes what is under way, answers 503 to what is new, and then is gone', async () => {
  const house = await startHouse({ worker: false })
  const id = await house.connect('sandbox', { name: 'Harbour' })
  const agents = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
  const [slow, other] = agents as [Agent, Agent]
  let closed: Promise<void> | undefined
  let underWay: Promise<{ status: number }> | undefined
  await house.db.transaction(async (tx) => {
    await tx.run(sql`select 1 from social_accounts where id = ${id} for update`)
    underWay = ask(slow, `${house.url}/v1/social-accounts/${id}`, 'DELETE', house.liveKey)
    const busy = ask(other, `${house.url}/v1/me`, 'GET', house.liveKey)
    expect((await busy).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const late = ask(other, `${house.url}/readyz`, 'GET', house.liveKey)
    closed = house.app.http.close()
    await expect(late).resolves.toMatchObject({ status: 503, body: expect.stringContaining('shutting_down') })
  })
  expect((await underWay)?.status).toBe(200)
  await closed
  await expect(house.request('GET', '/healthz', { key: null })).rejects.toThrow()
  for (const agent of agents) agent.destroy()
  await house.stop()
})

const poolIsClosed = 'after calling end on the pool'

/** Stops a house while a request waits for a lock whose client has hung up. Answers what was logged. */
async function stopUnder(house: House, ask: (signal: AbortSignal) => Promise<unknown>): Promise<string> {
  const client = new AbortController()
  const stopped = await house.db.transaction(async (tx) => {
    await tx.run(sql`lock table social_accounts, api_keys in access exclusive mode`)
    const asked = ask(client.signal).catch(() => undefined)
    await expect.poll(() => howManyWait(tx)).toBe(1)
    client.abort()
    await asked
    const closed = house.app.close()
    // Time for a server that does not wait to close its pools.
    await new Promise((resolve) => setTimeout(resolve, 300))
    return { closed }
  })
  await stopped.closed
  await new Promise((resolve) => setTimeout(resolve, 300))
  return house.logged()
}

test.each(['a key that it has', 'a key that it has to look up'])(
  'waits for a request whose client has hung up, with %s',
  async (which) => {
    const house = await startHouse({ worker: false })
    const other = await house.key()
    const key = which === 'a key that it has' ? house.liveKey : other.key
    await house.request('GET', '/v1/me')
    const headers = { authorization: `Bearer ${key}` }
    const log = await stopUnder(house, (signal) =>
      fetch(`${house.url}/v1/social-accounts?limit=1`, { headers, signal }),
    )
    expect(log).not.toContain(poolIsClosed)
    await house.stop()
  },
)

test('gives the requests that a caller did not make back before it is gone', async () => {
  const house = await startHouse({ worker: false })
  for (let sent = 0; sent < 40; sent += 1) await house.request('GET', '/v1/me')
  await house.app.close()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(house.logged()).not.toContain(poolIsClosed)
  const row = await house.db.row<{ used: number }>(sql`select max(used)::int as used from rate_limits`)
  expect(row?.used).toBeLessThanOrEqual(40)
  await house.stop()
})
