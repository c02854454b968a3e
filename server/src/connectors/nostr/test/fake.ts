import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { acceptWebSocket, type ServerSocket } from '../../../../test/servers/web-socket.ts'
import { isObject, type Json } from '../../../lib/json/json.ts'
import { type FakeEvent, faultOf } from './fake-event.ts'

/** The misfortune of the next note that is offered to a relay. */
export type RelayFault =
  /** It is not stored, and answered false with these words. */
  | { readonly kind: 'refuse'; readonly words: string }
  /** It is stored, and the connection ends before a word. */
  | { readonly kind: 'lose_answer' }
  /** The connection ends at once, and it is stored so much later. */
  | { readonly kind: 'hang_up'; readonly workMs: number }
  /** It is not stored, and nothing is said. */
  | { readonly kind: 'silence' }
  /** It is not stored, and this happens to the connection. */
  | { readonly kind: 'instead'; readonly say: (socket: ServerSocket) => void }

export interface FakeRelay {
  /** By `ws`, on this machine. */
  readonly url: string
  readonly events: ReadonlyMap<string, FakeEvent>
  /** Every message that arrived. */
  readonly heard: readonly Json[]
  /** Whether a client must say who it is before anything else. */
  needsSignIn: boolean
  /** The keys that may write; null where all may. */
  members: ReadonlySet<string> | null
  /** Whether the challenge comes only after the refusal. */
  challengesLate: boolean
  /** Whether it takes requests to delete, and does nothing. */
  ignoresDeletions: boolean
  /** Answers to whatever is asked; null for those that fit. */
  answersWith: readonly Json[] | null
  inject(fault: RelayFault): void
  put(event: FakeEvent): void
  remove(id: string): void
  close(): Promise<void>
}

const latestSeconds = 900
const mostBytes = 65_536
const replaced: ReadonlySet<number> = new Set([0, 3, 10_002, 10_063])
const note = 1
const deletion = 5

