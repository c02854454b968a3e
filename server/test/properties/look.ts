import type { PostResult } from '../../src/posts/results/post-result-schema.ts'
import { accountOf, type FleetView, losing, possibleStatuses, statusOfPost } from './expect.ts'
import {
  clockNow,
  type HoldReason,
  hindrances,
  type Inactivity,
  type Link,
  livePosts,
  type Model,
  type ModelAccount,
  type ModelPost,
  type ModelResult,
} from './model.ts'
import type { World } from './world.ts'

/** Notes the reasons that hold each account's posts now; called after every change of them. */
export function noteHindrances(model: Model): void {
  model.look.hindered = model.accounts.map((account, index) => {
    const now = hindrances(model, account)
    const before = model.look.hindered[index]
    return {
      ever: new Set<HoldReason>([...(before?.ever ?? []), ...now]),
      always: (before?.always ?? true) && now.size > 0,
    }
  })
}

/** Reads everything that the API shows and compares it with the model, which then takes it over. */
export async function look(model: Model, world: World, isResting = false): Promise<void> {
  // Without a subscription the API tells nothing; the next look sees what happened.
  if (model.subscription !== 'active') return
  const from = clockNow(model)
  const posts = await read(world, '/v1/posts?limit=100&expand=results')
  const accounts = await read(world, '/v1/social-accounts')
  const sight: FleetView = { from, until: clockNow(model), isResting }
  lookAtAccounts(model, accounts)
  noteHindrances(model)
  const shown = new Map<string, ReturnType<typeof JSON.parse>>(posts.map((post) => [post.id, post]))
  same(
    'the posts that are there',
    [...shown.keys()].sort(),
    livePosts(model)
      .map(({ id }) => id)
      .sort(),
  )
  for (const post of livePosts(model)) lookAtPost(model, post, shown.get(post.id), sight)
  model.look = {
    hasWorked: model.isWorking,
    at: from,
    hindered: model.accounts.map((account) => {
      const now = hindrances(model, account)
      // A worker that had passed the gate by then goes on for a moment.
      return { ever: now, always: now.size > 0 && (isResting || !model.isWorking) }
    }),
  }
  if (isResting) forgetMoods(model)
}

