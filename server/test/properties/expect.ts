import type { ResultStatus } from '../../src/posts/results/post-result-schema.ts'
import {
  type HoldReason,
  hindrances,
  type Link,
  latePolicies,
  type Model,
  type ModelAccount,
  type ModelPost,
  type ModelResult,
} from './model.ts'

const ended: readonly ResultStatus[] = ['published', 'failed', 'canceled', 'needs_review']
const going: readonly ResultStatus[] = ['publishing', 'confirming', 'published']
// Reading two clocks and rounding to milliseconds.
const blurMs = 2_000

/** The circumstances of a look, by which a result is judged. */
export interface FleetView {
  /** The time by the test clock before and after this look. */
  readonly from: number
  readonly until: number
  /** Nothing moves any more. */
  readonly isResting: boolean
}

/** Every status that a result may have now, from the one it had. */
export function possibleStatuses(
  model: Model,
  post: ModelPost,
  result: ModelResult,
  sight: FleetView,
): Set<ResultStatus> {
  const account = accountOf(model, result.account)
  if (ended.includes(result.status) || !model.look.hasWorked) return new Set([result.status])
  if (post.approval === 'waiting' && result.status === 'held') return new Set(['held'])
  const possible = new Set<ResultStatus>()
  const now = hindrances(model, account)
  const hindered = model.look.hindered[result.account] ?? { ever: new Set<HoldReason>(), always: false }
  const isSurelyDue = result.scheduledAt <= sight.from - blurMs
  const isMaybeDue = result.scheduledAt <= sight.until + blurMs
  const isInFlight = result.status === 'publishing' || result.status === 'confirming'
  if (!isSurelyDue) possible.add('pending')
  if (now.size > 0 || (!sight.isResting && hindered.ever.size > 0)) possible.add('held')
  if (!sight.isResting) addWayThere(possible, result, isMaybeDue)
  if (isInFlight && (account.inactivity !== null || !account.isConnected)) possible.add(result.status)
  // A target that stood in line behind one that met the loss looks again by itself after a while.
  if (account.inactivity !== null) possible.add('pending')
  const isClear = isInFlight || (isMaybeDue && !hindered.always)
  const late = latenessOf(model, post, result, sight)
  if (isClear && (isInFlight || late !== 'surely'))
    for (const each of outcomesOf(account, post)) possible.add(each)
  if (late !== 'no') possible.add('needs_review')
  return possible
}

function addWayThere(possible: Set<ResultStatus>, { status }: ModelResult, isMaybeDue: boolean): void {
  possible.add(status)
  if (status === 'held') possible.add('pending')
  if (!isMaybeDue && status !== 'publishing' && status !== 'confirming') return
  for (const each of ['pending', 'publishing', 'confirming'] as const) possible.add(each)
}

/** Whether it was too late for its policy when it was last seen to wait, or may have become so since. */
function latenessOf(
  model: Model,
  post: ModelPost,
  result: ModelResult,
  sight: FleetView,
): 'no' | 'maybe' | 'surely' {
  const limit = latePolicies[post.policy]
  const isWaiting = result.status === 'pending' || result.status === 'held'
  if (isWaiting && model.look.at - result.scheduledAt > limit + blurMs) return 'surely'
  // Parts of a thread keep their time when the post itself is sent again.
  const since = post.chain.length > 0 ? result.earliest : result.scheduledAt
  const isDeferred = accountOf(model, result.account).recentMoods.has('rate_limit')
  const patience = isDeferred ? Math.min(limit, longestDeferralMs) : limit
  return sight.until - since > patience - blurMs ? 'maybe' : 'no'
}

// A post that its network defers for a day is asked about, also where it may go out however late.
const longestDeferralMs = latePolicies.publish_24h

/** The moods in which an answer may be lost. */
export const losing = ['drop_answer', 'error_after_accept', 'drop_before'] as const

/** How a post may end on an account whose network has been in these moods. */
function outcomesOf({ recentMoods, networkClass }: ModelAccount, post: ModelPost): Set<ResultStatus> {
  const outcomes = new Set<ResultStatus>()
  const others = [...recentMoods].filter((mood) => mood !== 'succeed')
  const isLosing = losing.some((mood) => recentMoods.has(mood))
  for (const mood of recentMoods) outcomes.add(mood === 'refuse' ? 'failed' : 'published')
  if (isLosing && (networkClass === 'blind' || others.length > 1)) outcomes.add('needs_review')
  if (isLosing && networkClass === 'list' && recentMoods.has('drop_before')) outcomes.add('needs_review')
  // The text is public more than once by a person's own will, so the list proves nothing.
  if (isLosing && networkClass === 'list' && [...post.sayings.values()].some(({ more }) => more > 0))
    outcomes.add('needs_review')
  return outcomes
}

