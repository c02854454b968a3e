import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

/** Sends bytes as they are and answers all that comes back until the server closes, and after how long. */
function sendRaw(
  text: string,
  thenEvery?: { ms: number; text: string },
): Promise<{ answer: string; ms: number }> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    const socket = connect({ host: '127.0.0.1', port: house.context.config.port }, () => socket.write(text))
    const timer = thenEvery ? setInterval(() => socket.write(thenEvery.text), thenEvery.ms) : undefined
    let answer = ''
    socket.setEncoding('latin1').on('data', (part: string) => {
      answer += part
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ answer, ms: performance.now() - startedAt })
    })
  })
}

const head = 'POST /v1/posts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

test.each([
  [
    'a length and chunks at once',
    `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['two lengths', `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`, 400],
  ['a length that is no number', `${head}Content-Length: five\r\n\r\nhello`, 400],
  ['64 kB of headers', `${head}X-Large: ${'x'.repeat(64_000)}\r\n\r\n`, 431],
  [
    'ten thousand headers',
    `${head}${Array.from({ length: 10_000 }, (_, index) => `X-${index}: y\r\n`).join('')}\r\n`,
    431,
  ],
  ['no HTTP', 'hello there\r\n\r\n', 400],
  ['a line feed in a header', `${head}X-A: b\n\nc: d\r\n\r\n`, 400],
])('#14 refuses %s and closes', async (_what, text, status) => {
  const { answer } = await sendRaw(text)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer).toContain('application/problem+json')
})

test('#14 lets 300 connections that send their headers by the drop go after a while, and one that sends its body so, and serves others meanwhile', async () => {
  const slow = Promise.all(
    Array.from({ length: 300 }, () =>
      sendRaw('GET /v1/me HTTP/1.1\r\nHost: x\r\n', { ms: 1_000, text: 'X-A: b\r\n' }),
    ),
  )
  const body = sendRaw(`${head}Authorization: Bearer ${house.liveKey}\r\nContent-Length: 1000\r\n\r\n`, {
    ms: 1_000,
    text: ' ',
  })
  const served: number[] = []
  const startedAt = performance.now()
  while (performance.now() - startedAt < 3_000) {
    const askedAt = performance.now()
    expect((await house.request('GET', '/v1/me')).status).toBe(200)
    served.push(performance.now() - askedAt)
  }
  // The machine may pause for a moment; these connections must not make others wait.
  served.sort((a, b) => a - b)
  expect(served[Math.floor(served.length / 2)]).toBeLessThan(500)
  for (const { answer, ms } of await slow) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(ms).toBeLessThan(25_000)
  }
  const { ms } = await body
  expect(ms).toBeGreaterThan(25_000)
  expect(ms).toBeLessThan(45_000)
})
