import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { startHouse } from '../house.ts'

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