/** The status that a post must have, from what its own answer says of its results. */
export function statusOfPost(post: ModelPost): string {
  if (post.isDraft) return 'draft'
  const states = post.results.flatMap(({ links }) =>
    links.flatMap((link, index) => (counts(links, link, index) ? [link.status] : [])),
  )
  const some = (...wanted: readonly ResultStatus[]) => states.some((state) => wanted.includes(state))
  const all = (wanted: ResultStatus) => states.every((state) => state === wanted)
  if (some('needs_review')) return 'needs_review'
  if (some('publishing', 'confirming')) return 'processing'
  if (all('canceled')) return 'canceled'
  if (some('pending')) return post.scheduledAt === null || some('published') ? 'processing' : 'scheduled'
  if (some('held')) return 'held'
  if (all('published')) return 'posted'
  return some('published') ? 'partial' : 'failed'
}

// A first comment never counts, nor a part that waits for the part before it.
function counts(links: readonly Link[], { part, status }: Link, index: number): boolean {
  if (part === 'first_comment') return false
  return index === 0 || status !== 'pending' || links[index - 1]?.status === 'published'
}

/** The expected answer to an operation on a post: 200 or the code of its refusal. */
export type Verdict = string | 200

export const editVerdict = ({ results }: ModelPost): Verdict => {
  const all = results.flatMap(({ links }) => links.map(({ status }) => status))
  if (all.some((status) => going.includes(status))) return 'already_processing'
  if (all.includes('needs_review')) return 'needs_review'
  const roots = results.map(({ links }) => links[0]?.status)
  return roots.some((status) => status === 'failed' || status === 'canceled') ? 'already_settled' : 200
}

/** A verdict, and what else may be answered while one of these results is looked for before it is sent again. */
export function orLookedFor(verdict: Verdict, results: readonly ModelResult[]): readonly Verdict[] {
  return results.some(isLookedFor) ? [verdict, 'already_processing'] : [verdict]
}

export function isLookedFor({ lookedFor }: ModelResult): boolean {
  return typeof lookedFor === 'number'
}

export const cancelVerdict = (post: ModelPost): Verdict => {
  const status = statusOfPost(post)
  if (status === 'canceled') return 200
  if (status === 'draft') return 'is_draft'
  if (status === 'failed') return 'already_settled'
  const verdict = editVerdict(post)
  return verdict === 'already_settled' ? 200 : verdict
}

export const deleteVerdict = (post: ModelPost): Verdict => {
  const status = statusOfPost(post)
  if (status === 'processing') return 'already_processing'
  if (status === 'needs_review') return 'needs_review'
  const isOut = post.results.some(({ links }) => links.some((link) => link.status === 'published'))
  return isOut ? 'already_posted' : 200
}

export const cancelResultVerdict = ({ links }: ModelResult): Verdict => {
  const root = links[0]?.status ?? 'pending'
  if (root === 'needs_review') return 'needs_review'
  if (going.includes(root)) return 'already_processing'
  return root === 'failed' || root === 'canceled' ? 'already_settled' : 200
}

export const retryVerdict = ({ links }: ModelResult): Verdict => {
  const failed = links.find(({ status }) => status === 'failed')
  if (!failed) return 'not_failed'
  return failed.errorCode === 'outcome_unknown' ? 'may_be_public' : 200
}

export const resolveVerdict = ({ links }: ModelResult, outcome: string): Verdict => {
  const asking = links.find(({ status }) => status === 'needs_review')
  if (!asking) return 'not_in_review'
  if (outcome !== 'published') return 200
  if (asking.reason === 'missed_window') return 'never_sent'
  return hasChildren(links, asking) && asking.found !== 1 ? 'thread_cannot_continue' : 200
}

function hasChildren(links: readonly Link[], link: Link): boolean {
  const index = links.indexOf(link)
  if (index === 0) return links.length > 1
  return link.part === 'thread' && links[index + 1]?.part === 'thread'
}

export function accountOf(model: Model, index: number): ModelAccount {
  const account = model.accounts[index]
  if (!account) throw new Error(`There is no account ${index}.`)
  return account
}
