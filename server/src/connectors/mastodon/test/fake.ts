import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from './fake-answer.ts'
import type { StandingPost } from './fake-posts.ts'
import { type Variant, type VariantName, variants } from './fake-variants.ts'
import { type FakeOptions, FakeWorld } from './fake-world.ts'

export { type FakeOptions, list, post, upload } from './fake-world.ts'

/** A fault in the next call of a path. */
export type Fault =
  /** The connection is destroyed before anything is done. */
  | { readonly kind: 'drop' }
  /** The call takes effect, and the connection is destroyed before the first byte of the answer. */
  | { readonly kind: 'lose_answer' }
  /** The call takes effect, and is answered with 500. */
  | { readonly kind: 'fail_after' }
  /** The connection is destroyed at once, and the server finishes the call in its own time. */
  | { readonly kind: 'hang_up' }
  /** The call has no effect, and is answered like this. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: string
      readonly headers?: Readonly<Record<string, string>>
    }

export interface FakeCall {
  /** Such as `POST /api/v1/statuses`, without its query. */
  readonly name: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** A server in memory that refuses what the real one refuses, and treats a repeated key as its kind does. */
export interface FakeMastodon {
  readonly url: string
  readonly variant: Variant
  /** Another program or version from now on, as after an upgrade. */
  become(variant: VariantName): void
  readonly token: string
  readonly accountId: string
  readonly calls: readonly FakeCall[]
  /** Everything public, oldest first. */
  readonly posts: readonly StandingPost[]
  /** Several faults of one call, such as `POST /api/v1/statuses`, happen one after the other. */
  inject(name: string, fault: Fault): void
  revoke(): void
  /** The token is good again. */
  restore(): void
  /** So many posts fail with 500 after every check, just before they would be made. */
  failInside(count: number): void
  /** Uploaded media are processed for so long from now on; broken ones never become ready. */
  processMedia(how: { forMs: number; isBroken?: boolean }): void
  /** How long a post is in the making, so that requests at once overlap. */
  workSlowly(ms: number): void
  forgetMedia(): void
  /** Forgets every key, as when the server's cache is emptied. */
  forgetKeys(): void
  /** Posts by hand, as the account's owner would in another program. */
  write(text: string, at?: Date): StandingPost
  close(): Promise<void>
}

export async function startFakeMastodon(options: FakeOptions): Promise<FakeMastodon> {
  const world = new FakeWorld(options)
  const faults = new Map<string, Fault[]>()
  const calls: FakeCall[] = []
  const server = createServer((request, response) => {
    serve(request, response).catch((error: Error) => response.destroy(error))
  })
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake')
    const name = `${request.method} ${url.pathname}`.replace(`/accounts/${world.accountId}/`, '/accounts/me/')
    const body = Buffer.concat(await request.toArray())
    calls.push({ name, headers: request.headers, body })
    const fault = faults.get(name)?.shift()
    if (fault?.kind === 'drop') return void response.destroy()
    if (fault?.kind === 'answer') return void response.writeHead(fault.status, fault.headers).end(fault.body)
    if (fault?.kind === 'hang_up') response.destroy()
    const answer = await world.answer(name, request.headers, body, url)
    if (fault?.kind === 'lose_answer') return void response.destroy()
    if (fault?.kind === 'fail_after')
      return send(response, { status: 500, json: { error: 'Internal Server Error' } })
    send(response, answer)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: world.url,
    variant: world.variant,
    become: (name) => {
      world.variant = variants[name]
    },
    token: world.token,
    accountId: world.accountId,
    calls,
    posts: world.posts,
    inject: (name, fault) => void faults.set(name, [...(faults.get(name) ?? []), fault]),
    revoke: () => {
      world.isRevoked = true
    },
    restore: () => {
      world.isRevoked = false
    },
    failInside: (count) => {
      world.failures = count
    },
    processMedia: ({ forMs, isBroken = false }) => {
      world.processing = { forMs, isBroken }
    },
    workSlowly: (ms) => {
      world.workMs = ms
    },
    forgetMedia: () => world.media.clear(),
    forgetKeys: () => world.keys.forget(),
    write: (text, at = new Date()) => world.keep({ status: text }, [], at),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, { status, json, headers }: Answer): void {
  if (response.destroyed) return
  const isBytes = json === null
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(isBytes ? '' : JSON.stringify(json))
}
