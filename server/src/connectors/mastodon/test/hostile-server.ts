import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { reply } from '../../../../test/attacks/hostile-network.ts'
import { startRawServer } from '../../../../test/lib/raw-server.ts'

/** How one person's calls are answered; as an honest server would where it is left out. */
export interface Hostility {
  /** The commit. */
  readonly post?: (socket: Socket) => void
  /** The list of the person's posts. */
  readonly list?: (socket: Socket) => void
  /** Laid over the honest profile. */
  readonly profile?: object
}

/** A server of Mastodon's family, of a program that nobody knows, which may answer anything. */
export interface HostileServer {
  readonly url: string
  /** A new person's token. */
  person(hostility: Hostility): string
  change(token: string, hostility: Hostility): void
  /** How many commits arrived. */
  sends(token: string): number
  close(): void
}

export async function startHostileServer(): Promise<HostileServer> {
  const people = new Map<string, Hostility>()
  const sends = new Map<string, number>()
  const server = await startRawServer((socket, head) => {
    const [, method = '', path = ''] = /^(\w+) ([^? ]+)/.exec(head) ?? []
    const token = /^authorization: Bearer (\w+)/im.exec(head)?.[1] ?? ''
    const person = people.get(token)
    if (path === '/api/v2/instance') return reply(socket, 200, { domain: new URL(server.url).host })
    if (!person) return reply(socket, 404, { error: 'Record not found' })
    if (path === '/api/v1/accounts/verify_credentials')
      return reply(socket, 200, { id: token, acct: 'eve', display_name: 'Eve', ...person.profile })
    if (method === 'POST' && path === '/api/v1/statuses') {
      sends.set(token, (sends.get(token) ?? 0) + 1)
      return person.post ? person.post(socket) : reply(socket, 200, { id: '1' })
    }
    if (/^\/api\/v1\/accounts\/[^/]+\/statuses$/.test(path))
      return person.list ? person.list(socket) : reply(socket, 200, [])
    reply(socket, 404, { error: 'Record not found' })
  })
  return {
    url: server.url.replace(/\/$/, ''),
    person: (hostility) => {
      const token = randomBytes(20).toString('hex')
      people.set(token, hostility)
      return token
    },
    change: (token, hostility) => void people.set(token, hostility),
    sends: (token) => sends.get(token) ?? 0,
    close: server.close,
  }
}
