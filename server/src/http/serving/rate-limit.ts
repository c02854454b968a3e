import { type CountedCaller, returnAllowance, takeAllowance } from '../../api-keys/take-allowance.ts'
import { callerNames } from '../../callers/caller-names.ts'
import type { Context, RemoteCaller } from '../../context.ts'
import { Problem } from '../../lib/problem.ts'
import { sentence, word } from '../../lib/text/sentence.ts'

/** The caller's minute after a request was counted, as the `RateLimit` headers say it. */
export interface CountedMinute {
  readonly isAdmitted: boolean
  readonly remaining: number
  readonly resetSeconds: number
}

export interface RateLimiter {
  /** Counts one request. */
  count(caller: CountedCaller): Promise<CountedMinute>
  /** Returns at once what callers have not used. */
  close(): Promise<void>
  /** The `RateLimit-Policy` header. */
  readonly policy: string
}

/** The requests that this process may still admit in a caller's minute. */
interface Allowance {
  readonly caller: CountedCaller
  mine: number
  /** The number left for all processes at the last look. */
  shared: number
  block: number
  minute: string
  takenAt: number
  endsAt: number
  taking: Promise<void> | null
  /** Returns the unused requests when the caller goes quiet. */
  idle: NodeJS.Timeout | null
  returning: Promise<void> | null
}

const remembered = 10_000
const quietMs = 100

type RateLimitParts = Pick<Context, 'db' | 'log'> & { config: Pick<Context['config'], 'rateLimitPerMinute'> }

/**
 * Counts for all processes together: each takes a block of requests from the database and spends it without asking again.
 * A block doubles while a caller is busy, never exceeds a sixteenth of what is left, is a single request at the end, and
 * is returned when the caller goes quiet here. So the limit is never exceeded, and nothing of it is lost for long.
 */
export function createRateLimiter(parts: RateLimitParts): RateLimiter {
  const limit = parts.config.rateLimitPerMinute
  const allowances = new Map<string, Allowance>()
  return {
    policy: `"minute";q=${limit};w=60`,
    count: async (caller) => {
      const allowance = allowanceOf(allowances, caller)
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
    close: async () => {
      for (const allowance of allowances.values())
        if (allowance.idle !== null) {
          clearTimeout(allowance.idle)
          returnUnused(parts, limit, allowance)
        }
      await Promise.all([...allowances.values()].map(({ returning }) => returning))
    },
  }
}

/** 429 for a caller that used up its minute. */
export function rateLimited({ kind }: RemoteCaller, counted: CountedMinute): Problem {
  return new Problem(
    429,
    'rate_limited',
    sentence('{caller} has used up its requests for this minute.', { caller: word(callerNames[kind]) }),
    {
      retryAfterSeconds: counted.resetSeconds,
    },
  )
}

function allowanceOf(allowances: Map<string, Allowance>, caller: CountedCaller): Allowance {
  const known = allowances.get(caller.limitKey)
  if (known) return known
  if (allowances.size >= remembered) allowances.clear()
  const times = { minute: '', takenAt: 0, endsAt: 0 }
  const allowance = {
    caller,
    mine: 0,
    shared: 0,
    block: 1,
    ...times,
    taking: null,
    idle: null,
    returning: null,
  }
  allowances.set(caller.limitKey, allowance)
  return allowance
}

// There is something to spend, or it was seen a moment ago that nothing is left.
function isUsable({ mine, shared, takenAt, endsAt }: Allowance): boolean {
  const now = performance.now()
  return now < endsAt && (mine > 0 || (shared === 0 && now - takenAt < quietMs))
}

async function take({ db }: RateLimitParts, limit: number, allowance: Allowance): Promise<void> {
  const now = performance.now()
  const isBusy = now - allowance.takenAt < 1_000 && now < allowance.endsAt
  const wanted = isBusy ? allowance.block * 2 : 1
  const block = Math.max(1, Math.min(wanted, Math.floor(allowance.shared / 16)))
  const { granted, left, resetMs, minute } = await takeAllowance(db, allowance.caller, limit, block)
  const endsAt = now + resetMs
  Object.assign(allowance, { mine: granted, shared: left, block, minute, takenAt: now, endsAt })
}

function returnWhenQuiet(parts: RateLimitParts, limit: number, allowance: Allowance): void {
  if (allowance.idle) {
    allowance.idle.refresh()
    return
  }
  allowance.idle = setTimeout(() => returnUnused(parts, limit, allowance), quietMs).unref()
}

function returnUnused({ db, log }: RateLimitParts, limit: number, allowance: Allowance): void {
  allowance.idle = null
  const unused = { count: allowance.mine, minute: allowance.minute }
  allowance.mine = 0
  if (unused.count === 0 || performance.now() >= allowance.endsAt) return
  allowance.returning = returnAllowance(db, allowance.caller, limit, unused)
    .catch((error: unknown) => log.warn({ err: error }, 'unused requests of a caller could not be returned'))
    .finally(() => {
      allowance.returning = null
    })
}
