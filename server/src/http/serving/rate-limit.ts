import { type CountedKey, returnAllowance, takeAllowance } from '../../api-keys/take-allowance.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../lib/problem.ts'

/** What the `RateLimit` headers say after a request was counted. */
export interface Counted {
  readonly isAdmitted: boolean
  readonly remaining: number
  readonly resetSeconds: number
}

export interface RateLimiter {
  /** Counts one request of a key. */
  count(key: CountedKey): Promise<Counted>
  /** The `RateLimit-Policy` header. */
  readonly policy: string
}

/** What this process has left of a key's minute. */
interface Allowance {
  readonly key: CountedKey
  mine: number
  /** Left for all processes when we last looked. */
  shared: number
  block: number
  minute: string
  takenAt: number
  endsAt: number
  taking: Promise<void> | null
  /** Gives back what is unused when the key goes quiet. */
  idle: NodeJS.Timeout | null
}

const remembered = 10_000
const quietMs = 100

type Parts = Pick<Context, 'db' | 'log'> & { config: Pick<Context['config'], 'rateLimitPerMinute'> }

/**
 * The same count for all processes: each takes a block of requests from the database and spends it without asking again.
 * A block doubles while a key is busy, never exceeds a sixteenth of what is left, is a single request at the end, and
 * goes back when the key is quiet here. So the limit is never exceeded, and nothing of it is lost for long.
 */
export function createRateLimiter(parts: Parts): RateLimiter {
  const limit = parts.config.rateLimitPerMinute
  const allowances = new Map<string, Allowance>()
  return {
    policy: `"minute";q=${limit};w=60`,
    count: async (key) => {
      const allowance = allowanceOf(allowances, key)
      while (!isUsable(allowance)) {
        allowance.taking ??= take(parts, limit, allowance).finally(() => {
          allowance.taking = null
        })
        await allowance.taking
      }
      const isAdmitted = allowance.mine > 0
      if (isAdmitted) allowance.mine -= 1
      if (allowance.mine > 0) returnWhenQuiet(parts, limit, allowance)
      const resetSeconds = Math.max(1, Math.ceil((allowance.endsAt - performance.now()) / 1000))
      return { isAdmitted, remaining: allowance.mine + allowance.shared, resetSeconds }
    },
  }
}

/** 429 for a key that used up its minute. */
export function rateLimited(counted: Counted): Problem {
  return new Problem(429, 'rate_limited', 'This API key has used up its requests for this minute.', {
    retryAfterSeconds: counted.resetSeconds,
  })
}

function allowanceOf(allowances: Map<string, Allowance>, key: CountedKey): Allowance {
  const known = allowances.get(key.id)
  if (known) return known
  if (allowances.size >= remembered) allowances.clear()
  const times = { minute: '', takenAt: 0, endsAt: 0 }
  const allowance = { key, mine: 0, shared: 0, block: 1, ...times, taking: null, idle: null }
  allowances.set(key.id, allowance)
  return allowance
}

// Something to spend, or the fresh knowledge that nothing is left.
function isUsable({ mine, shared, takenAt, endsAt }: Allowance): boolean {
  const now = performance.now()
  return now < endsAt && (mine > 0 || (shared === 0 && now - takenAt < quietMs))
}

async function take({ db }: Parts, limit: number, allowance: Allowance): Promise<void> {
  const now = performance.now()
  const isBusy = now - allowance.takenAt < 1_000 && now < allowance.endsAt
  const wanted = isBusy ? allowance.block * 2 : 1
  const block = Math.max(1, Math.min(wanted, Math.floor(allowance.shared / 16)))
  const { granted, left, resetMs, minute } = await takeAllowance(db, allowance.key, limit, block)
  const endsAt = now + resetMs
  Object.assign(allowance, { mine: granted, shared: left, block, minute, takenAt: now, endsAt })
}

function returnWhenQuiet(parts: Parts, limit: number, allowance: Allowance): void {
  if (allowance.idle) {
    allowance.idle.refresh()
    return
  }
  allowance.idle = setTimeout(() => {
    allowance.idle = null
    const unused = { count: allowance.mine, minute: allowance.minute }
    allowance.mine = 0
    if (unused.count === 0 || performance.now() >= allowance.endsAt) return
    returnAllowance(parts.db, allowance.key, limit, unused).catch((error: unknown) =>
      parts.log.warn({ err: error }, 'unused requests of a key could not be given back'),
    )
  }, quietMs).unref()
}
