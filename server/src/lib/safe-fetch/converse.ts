import { type Client, WebSocket } from 'undici'
import type { Json } from '../json/json.ts'
import { parseStorable } from '../json/storable-json.ts'
import { type OutboundAnswer, OutboundError, type OutboundLimits, type Talk } from './outbound.ts'

type Limits = OutboundLimits & { readonly beforeWrite?: () => void }

/** The opening of a conversation: its address by ws or wss, and the first message. */
interface Opening {
  readonly url: string
  readonly first: string
  readonly talk: Talk
}

/**
 * Has a conversation by WebSocket and answers with everything that was heard. `beforeWrite` is called on the open connection, in
 * the tick in which the first message is written. If it throws, nothing has been said. The caller ends the connection.
 * @throws OutboundError
 */
export function converse(
  client: Client,
  { url, first, talk }: Opening,
  limits: Limits,
): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>()
  const socket = new WebSocket(url, { dispatcher: client, headers: { 'user-agent': 'Crier' } })
  const heard: Json[] = []
  let [size, hasSpoken] = [0, false]
  const fail = (message: string, cause?: unknown) =>
    reject(new OutboundError(hasSpoken ? 'no_answer' : 'not_sent', message, cause))
  const hear = (data: unknown) => {
    if (typeof data !== 'string') return fail('The server sent bytes where words are expected.')
    size += Buffer.byteLength(data)
    if (size > limits.maxBytes) return fail(`The answer is larger than ${limits.maxBytes} bytes.`)
    const message = parseStorable(data)
    heard.push(message)
    const answers = talk(message)
    if (answers === null) return resolve(answerOf(heard))
    for (const answer of answers) socket.send(answer)
  }
  socket.addEventListener('open', () => {
    try {
      limits.beforeWrite?.()
    } catch (error) {
      return fail('The request was stopped before it was sent.', error)
    }
    hasSpoken = true
    socket.send(first)
  })
  socket.addEventListener('message', ({ data }) => {
    try {
      if (hasSpoken) hear(data)
    } catch (error) {
      fail('The conversation broke off.', error)
    }
  })
  socket.addEventListener('error', ({ error }) => fail('The connection broke.', error))
  socket.addEventListener('close', () => fail('The connection was closed.'))
  const onAbort = () => fail('The request was given up.', limits.signal.reason)
  limits.signal.addEventListener('abort', onAbort, { once: true })
  if (limits.signal.aborted) onAbort()
  const { timeoutMs } = limits
  const timer = setTimeout(() => fail(`There was no answer within ${timeoutMs} ms.`), timeoutMs)
  return promise.finally(() => {
    clearTimeout(timer)
    limits.signal.removeEventListener('abort', onAbort)
    socket.close()
  })
}

/** The messages as a list. */
function answerOf(heard: Json[]): OutboundAnswer {
  const text = JSON.stringify(heard)
  return { status: 101, headers: {}, bytes: Buffer.from(text), text, json: heard }
}
