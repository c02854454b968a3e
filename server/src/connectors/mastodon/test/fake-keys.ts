import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from './fake-answer.ts'
import type { StandingPost } from './fake-posts.ts'
import type { Variant } from './fake-variants.ts'

const keyLifetimeMs = 3_600_000
/** Shorter than the ten seconds of the real one: tests wait for it. */
const lockPatienceMs = 1_000

/** The keys of a server, which treats a repeated one as its kind does. */
export class FakeKeys {
  readonly #kept = new Map<string, { postId: string | null; at: number }>()
  readonly #locks = new Set<string>()

  /** The post of this key: made now, or the one that stands. */
  async postOf(
    key: string,
    how: Variant['keys'],
    standing: readonly StandingPost[],
    make: () => Promise<StandingPost>,
  ): Promise<StandingPost> {
    if (how === 'ignored') return make()
    if (how === 'used_up') return this.#useUp(key, make)
    const keep = () => this.#keep(key, how, standing, make)
    return how === 'stored_at_end' ? keep() : this.#whileLocked(key, keep)
  }

  /** Forgets every key, as when the server's cache is emptied. */
  forget(): void {
    this.#kept.clear()
  }

  async #useUp(key: string, make: () => Promise<StandingPost>): Promise<StandingPost> {
    if (this.#keptFor(key)) throw new Refusal(400, 'Duplicate idempotency key.')
    this.#kept.set(key, { postId: null, at: Date.now() })
    return make()
  }

  async #keep(
    key: string,
    how: Variant['keys'],
    standing: readonly StandingPost[],
    make: () => Promise<StandingPost>,
  ): Promise<StandingPost> {
    const kept = this.#keptFor(key)
    if (kept) {
      if (how === 'locked_fails_repeat') throw new Refusal(500, "undefined method 'account' for nil")
      const found = standing.find(({ id }) => id === kept.postId)
      if (!found) throw new Refusal(500, 'Internal Server Error')
      return found
    }
    const made = await make()
    this.#kept.set(key, { postId: made.id, at: Date.now() })
    return made
  }

  /** A request that does not get the lock of its key within a while is told to come again later. */
  async #whileLocked<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const patienceEndsAt = Date.now() + lockPatienceMs
    while (this.#locks.has(key)) {
      if (Date.now() > patienceEndsAt)
        throw new Refusal(503, 'There was a temporary problem serving your request, please try again')
      await pause(10)
    }
    this.#locks.add(key)
    try {
      return await work()
    } finally {
      this.#locks.delete(key)
    }
  }

  #keptFor(key: string): { postId: string | null } | null {
    const kept = this.#kept.get(key)
    return kept && Date.now() - kept.at < keyLifetimeMs ? kept : null
  }
}