/** A relay in memory, as strict as NIP-01, NIP-09 and NIP-42 allow. */
export async function startFakeRelay(): Promise<FakeRelay> {
  const server = createServer((_request, response) => response.writeHead(404).end())
  const sockets = new Set<ServerSocket>()
  const relay = new Relay()
  server.on('upgrade', (request, socket) => {
    const client = new Client(relay, `ws://${request.headers.host}`, () => accepted)
    const accepted = acceptWebSocket(request, socket, (text) => void client.hear(text))
    sockets.add(accepted)
    client.greet()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  relay.url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  relay.close = async () => {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return relay
}

class Relay implements FakeRelay {
  url = ''
  close: () => Promise<void> = () => Promise.resolve()
  needsSignIn = false
  challengesLate = false
  ignoresDeletions = false
  answersWith: readonly Json[] | null = null
  members: ReadonlySet<string> | null = null
  readonly events = new Map<string, FakeEvent>()
  readonly heard: Json[] = []
  readonly faults: RelayFault[] = []
  readonly #deleted = new Set<string>()

  inject(fault: RelayFault): void {
    this.faults.push(fault)
  }

  put(event: FakeEvent): void {
    const fault = faultOf(event)
    if (fault !== null) throw new Error(`This event is none: ${fault}.`)
    this.store(event)
  }

  remove(id: string): void {
    this.events.delete(id)
  }

  /** The words of the verdict, which begins with `duplicate:` where it was there. */
  store(event: FakeEvent): { isTaken: boolean; words: string } {
    if (this.#deleted.has(event.id)) return { isTaken: false, words: 'blocked: its author deleted it' }
    if (this.events.has(event.id)) return { isTaken: true, words: 'duplicate: already have this event' }
    if (replaced.has(event.kind))
      for (const { id, kind, pubkey } of this.events.values())
        if (kind === event.kind && pubkey === event.pubkey) this.events.delete(id)
    if (event.kind === deletion && !this.ignoresDeletions) this.#delete(event)
    this.events.set(event.id, event)
    return { isTaken: true, words: '' }
  }

  #delete({ tags, pubkey }: FakeEvent): void {
    for (const [name, id = ''] of tags)
      if (name === 'e' && this.events.get(id)?.pubkey === pubkey) {
        this.events.delete(id)
        this.#deleted.add(id)
      }
  }

  find(filter: Record<string, Json>): readonly Json[] {
    if (this.answersWith) return this.answersWith
    const known = { ids: 'id', authors: 'pubkey', kinds: 'kind' } as const
    const unknown = Object.keys(filter).filter((name) => !Object.hasOwn(known, name))
    if (unknown.length > 0) throw new Error(`unsupported: filter contains ${unknown.join()}`)
    const found = [...this.events.values()].filter((event) =>
      Object.entries(filter).every(([name, values]) =>
        (values as Json[]).includes(event[known[name as keyof typeof known]]),
      ),
    )
    return found
  }
}

/** One connection. */
class Client {
  readonly #relay: Relay
  readonly #url: string
  readonly #socket: () => ServerSocket
  readonly #challenge = randomBytes(8).toString('hex')
  #isKnown = false

  constructor(relay: Relay, url: string, socket: () => ServerSocket) {
    this.#relay = relay
    this.#url = url
    this.#socket = socket
  }

  greet(): void {
    if (this.#relay.needsSignIn && !this.#relay.challengesLate) this.#say(['AUTH', this.#challenge])
  }

  #say(message: Json): void {
    this.#socket().send(JSON.stringify(message))
  }

  async hear(text: string): Promise<void> {
    const message = JSON.parse(text) as Json[]
    this.#relay.heard.push(message)
    const [verb, first, ...more] = message
    if (Buffer.byteLength(text) > mostBytes) return this.#say(['NOTICE', 'error: message too large'])
    if (verb === 'EVENT' && isObject(first) && more.length === 0) return this.#offer(first as FakeEvent)
    if (verb === 'AUTH' && isObject(first) && more.length === 0) return this.#signIn(first as FakeEvent)
    if (verb === 'REQ' && typeof first === 'string' && more.length > 0) return this.#answer(first, more)
    this.#say(['NOTICE', 'error: unknown message'])
  }

  async #offer(event: FakeEvent): Promise<void> {
    const relay = this.#relay
    const say = (isTaken: boolean, words: string) => this.#say(['OK', event.id, isTaken, words])
    const fault = faultOf(event)
    if (fault !== null) return say(false, `invalid: ${fault}`)
    if (event.created_at > Date.now() / 1_000 + latestSeconds)
      return say(false, 'invalid: created_at is too late')
    if (relay.needsSignIn && !this.#isKnown) {
      say(false, 'auth-required: say who you are')
      return relay.challengesLate ? this.#say(['AUTH', this.#challenge]) : undefined
    }
    if (relay.members && !relay.members.has(event.pubkey)) return say(false, 'restricted: members only')
    const misfortune = event.kind === note ? relay.faults.shift() : undefined
    if (misfortune) return this.#suffer(misfortune, event)
    const { isTaken, words } = relay.store(event)
    say(isTaken, words)
  }

  async #suffer(fault: RelayFault, event: FakeEvent): Promise<void> {
    switch (fault.kind) {
      case 'refuse':
        return this.#say(['OK', event.id, false, fault.words])
      case 'silence':
        return
      case 'instead':
        return fault.say(this.#socket())
      case 'lose_answer':
        this.#relay.store(event)
        return this.#socket().destroy()
      case 'hang_up':
        this.#socket().destroy()
        await pause(fault.workMs)
        this.#relay.store(event)
    }
  }

  #signIn(event: FakeEvent): void {
    const tag = (name: string) => event.tags.find(([each]) => each === name)?.[1]
    const isNow = Math.abs(event.created_at - Date.now() / 1_000) < 600
    const isRight =
      faultOf(event) === null &&
      event.kind === 22_242 &&
      tag('challenge') === this.#challenge &&
      tag('relay') === this.#url &&
      isNow
    this.#isKnown = isRight
    this.#say(['OK', event.id, isRight, isRight ? '' : 'invalid: this does not show who you are'])
  }

  #answer(subscription: string, filters: readonly Json[]): void {
    if (this.#relay.needsSignIn && !this.#isKnown) {
      this.#say(['CLOSED', subscription, 'auth-required: say who you are'])
      if (this.#relay.challengesLate) this.#say(['AUTH', this.#challenge])
      return
    }
    for (const filter of filters)
      for (const event of this.#relay.find(filter as Record<string, Json>))
        this.#say(['EVENT', subscription, event])
    this.#say(['EOSE', subscription])
  }
}
