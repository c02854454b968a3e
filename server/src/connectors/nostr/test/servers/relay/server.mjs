// A relay that others wrote, with its events in memory. Prints one line of JSON when it is ready; stops when its stdin ends, so
// that it cannot outlive the test that started it. A line of JSON on stdin says what becomes of the next event of a key: `refuse`
// with words of the relay, `lose` the answer, or `work` on it for so many milliseconds while the connection is gone; `restrict`
// refuses all of them from then on.
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { NostrRelay } from '@nostr-relay/core'
import { EventRepositorySqlite } from '@nostr-relay/event-repository-sqlite'
import { Validator } from '@nostr-relay/validator'
import BetterSqlite3 from 'better-sqlite3'
import { WebSocketServer } from 'ws'

const repository = new EventRepositorySqlite(new BetterSqlite3(':memory:'))
await repository.init()
// Without these, an event that comes again within a second is answered by nothing but an empty text.
const relay = new NostrRelay(repository, {
  hostname: '127.0.0.1',
  filterResultCacheTtl: 0,
  eventHandlingResultCacheTtl: 0,
})
const faults = new Map()
const restricted = new Set()

relay.register({
  beforeHandleEvent: ({ pubkey }) => {
    if (restricted.has(pubkey)) return { canHandle: false, message: 'restricted: this relay is for members' }
    const words = faults.get(pubkey)?.refuse
    if (words === undefined) return { canHandle: true }
    faults.delete(pubkey)
    return { canHandle: false, message: words }
  },
})

const validator = new Validator()
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('connection', (socket, request) => {
  relay.handleConnection(socket, request.socket.remoteAddress)
  socket.on('message', (data) => void hear(socket, data))
  socket.on('close', () => relay.handleDisconnect(socket))
})

async function hear(socket, data) {
  try {
    const message = await validator.validateIncomingMessage(data)
    const fault = message[0] === 'EVENT' ? faults.get(message[1].pubkey) : undefined
    const isCut = fault?.lose === true || fault?.work !== undefined
    if (isCut) {
      faults.delete(message[1].pubkey)
      socket.terminate()
      await pause(fault.work ?? 0)
    }
    await relay.handleMessage(socket, message)
  } catch (error) {
    socket.send(JSON.stringify(['NOTICE', error.message]))
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { pubkey, restrict, ...fault } = JSON.parse(line)
  if (restrict) restricted.add(pubkey)
  else faults.set(pubkey, fault)
  process.stdout.write(`${line}\n`)
})
process.stdin.once('end', () => process.exit(0))
server.once('listening', () => {
  process.stdout.write(`${JSON.stringify({ url: `ws://127.0.0.1:${server.address().port}` })}\n`)
})
