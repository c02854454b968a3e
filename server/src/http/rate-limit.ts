import { type Taken, takeAllowance } from '../api-keys/take-allowance.ts'
import type { Context } from '../context.ts'
import { Problem } from '../lib/problem.ts'

interface Key {
  readonly id: string
  readonly workspaceId: string
}

/** What the `RateLimit` headers say after a request was counted. */
export interface Counted {
  readonly isAdmitted: boolean
  readonly remaining: number
  readonly resetSeconds: number
}

export interface RateLimiter {
  /** Counts one request of a key. */
  count(key: Key): Promise<Counted>
  /** The `RateLimit-Policy` header. */
  readonly policy: string
}

/** What this process has left of a key's minute. */
interface Allowance {
  mine: number
  /** Left for all processes when we last looked. */
  shared: number
  block: number
  takenAt: number
  endsAt: number
  taking: Promise<void> | null
}

const remembered = 10_000

/**
 * The same count for all processes: each takes a block of requests from the database and spends it without asking again.
 * A block doubles while a key is busy, never exceeds a sixteenth of what is left, and is a single request at the end, so
 * that the limit is exact and nothing of weight lies unused in a process that went quiet.
 */
export function createRateLimiter(context: Context): RateLimiter {
  const limit = context.config.rateLimitPerMinute
  const allowances = new Map<string, Allowance>()
  return {
    policy: `"minute";q=${limit};w=60`,
    count: async (key) => {
      const allowance = allowances.get(key.id) ?? newAllowance()
      if (!allowances.has(key.id) && allowances.size >= remembered) allowances.clear()
      allowances.set(key.id, allowance)
      while (!isUsable(allowance)) {
        allowance.taking ??= take(context, key, limit, allowance).finally(() => {
          allowance.taking = null
        })
        await allowance.taking
      }
      const isAdmitted = allowance.mine > 0
      if (isAdmitted) allowance.mine -= 1
      const resetSeconds = Math.max(1, Math.ceil((allowance.endsAt - performance.now()) / 1000))
      return { isAdmitted, remaining: allowance.mine + allowance.shared, resetSeconds }
    },
  }
}

/** 429 for a key that used up its minute. */
export function rateLimited(counted: Counted): Problem {
  return new Problem(
    429,
    'rate_limited',
    'This API key has made as many requests as it may in this minute.',
    {
      retryAfterSeconds: counted.resetSeconds,
    },
  )
}

function newAllowance(): Allowance {
  return { mine: 0, shared: 0, block: 1, takenAt: 0, endsAt: 0, taking: null }
}

// Something to spend, or the certainty that this minute has nothing left.
function isUsable(allowance: Allowance): boolean {
  return performance.now() < allowance.endsAt && (allowance.mine > 0 || allowance.shared === 0)
}

async function take(context: Context, key: Key, limit: number, allowance: Allowance): Promise<void> {
  const now = performance.now()
  const isBusy = now - allowance.takenAt < 1_000 && now < allowance.endsAt
  const wanted = isBusy ? allowance.block * 2 : 1
  const block = Math.max(1, Math.min(wanted, Math.floor(allowance.shared / 16)))
  const taken: Taken = await takeAllowance(context.db, key, limit, block)
  allowance.mine = taken.granted
  allowance.shared = taken.left
  allowance.block = block
  allowance.takenAt = now
  allowance.endsAt = now + taken.resetMs
}
