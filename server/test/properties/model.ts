import type { ResultStatus } from '../../src/posts/results/post-result-schema.ts'

export const networkClasses = ['key', 'expiring_key', 'two_phase', 'list', 'blind'] as const
export type NetworkClass = (typeof networkClasses)[number]

export const behaviors = [
  'succeed',
  'refuse',
  'rate_limit',
  'process_slowly',
  'drop_answer',
  'error_after_accept',
  'drop_before',
  'lose_token',
  'block_account',
] as const
export type Behavior = (typeof behaviors)[number]

export type Pause = 'everything' | 'network' | 'workspace'

/** How late each policy lets a post go out, in milliseconds. */
export const latePolicies = {
  publish_24h: 24 * 3_600_000,
  publish_1h: 3_600_000,
  publish_always: Number.POSITIVE_INFINITY,
  ask: 60_000,
} as const
export type LatePolicy = keyof typeof latePolicies

/** A workspace as its people know it: what they asked for, and what that lets them expect. Times are milliseconds. */
export interface Model {
  readonly accounts: readonly ModelAccount[]
  readonly posts: ModelPost[]
  readonly pauses: Set<Pause>
  subscription: 'active' | 'in_grace' | 'lapsed'
  isWorking: boolean
  /** Lets workers finish before what holds posts is taken away. */
  readonly isGentle: boolean
  /** How far the test clock is ahead of the real time, and since when; the last one is in force. */
  readonly clock: ClockMove[]
  /** Since the last look: whether a worker ran, and the reasons that held each account's posts. */
  look: Look
}

/** Between `from` (before the request) and `until` (after its answer) the clock before it may still be in force. */
export interface ClockMove {
  readonly aheadMs: number
  readonly from: number
  readonly until: number
}

export interface Look {
  hasWorked: boolean
  /** By the test clock. */
  at: number
  /** By account: the reasons that held its posts at any time since, and whether any did all the time. */
  hindered: readonly { readonly ever: ReadonlySet<HoldReason>; readonly always: boolean }[]
}

/** Why an account cannot publish until it is connected again: its token is lost, or its network has blocked it. */
export type Inactivity = 'reconnect' | 'blocked'

export type HoldReason = Inactivity | 'disconnected' | 'subscription' | 'paused'

export interface ModelAccount {
  readonly index: number
  readonly name: string
  readonly id: string
  readonly networkClass: NetworkClass
  isConnected: boolean
  /** As its network decided, null while it publishes; read from the API whenever that may have changed. */
  inactivity: Inactivity | null
  /** When it was connected again: its network takes posts at once then. In real milliseconds. */
  readonly connectedAt: number[]
  /** The moods that its network may be in now, and those since everything last came to rest. */
  moods: Behavior[]
  readonly recentMoods: Set<Behavior>
}

export interface ModelPost {
  /** The number in its text. */
  readonly number: number
  readonly id: string
  caption: string
  /** The parts that follow the post, in order: those of a thread, then a first comment. */
  readonly chain: readonly { readonly part: 'thread' | 'first_comment'; readonly text: string }[]
  readonly policy: LatePolicy
  isDraft: boolean
  approval: 'none' | 'waiting' | 'approved' | 'returned'
  /** The version of its content that waits or was approved, as it was last seen. */
  approvalVersion: number
  isDeleted: boolean
  scheduledAt: number | null
  /** Indexes of accounts, in order. */
  accounts: number[]
  /** The result on each account, as it was last seen or as an answer changed it. Empty for drafts. */
  results: ModelResult[]
  /** By account: every time it was given, in order; the last is in force. */
  readonly dues: Map<number, Due[]>
  /** People's answers about its parts; the key is `account/position`. */
  readonly sayings: Map<string, Saying>
}

/** When something may arrive: `at` by the test clock, 0 for at once, infinity for never. */
export interface Due {
  readonly at: number
  readonly from: number
  until: number
}

/** The effect of a person's answers: further posts, where they said there is none, and claims that need no proof. */
export interface Saying {
  more: number
  isReportedPublished: boolean
  isDiscarded: boolean
}

export interface ModelResult {
  readonly account: number
  id: string | null
  status: ResultStatus
  heldReason: string | null
  scheduledAt: number
  /** The earliest time it ever had: parts of a thread keep it when the post itself is sent again. */
  earliest: number
  /** The post itself, then what is chained to it. */
  links: Link[]
  /** The position of the link that is sent again once its network was asked a last time whether it has it; else null. */
  lookedFor?: number | null
}

export interface Link {
  readonly part: 'post' | 'thread' | 'first_comment'
  readonly status: ResultStatus
  readonly remoteId: string | null
  readonly text: string
  readonly reason: string | null
  readonly found: number
  readonly errorCode: string | null
  readonly retryable: boolean
}

export function aheadMs({ clock }: Model): number {
  return clock.at(-1)?.aheadMs ?? 0
}

/** The time by the test clock, as far as this machine knows it. */
export function clockNow(model: Model): number {
  return Date.now() + aheadMs(model)
}

export function captionOf(number: number, version: number): string {
  return partText(number, 0, version)
}

export function partText(number: number, position: number, version: number): string {
  return `#${number}.${position} v${version}`
}

/** The reasons that hold an account's posts now. */
export function hindrances(model: Model, account: ModelAccount): Set<HoldReason> {
  const found = new Set<HoldReason>()
  if (!account.isConnected) found.add('disconnected')
  if (account.inactivity !== null) found.add(account.inactivity)
  if (model.subscription === 'lapsed') found.add('subscription')
  if (model.pauses.size > 0) found.add('paused')
  return found
}

/** From now on it may arrive at this time, and, once the request that said so is answered, at no other. */
export function setDue(post: ModelPost, account: number, at: number, from: number): void {
  const dues = post.dues.get(account) ?? []
  for (const due of dues) if (due.until === Number.POSITIVE_INFINITY) due.until = Date.now()
  post.dues.set(account, [...dues, { at, from, until: Number.POSITIVE_INFINITY }])
}

export function sayingOf(post: ModelPost, account: number, position: number): Saying {
  const key = `${account}/${position}`
  const known = post.sayings.get(key) ?? { more: 0, isReportedPublished: false, isDiscarded: false }
  post.sayings.set(key, known)
  return known
}

export function livePosts({ posts }: Model): ModelPost[] {
  return posts.filter(({ isDeleted }) => !isDeleted)
}