async function read(world: World, path: string): Promise<ReturnType<typeof JSON.parse>[]> {
  const { status, json } = await world.request('GET', path)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`)
  return json.data
}

function lookAtAccounts(model: Model, shown: readonly { id: string; status: string }[]): void {
  const statuses = new Map(shown.map(({ id, status }) => [id, status]))
  same(
    'the accounts',
    [...statuses.keys()].sort(),
    model.accounts
      .filter((one) => one.isConnected)
      .map(({ id }) => id)
      .sort(),
  )
  for (const account of model.accounts) {
    const status = statuses.get(account.id)
    if (status === undefined) continue
    const found = inactivityOf(status)
    if (found !== null && account.inactivity === null && !account.recentMoods.has(causes[found]))
      throw new Error(`${account.name} is ${status} although its network did nothing to it.`)
    if (account.inactivity !== null && found !== account.inactivity)
      throw new Error(`${account.name} was ${account.inactivity} and is ${status}, and nobody connected it.`)
    account.inactivity = found
  }
}

/** The moods that cost an account its place at its network. */
const causes = { reconnect: 'lose_token', blocked: 'block_account' } as const

function inactivityOf(status: string): Inactivity | null {
  switch (status) {
    case 'active':
      return null
    case 'needs_reconnect':
      return 'reconnect'
    case 'blocked':
      return 'blocked'
    default:
      throw new Error(`An account is ${status}, and nobody did that.`)
  }
}

function lookAtPost(
  model: Model,
  post: ModelPost,
  shown: ReturnType<typeof JSON.parse>,
  sight: FleetView,
): void {
  const name = `post ${post.number}`
  same(`${name}: caption`, shown.caption, post.caption)
  same(`${name}: is_draft`, shown.is_draft, post.isDraft)
  same(`${name}: scheduled_at`, timeOf(shown.scheduled_at), post.scheduledAt)
  same(
    `${name}: social_accounts`,
    shown.social_accounts,
    post.accounts.map((index) => accountOf(model, index).id),
  )
  same(`${name}: approval`, shown.approval?.state ?? 'none', post.approval)
  post.approvalVersion = shown.approval?.version ?? 0
  const wanted = post.isDraft ? [] : post.accounts
  const results: PostResult[] = shown.results
  same(
    `${name}: results`,
    results.map((one) => one.social_account_id).sort(),
    wanted.map((index) => accountOf(model, index).id).sort(),
  )
  const before = new Map(post.results.map((result) => [result.account, result]))
  post.results = results.map((result) => {
    const account = model.accounts.find(({ id }) => id === result.social_account_id)
    const known = before.get(account?.index ?? -1)
    if (!account || !known) throw new Error(`${name}: nobody asked for ${result.social_account_id}.`)
    return lookAtResult(model, post, known, result, sight)
  })
  // Posts and results are read one after the other; they agree whenever nothing can happen in between.
  if (sight.isResting || !model.look.hasWorked) same(`${name}: status`, shown.status, statusOfPost(post))
}

function lookAtResult(
  model: Model,
  post: ModelPost,
  known: ModelResult,
  shown: PostResult,
  sight: FleetView,
): ModelResult {
  const name = `post ${post.number} on ${accountOf(model, known.account).name}`
  if (known.id !== null) same(`${name}: id`, shown.id, known.id)
  const scheduledAt = timeOf(shown.scheduled_at) ?? 0
  const earliest = Math.min(known.earliest, scheduledAt)
  const timed = { ...known, scheduledAt, earliest }
  const possible = possibleStatuses(model, post, timed, sight)
  if (!possible.has(shown.status) && !isSlow(accountOf(model, known.account), shown))
    throw new Error(
      `${name}: was ${known.status}, may be ${[...possible].join(' or ')}, and is ${describe(shown)}`,
    )
  if (post.approval === 'waiting') same(`${name}: held_reason`, shown.held_reason, heldFor(shown))
  else if (shown.status === 'held') lookAtReason(model, name, known, shown, sight)
  same(`${name}: success`, shown.success, shown.status === 'published')
  const links = linksOf(post, shown)
  const { lookedFor = null } = known
  return {
    account: known.account,
    id: shown.id,
    status: shown.status,
    heldReason: shown.held_reason,
    scheduledAt,
    earliest,
    links,
    lookedFor: lookedFor !== null && isWaiting(links[lookedFor]) ? lookedFor : null,
  }
}

function isWaiting(link: Link | undefined): boolean {
  return link?.status === 'pending' || link?.status === 'held'
}

// A post that nobody approved says so, whatever else stands in its way.
function heldFor({ status }: PostResult): string | null {
  return status === 'held' ? 'approval' : null
}

/** On a busy machine an answer may take longer than it is waited for: then it is lost, though its network lost none. */
function isSlow({ recentMoods }: ModelAccount, { status, attempts }: PostResult): boolean {
  if (status !== 'needs_review' && status !== 'publishing') return false
  const isLosing = losing.some((mood) => recentMoods.has(mood))
  return (
    !isLosing && attempts.some(({ outcome, error }) => outcome === 'unknown' || error?.code === 'answer_lost')
  )
}

function lookAtReason(
  model: Model,
  name: string,
  known: ModelResult,
  shown: PostResult,
  sight: FleetView,
): void {
  const account = accountOf(model, known.account)
  const standing = new Set<string | null>(hindrances(model, account))
  const reasons = sight.isResting
    ? standing
    : new Set([...standing, ...(model.look.hindered[known.account]?.ever ?? []), known.heldReason])
  if (!reasons.has(shown.held_reason))
    throw new Error(
      `${name}: is held for ${shown.held_reason}, and what stands in its way is ${[...standing].join() || 'nothing'}`,
    )
}

function linksOf(post: ModelPost, shown: PostResult): Link[] {
  const isRootOut = shown.platform_data.id !== null
  const root = {
    part: 'post' as const,
    status: isRootOut ? ('published' as const) : shown.status,
    remoteId: shown.platform_data.id,
    text: post.caption,
    reason: shown.review?.reason ?? null,
    found: shown.review?.found.length ?? 0,
    errorCode: shown.error?.code ?? null,
    retryable: shown.error?.retryable ?? false,
  }
  return [
    root,
    ...shown.parts.map((part) => ({
      part: part.part,
      status: part.status,
      remoteId: part.platform_data.id,
      text: part.text,
      reason: part.review?.reason ?? null,
      found: part.review?.found.length ?? 0,
      errorCode: part.error?.code ?? null,
      retryable: part.error?.retryable ?? false,
    })),
  ]
}

function describe({ status, held_reason, error, review, attempts }: PostResult): string {
  return JSON.stringify({
    status,
    held_reason,
    error,
    review: review?.reason,
    attempts: attempts.map(({ outcome }) => outcome),
  })
}

// Accounts with a post whose outcome is open keep the moods that it met.
function forgetMoods(model: Model): void {
  const open = new Set(
    model.posts.flatMap(({ results }) =>
      results.flatMap(({ account, status }) =>
        status === 'publishing' || status === 'confirming' ? [account] : [],
      ),
    ),
  )
  for (const { index, moods, recentMoods } of model.accounts) {
    if (open.has(index)) continue
    recentMoods.clear()
    for (const mood of moods) recentMoods.add(mood)
  }
}

export function timeOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text)
}

export function same(what: string, found: unknown, wanted: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (is !== should) throw new Error(`${what}: is ${is}, should be ${should}`)
}
