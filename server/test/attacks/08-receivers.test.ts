import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { until } from '../stories/until.ts'
import { type Receiver, startReceiver } from '../webhooks/receiver.ts'

let house: House
let receiver: Receiver
/** It stands for a service inside that nobody may reach through us. */
let inside: Receiver
const dripping = new Set<NodeJS.Timeout>()
beforeAll(async () => {
  house = await startHouse()
  inside = await startReceiver()
  receiver = await startReceiver((answer, { path }) => behaviors[path]?.(answer))
})
afterAll(async () => {
  for (const timer of dripping) clearInterval(timer)
  await receiver.close()
  await inside.close()
  await house.stop()
})

const kilobyte = 'x'.repeat(1024)

/** How receivers may behave, by path. */
const behaviors: Record<string, (answer: ServerResponse) => void> = {
  '/healthy': (answer) => void answer.end(),
  '/hangs': () => undefined,
  '/drips': (answer) => {
    answer.writeHead(200, { 'content-length': '100000' })
    dripping.add(setInterval(() => answer.write('x'), 200))
  },
  '/floods': (answer) => {
    answer.writeHead(500)
    const pour = () => {
      while (!answer.destroyed && answer.write(kilobyte));
      if (!answer.destroyed) answer.once('drain', pour)
    }
    answer.on('error', () => answer.destroy())
    pour()
  },
  '/moved': (answer) => void answer.writeHead(307, { location: `${inside.url}/moved` }).end(),
  '/elsewhere': (answer) => void answer.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  '/gone': (answer) => void answer.writeHead(410).end(),
  '/babbles': (answer) => {
    answer.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello')
  },
  '/heads': (answer) => {
    answer.socket?.end(`HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(20_000)}\r\n`)
  },
}

const expected: Record<string, [status: number | null, error: string | null]> = {
  '/healthy': [200, null],
  '/hangs': [null, 'timeout'],
  '/drips': [null, 'timeout'],
  '/floods': [500, 'not_accepted'],
  '/moved': [307, 'redirected'],
  '/elsewhere': [302, 'redirected'],
  '/gone': [410, 'gone'],
  '/babbles': [null, 'no_answer'],
  '/heads': [null, 'no_answer'],
}

const send = (method: string, path: string, body?: object) =>
  house.request(method, path, { key: house.testKey, ...(body ? { body } : {}) })

describe('#8 a hostile receiver of webhooks', () => {
  it('is left in time, is led nowhere by, fills no memory and makes no other receiver wait', async () => {
    const endpoints = new Map<string, string>()
    for (const path of Object.keys(behaviors)) {
      const made = await send('POST', '/v1/webhook-endpoints', {
        url: receiver.url + path,
        events: ['post.created'],
      })
      expect(made.status).toBe(200)
      endpoints.set(path, made.json.id)
    }
    const before = process.memoryUsage().rss
    const account = await house.connect('sandbox', { name: 'harbour' }, 'test')
    for (let turn = 0; turn < 6; turn += 1)
      expect((await send('POST', '/v1/posts', { social_accounts: [account], is_draft: true })).status).toBe(
        200,
      )
    // The others hang for fifteen seconds; this one has everything long before.
    await until(
      async () => receiver.at('/healthy'),
      ({ length }) => length === 6,
      10_000,
    )
    for (const [path, [status, error]] of Object.entries(expected)) {
      const deliveries = `/v1/webhook-endpoints/${endpoints.get(path)}/deliveries?limit=20`
      const attempts = await until(
        async () =>
          (await send('GET', deliveries)).json.data.flatMap((each: { attempts: object[] }) => each.attempts),
        ({ length }) => length > 0,
        30_000,
      )
      expect([path, attempts[0].status_code, attempts[0].error?.code ?? null]).toEqual([path, status, error])
      expect(attempts[0].duration_ms).toBeLessThan(17_500)
    }
    expect(inside.received).toEqual([])
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
    const gone = await send('GET', `/v1/webhook-endpoints/${endpoints.get('/gone')}`)
    expect(gone.json).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    const slow = receiver.received.filter(({ path }) => path === '/hangs')
    expect(slow.length).toBeLessThanOrEqual(10)
  })
})
