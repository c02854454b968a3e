import type { FakeOAuth } from '../../kit/fakes/fake-oauth.ts'
import { type FakeServer, startFakeServer } from '../../kit/fakes/fake-server.ts'
import type { StandingPost } from './fake-posts.ts'
import { type Variant, type VariantName, variants } from './fake-variants.ts'
import { type FakeOptions, FakeWorld } from './fake-world.ts'

export { type FakeOptions, list, post, upload } from './fake-world.ts'

/** A server in memory that refuses what the real one refuses, and treats a repeated key as its kind does. */
export interface FakeMastodon extends FakeServer {
  readonly variant: Variant
  /** Another program or version from now on, as after an upgrade. */
  become(variant: VariantName): void
  readonly token: string
  readonly accountId: string
  readonly oauth: FakeOAuth
  /** Everything public, oldest first. */
  readonly posts: readonly StandingPost[]
  revoke(): void
  /** The token is good again. */
  restore(): void
  /** The next `count` posts fail with 500 after every check, just before they would be made. */
  failInside(count: number): void
  /** Sets for how long uploaded media are processed from now on. Broken ones never become ready. */
  processMedia(how: { forMs: number; isBroken?: boolean }): void
  /** How long a post is in the making, so that requests at once overlap. */
  workSlowly(ms: number): void
  forgetMedia(): void
  /** Forgets every key, as when the server's cache is emptied. */
  forgetKeys(): void
  /** Deletes a post by hand. */
  remove(id: string): void
  /** People like and share a post, and one answers it. */
  engage(id: string, engagement: { likes: number; reposts: number }): void
  /** Posts by hand, as the account's owner would in another program. */
  write(text: string, at?: Date): StandingPost
}

export async function startFakeMastodon(options: FakeOptions): Promise<FakeMastodon> {
  const world = new FakeWorld(options)
  const { url, calls, inject, close } = await startFakeServer({
    routes: { '*': (call) => world.answer(call) },
    nameOf: (method, path) => {
      const name = `${method} ${path}`.replace(`/accounts/${world.accountId}/`, '/accounts/me/')
      return name.replace(`/accounts/${world.otherId}/`, '/accounts/me/')
    },
    internalError: { error: 'Internal Server Error' },
  })
  world.url = url
  world.oauth.issuer = url
  return {
    url,
    calls,
    inject,
    close,
    variant: world.variant,
    become: (name) => {
      world.variant = variants[name]
    },
    token: world.token,
    accountId: world.accountId,
    oauth: world.oauth,
    posts: world.posts,
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
    remove: (id) => {
      const index = world.posts.findIndex((standing) => standing.id === id)
      if (index >= 0) world.posts.splice(index, 1)
    },
    engage: (id, engagement) => {
      world.engagement.set(id, engagement)
      world.keep({ status: 'An answer', in_reply_to_id: id }, [], new Date())
    },
    write: (text, at = new Date()) => world.keep({ status: text }, [], at),
  }
}
