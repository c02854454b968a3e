import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

/** The answer for a name each time it is asked for: addresses, or another name as `-> name`; null for silence. */
export type Answers = (name: string, times: number) => readonly string[] | null

export interface TinyDns {
  /** All addresses of a name, asked of this server over UDP. */
  resolve(name: string): Promise<readonly string[]>
  /** Its address and port. */
  readonly server: string
  /** How often each name was asked for its IPv4 addresses. */
  readonly asked: ReadonlyMap<string, number>
  close(): void
}

/** A name server on loopback that says what a test wants. */
export async function startTinyDns(answers: Answers): Promise<TinyDns> {
  const asked = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query)
    if (type === 1) asked.set(name, (asked.get(name) ?? 0) + 1)
    const records = answers(name, asked.get(name) ?? 0)
    if (records !== null)
      socket.send(reply(query.subarray(0, end), name, type, records), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver({ timeout: 1_000, tries: 1 })
  const server = `127.0.0.1:${socket.address().port}`
  resolver.setServers([server])
  return {
    resolve: async (name) => {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    },
    server,
    asked,
    close: () => socket.close(),
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function reply(question: Buffer, name: string, type: number, answers: readonly string[]): Buffer {
  const records: Buffer[] = []
  let owner = name
  for (const answer of answers) {
    if (answer.startsWith('-> ')) {
      records.push(record(owner, 5, encodeName(answer.slice(3))))
      owner = answer.slice(3)
    } else if (isIPv4(answer) === (type === 1)) {
      records.push(record(owner, type, encodeAddress(answer)))
    }
  }
  const head = Buffer.from(question)
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(records.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, ...records])
}

function record(owner: string, type: number, data: Buffer): Buffer {
  const fields = Buffer.alloc(10)
  fields.writeUInt16BE(type, 0)
  fields.writeUInt16BE(1, 2)
  fields.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodeName(owner), fields, data])
}

function encodeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, 'latin1'))
  return Buffer.concat([...labels, Buffer.from([0])])
}

/** IPv6 is written in full: eight groups. */
function encodeAddress(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  return Buffer.from(
    address
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  )
}
