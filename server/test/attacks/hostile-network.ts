import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import Type from 'typebox'
import {
  type Connector,
  Failure,
  type FormConnect,
  type NetworkClass,
} from '../../src/connectors/connector.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { asObject, textOf } from '../../src/lib/json/json.ts'
import { startRawServer } from '../lib/raw-server.ts'

/** The network's treatment of a commit: whether it publishes the post, and how it then answers, byte by byte. */
export interface Answering {
  publishes: boolean
  answer(socket: Socket): void
  /** Later commits of the same account are answered so; as the first one, unless given. */
  afterwards?: Answering
}

/** A network that answers as no network should, and the connector that speaks to it. */
export interface HostileNetwork {
  readonly connector: Connector
  /** Keys of the commits that arrived for an account, in order. */
  commits(handle: string): string[]
  /** The public posts of an account, one entry for each. */
  posts(handle: string): string[]
  /** Says how the commits of an account are answered. */
  set(handle: string, answering: Answering): void
  close(): void
}

export async function startHostileNetwork(): Promise<HostileNetwork> {
  const commits = new Map<string, string[]>()
  const posts = new Map<string, string[]>()
  const answerings = new Map<string, Answering>()
  const server = await startRawServer((socket, head) => {
    const [, method = '', handle = ''] = /^(\w+) \/(\w+)/.exec(head) ?? []
    const key = /^idempotency-key: (\w+)/im.exec(head)?.[1] ?? ''
    if (method === 'GET') return reply(socket, 200, { posts: posts.get(handle) ?? [] })
    const arrived = commits.get(handle) ?? []
    commits.set(handle, [...arrived, key])
    const first = answerings.get(handle)
    const answering = arrived.length > 0 && first?.afterwards ? first.afterwards : first
    const published = posts.get(handle) ?? []
    if (answering?.publishes && !published.includes(key)) posts.set(handle, [...published, key])
    answering?.answer(socket)
  })
  return {
    connector: connectorTo(server.url),
    commits: (handle) => commits.get(handle) ?? [],
    posts: (handle) => posts.get(handle) ?? [],
    set: (handle, answering) => void answerings.set(handle, answering),
    close: server.close,
  }
}

/** A whole answer in JSON; the connection closes after it. */
export function reply(socket: Socket, status: number, body: unknown, headers: readonly string[] = []): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  socket.end(
    [
      `HTTP/1.1 ${status} X`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
      ...headers,
      '',
      text,
    ].join('\r\n'),
  )
}

/** A form that takes any handle for a profile, and asks no network. */
export function connectByHandle(url: string): FormConnect {
  return {
    kind: 'form',
    needsApp: false,
    needs: [],
    way: 'name',
    fields: Type.Object(
      { handle: Type.String(), network_class: Type.Optional(Type.String()) },
      { additionalProperties: false },
    ),
    identify: async ({ handle, network_class }) => ({
      externalId: String(handle),
      username: String(handle),
      displayName: String(handle),
      avatarUrl: null,
      profileUrl: `${url}${String(handle)}`,
      settings: { network_class: network_class ?? 'blind' },
      credentials: { token: createHash('sha256').update(String(handle)).digest('hex') },
      expiresAt: null,
    }),
    refresh: async (_account, credentials) => ({ credentials, expiresAt: null, profile: null }),
    revoke: async () => undefined,
  }
}

// A careful connector reads an id or a listed refusal. With anything else nobody knows.
function connectorTo(url: string): Connector {
  const key = (step: { key: string }) => step.key
  return {
    ...sandbox,
    platform: 'hostile',
    name: 'Hostile',
    modes: ['live'],
    options: Type.Object({}, { additionalProperties: false }),
    connect: [connectByHandle(url)],
    networkClass: ({ settings }) => ({ class: settings.network_class, heldForMs: null }) as NetworkClass,
    prepare: async () => ({ outcome: 'ready', artefacts: {} }),
    compose: (step) => ({
      method: 'POST',
      url: `${url}${step.account.username}`,
      headers: { 'content-type': 'text/plain', 'idempotency-key': key(step) },
      body: step.draft.text,
    }),
    commit: async (_step, io) => {
      const answer = await io.sendOnce({ authorization: `Bearer ${String(io.credentials.token)}` })
      const id = textOf(asObject(answer.json)?.id)
      if (answer.status === 200 && id !== null)
        return { outcome: 'published', remoteId: id, url: `${url}${id}`, reference: null }
      if (answer.status === 422) throw new Failure('invalid', 'The network refused it.')
      if (answer.status === 429) throw new Failure('rate_limited', 'Later.', { retryAfterMs: 300 })
      throw new Failure('unknown_outcome', `The network answered ${answer.status}.`)
    },
    settle: async (step, io) => {
      const networkClass = step.account.settings.network_class
      if (networkClass === 'blind') return { outcome: 'not_found' }
      const answer = await io.fetch({
        method: 'GET',
        url: `${url}${step.account.username}`,
        headers: {},
        body: null,
      })
      const posts = asObject(answer.json)?.posts
      if (Array.isArray(posts) && posts.includes(step.key))
        return { outcome: 'published', remoteId: step.key, url: `${url}${step.key}`, reference: null }
      return networkClass === 'key' ? { outcome: 'repeat' } : { outcome: 'not_found' }
    },
  }
}
