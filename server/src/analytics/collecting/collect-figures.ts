import { accountOf } from '../../accounts/account-of.ts'
import { createConnectIo } from '../../accounts/connect-io.ts'
import { takePermits } from '../../accounts/permits.ts'
import { withAccess } from '../../accounts/with-access.ts'
import { type Connector, Failure, type Measured, type MeasurePower } from '../../connectors/connector.ts'
import type { Context } from '../../context.ts'
import { findMeasurePower } from '../find-measure-power.ts'
import { endLease, type FigureLease, type LeaseEnd, renewLease, takeLeases } from './figure-lease.ts'
import { listPostsToMeasure, type PostToMeasure } from './posts-to-measure.ts'
import { restAfter, untilAllowed } from './rest.ts'
import { type MeasuredPost, writeFigures } from './write-figures.ts'

// How many accounts of one platform are read at once. Each platform has passes of its own, because one network may hang.
const atOnce = 3
const onePassMs = 45_000
/** The time that a network has to answer one call of `measure`. */
const callMs = 60_000

/**
 * Reads the figures of due posts from a network, as many as one pass can. The worker calls it all the time, and several
 * passes may run at once. When a process dies, the next one that gets the account reads its figures. Answers how many
 * accounts it read.
 */
export async function collectFigures(
  context: Context,
  platform: string,
  signal: AbortSignal,
): Promise<number> {
  const asked = findMeasurePower(context, platform)
  if (!asked) return 0
  const until = performance.now() + onePassMs
  const mayGoOn = () => !signal.aborted && performance.now() < until
  let leasesTaken = 0
  while (mayGoOn()) {
    const leases = await takeLeases(context.db, platform, atOnce)
    await Promise.all(leases.map((lease) => useLease({ context, ...asked, signal, mayGoOn }, lease)))
    leasesTaken += leases.length
    if (leases.length < atOnce) break
  }
  return leasesTaken
}

interface Pass {
  readonly context: Context
  readonly connector: Connector
  readonly power: MeasurePower
  readonly signal: AbortSignal
  mayGoOn(): boolean
}

async function useLease(pass: Pass, lease: FigureLease): Promise<void> {
  await endLease(pass.context.db, lease, await measureAccount(pass, lease))
}

/** Measures the posts of an account that are due, call by call. Each call is stored before the next. */
async function measureAccount(pass: Pass, lease: FigureLease): Promise<LeaseEnd> {
  const { context, power, signal } = pass
  const refusal = power.refusal(accountOf(lease.account))
  if (refusal !== null) return untilAllowed(String(refusal))
  try {
    while (pass.mayGoOn()) {
      const posts = await listPostsToMeasure(context.db, lease, power.most)
      if (posts.length === 0 || !(await renewLease(context.db, lease))) break
      const waitMs = await takePermit(pass, lease)
      if (waitMs !== null) return { restMs: waitMs, reason: null, failures: 0 }
      if (!(await writeFigures(context.db, lease, await measureEach(pass, lease, posts)))) break
    }
    return { restMs: 0, reason: null, failures: 0 }
  } catch (error) {
    if (signal.aborted) return { restMs: 0, reason: null, failures: lease.failures }
    context.log.info({ err: error, account_id: lease.accountId }, 'figures could not be read')
    return restAfter(error, lease.failures)
  }
}

/** Takes one call out of the rates that all processes share. Answers how long to wait where none is left. */
async function takePermit({ context, connector, power }: Pass, lease: FigureLease): Promise<number | null> {
  const rates = power.rates.map(({ per, calls, everyMs }) => ({
    per,
    of: per === 'account' ? lease.account.external_id : '',
    posts: calls,
    everyMs,
  }))
  // The name keeps these permits apart from those of publishing.
  const permit = { platform: `figures of ${connector.platform}`, rates }
  const [waitMs = null] = await context.db.transaction((tx) => takePermits(tx, [permit], 0))
  return waitMs
}

/**
 * Reads the figures of these posts in one call. When the network refuses a call for several posts, each half is tried.
 * @throws Failure
 */
async function measureEach(
  pass: Pass,
  lease: FigureLease,
  posts: readonly PostToMeasure[],
): Promise<MeasuredPost[]> {
  try {
    const measured = await measureByNetwork(pass, lease, posts)
    return posts.map((post, index) => ({ post, measured: measured[index] ?? null }))
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'invalid') throw error
    // A post without figures must not keep the others from being read.
    if (posts.length === 1) return posts.map((post) => ({ post, measured: {} }))
    const middle = Math.ceil(posts.length / 2)
    const first = await measureEach(pass, lease, posts.slice(0, middle))
    return [...first, ...(await measureEach(pass, lease, posts.slice(middle)))]
  }
}

function measureByNetwork(
  { context, connector, power, signal }: Pass,
  { workspaceId, accountId, account }: FigureLease,
  posts: readonly PostToMeasure[],
): Promise<readonly (Measured | null)[]> {
  const io = createConnectIo(context, connector, AbortSignal.any([signal, AbortSignal.timeout(callMs)]))
  const request = { workspaceId, accountId, account: accountOf(account) }
  return withAccess(context, request, (access) =>
    power.measure(
      posts.map(({ post }) => post),
      access.account,
      access.credentials,
      io,
    ),
  )
}
