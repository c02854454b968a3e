import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** The orders of a thread that holds sockets which send their headers by the drop. */
export interface SlowOrders {
  readonly port: number
  readonly sockets: number
  readonly holdMs: number
}

/** How long the server let sockets live, in milliseconds, and how many were refused or answered otherwise. */
export interface SlowResult {
  readonly lives: readonly number[]
  readonly timedOut: number
  readonly errors: number
  /** Sockets that were still open when all of them should have been closed. */
  readonly left: number
}

const dripMs = 1_000
/** All sockets come within this time, as from an attacker with many machines. */
const arrivalMs = 3_000
const lastMs = 60_000

const { port, sockets, holdMs } = workerData as SlowOrders
const endsAt = performance.now() + holdMs
const lives: number[] = []
let [timedOut, errors, open] = [0, 0, 0]

for (let number = 0; number < sockets; number += 1) setTimeout(hold, (number * arrivalMs) / sockets)
const looking = setInterval(() => {
  if (performance.now() < endsAt) return
  if (open > 0 && performance.now() < endsAt + lastMs) return
  clearInterval(looking)
  parentPort?.postMessage({ lives, timedOut, errors, left: open } satisfies SlowResult)
}, 100)

/** Opens a socket, drips until the server closes it, and opens the next one in its place. */
function hold(): void {
  const startedAt = performance.now()
  open += 1
  const socket = connect({ host: '127.0.0.1', port }, () =>
    socket.write('GET /v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\n'),
  )
  const drip = setInterval(() => socket.write('X-A: b\r\n'), dripMs)
  let answer = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    answer += part
  })
  socket.on('error', () => {
    errors += 1
  })
  socket.on('close', () => {
    clearInterval(drip)
    open -= 1
    lives.push(performance.now() - startedAt)
    if (answer.startsWith('HTTP/1.1 408 ')) timedOut += 1
    if (performance.now() < endsAt) hold()
  })
}
