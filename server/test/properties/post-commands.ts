import { newId } from '../../src/lib/id.ts'
import { type Asked, ask, type Command, command, pickPost, refresh } from './command.ts'
import { accountOf, cancelVerdict, deleteVerdict, editVerdict, orLookedFor, type Verdict } from './expect.ts'
import { same, timeOf } from './look.ts'
import {
  captionOf,
  clockNow,
  type LatePolicy,
  type Model,
  type ModelPost,
  type ModelResult,
  partText,
  setDue,
} from './model.ts'
import type { Speaker, World } from './world.ts'

const never = Number.POSITIVE_INFINITY

/** When something is to go out: at once, or so many seconds from now by the test clock. */
export type When = 'now' | number

export interface NewPost {
  readonly accounts: readonly number[]
  readonly when: When
  readonly isDraft: boolean
  /** Parts of a thread after the first. */
  readonly thread: number
  readonly hasComment: boolean
  readonly policy: LatePolicy
  /** Names disconnected accounts too. */
  readonly insists: boolean
  readonly by: Speaker
}

export function createPost(wanted: NewPost): Command {
  return command(`create ${JSON.stringify(wanted)}`, isOpen, async (model, world) => {
    const accounts = namedOf(model, wanted)
    const post = newPost(model, { ...wanted, accounts })
    const at = timeAt(model, wanted.when)
    const body = {
      id: post.id,
      caption: post.caption,
      social_accounts: accounts.map((index) => accountOf(model, index).id),
      is_draft: wanted.isDraft,
      late_policy: wanted.policy,
      ...(at === null ? {} : { scheduled_at: new Date(at).toISOString() }),
      ...(post.chain.length === 0 ? {} : { platform_configurations: { sandbox: optionsOf(post) } }),
    }
    const asked = await ask(model, world, 'POST', '/v1/posts', body, wanted.by)
    expectAnswer(asked, [accountsVerdict(model, accounts)])
    if (asked.verdict !== 200) return
    model.posts.push(post)
    post.scheduledAt = takeTime(asked, at)
    if (wanted.isDraft) return
    if (wanted.by === 'author') post.approval = 'waiting'
    setGoing(post, asked.sentAt)
  })
}

function namedOf(model: Model, { accounts, insists }: NewPost): readonly number[] {
  const connected = accounts.filter((index) => accountOf(model, index).isConnected)
  return insists || connected.length === 0 ? accounts : connected
}

// One code for one fault, and another for several.
function accountsVerdict(model: Model, accounts: readonly number[]): Verdict {
  const missing = accounts.filter((index) => !accountOf(model, index).isConnected).length
  if (missing === 0) return 200
  return missing === 1 ? 'account_not_found' : 'validation_failed'
}

function newPost(model: Model, { accounts, isDraft, policy, thread, hasComment }: NewPost): ModelPost {
  const number = model.posts.length + 1
  const parts = Array.from({ length: thread }, (_, index) => ({
    part: 'thread' as const,
    text: partText(number, index + 1, 1),
  }))
  const comment = { part: 'first_comment' as const, text: partText(number, thread + 1, 1) }
  return {
    number,
    id: newId(),
    caption: captionOf(number, 1),
    chain: hasComment ? [...parts, comment] : parts,
    policy,
    isDraft,
    approval: 'none',
    approvalVersion: 0,
    isDeleted: false,
    scheduledAt: null,
    accounts: [...accounts],
    results: [],
    dues: new Map(),
    sayings: new Map(),
  }
}

function optionsOf({ chain }: ModelPost) {
  const thread = chain.flatMap(({ part, text }) => (part === 'thread' ? [{ caption: text }] : []))
  const comment = chain.find(({ part }) => part === 'first_comment')
  return {
    ...(thread.length === 0 ? {} : { thread }),
    ...(comment ? { first_comment: comment.text } : {}),
  }
}

/** The post, and what of it goes where, by its time: what an answer of 200 to create, edit, promote or submit means. */
function setGoing(post: ModelPost, sentAt: number): void {
  const kept = new Map(post.results.map((result) => [result.account, result]))
  for (const [account] of post.dues)
    if (!post.accounts.includes(account)) setDue(post, account, never, sentAt)
  post.results = post.accounts.map((account) => {
    setDue(post, account, post.approval === 'waiting' ? never : (post.scheduledAt ?? 0), sentAt)
    return { ...newResult(post, account), id: kept.get(account)?.id ?? null }
  })
}

function newResult(post: ModelPost, account: number): ModelResult {
  const isWaiting = post.approval === 'waiting'
  const link = {
    status: 'pending' as const,
    remoteId: null,
    reason: null,
    found: 0,
    errorCode: null,
    retryable: false,
  }
  const links = [
    {
      ...link,
      status: isWaiting ? ('held' as const) : link.status,
      part: 'post' as const,
      text: post.caption,
    },
    ...post.chain.map((each) => ({ ...link, ...each })),
  ]
  return {
    account,
    id: null,
    status: isWaiting ? 'held' : 'pending',
    heldReason: isWaiting ? 'approval' : null,
    scheduledAt: post.scheduledAt ?? 0,
    earliest: Number.POSITIVE_INFINITY,
    links,
  }
}

export function stop(post: ModelPost, sentAt: number): void {
  for (const [account] of post.dues) setDue(post, account, never, sentAt)
}

export function editCaption(pick: number, by: Speaker): Command {
  return command(`edit words of ${pick} as ${by}`, hasPost, async (model, world) => {
    const post = pickPost(model, pick, isEditable)
    const version = Number(/v(\d+)$/.exec(post.caption)?.[1]) + 1
    const caption = captionOf(post.number, version)
    const take = () => {
      post.caption = caption
      askAnew(post, by, true)
    }
    await change(model, world, post, { caption }, take, { by })
  })
}

export function editTime(pick: number, when: When, by: Speaker): Command {
  return command(`edit time of ${pick} to ${when} as ${by}`, hasPost, async (model, world) => {
    const post = pickPost(model, pick, isEditable)
    const at = timeAt(model, when)
    const scheduled_at = at === null ? null : new Date(at).toISOString()
    const take = (asked: Asked) => {
      post.scheduledAt = takeTime(asked, at)
      askAnew(post, by, false)
    }
    await change(model, world, post, { scheduled_at }, take, { by })
  })
}

export function editAccounts(pick: number, accounts: readonly number[]): Command {
  return command(`edit accounts of ${pick} to ${accounts.join()}`, hasPost, async (model, world) => {
    const post = pickPost(model, pick, isEditable)
    // An account that is disconnected may be named only in the place where it stood before.
    const verdict = accountsVerdict(model, accounts)
    const social_accounts = accounts.map((index) => accountOf(model, index).id)
    const refusal = verdict === 200 ? null : verdict
    const take = () => {
      const isOther = [...accounts].sort().join() !== [...post.accounts].sort().join()
      post.accounts = [...accounts]
      askAnew(post, 'operator', isOther)
    }
    await change(model, world, post, { social_accounts }, take, { refusal })
  })
}

/** New content needs a new approval, and so does anything that an author changes in a post that never had one. */
function askAnew(post: ModelPost, by: Speaker, isContent: boolean): void {
  if (post.isDraft) return
  const isOf = post.approval === 'none' ? by === 'author' : isContent
  if (isOf) post.approval = 'waiting'
}

/** A change that is possible until the post begins to go out, and of a draft always. */
async function change(
  model: Model,
  world: World,
  post: ModelPost,
  body: object,
  take: (asked: Asked) => void,
  { refusal = null, by = 'operator' }: { refusal?: Verdict | null; by?: Speaker },
): Promise<void> {
  const before = orLookedFor(post.isDraft ? 200 : editVerdict(post), post.results)
  const asked = await ask(model, world, 'PATCH', `/v1/posts/${post.id}`, body, by)
  if (asked.verdict === 200) {
    take(asked)
    if (!post.isDraft) setGoing(post, asked.sentAt)
  }
  if (refusal !== null) return expectAnswer(asked, [refusal])
  await expectChange(model, world, asked, before, () => editVerdict(post))
}

export function promote(pick: number, by: Speaker): Command {
  return command(`promote ${pick} as ${by}`, hasDraft, async (model, world) => {
    const approval = by === 'author' ? 'waiting' : 'none'
    await release(model, pick, approval, (post) =>
      ask(model, world, 'PATCH', `/v1/posts/${post.id}`, { is_draft: false }, by),
    )
  })
}

/** Its author asks for the approval of a draft. */
export function submitPost(pick: number): Command {
  return command(`submit ${pick}`, hasDraft, async (model, world) => {
    await release(model, pick, 'waiting', (post) =>
      ask(model, world, 'POST', `/v1/posts/${post.id}/submit`, {}, 'author'),
    )
  })
}

function hasDraft(model: Model): boolean {
  return isOpen(model) && model.posts.some((post) => post.isDraft && !post.isDeleted)
}

/** One of the drafts is a draft no more. */
async function release(
  model: Model,
  pick: number,
  approval: ModelPost['approval'],
  send: (post: ModelPost) => Promise<Asked>,
): Promise<void> {
  const drafts = model.posts.filter((post) => post.isDraft && !post.isDeleted)
  const post = drafts[pick % drafts.length]
  if (!post) return
  const clock = clockNow(model)
  const asked = await send(post)
  expectAnswer(asked, promotionVerdicts(model, post, clock))
  if (asked.verdict !== 200) return
  post.isDraft = false
  post.approval = approval
  const isPlanned = post.scheduledAt !== null && asked.json.scheduled_at !== null
  if (isPlanned) same('the plan', timeOf(asked.json.scheduled_at), post.scheduledAt)
  post.scheduledAt = timeOf(asked.json.scheduled_at)
  post.results = []
  setGoing(post, asked.sentAt)
}

function promotionVerdicts(model: Model, post: ModelPost, clock: number): Verdict[] {
  // A promotion is checked like a new post: its accounts and its time must be valid now.
  const verdict = accountsVerdict(model, post.accounts)
  if (verdict !== 200) {
    const isPast = post.scheduledAt !== null && post.scheduledAt < clock - 55_000
    return isPast ? ['validation_failed', verdict] : [verdict]
  }
  if (post.scheduledAt === null || post.scheduledAt > clock - 55_000) return [200]
  return post.scheduledAt < clock - 65_000 ? ['scheduled_at_in_past'] : [200, 'scheduled_at_in_past']
}

export function takeBack(pick: number): Command {
  return command(`make ${pick} a draft again`, hasPost, async (model, world) => {
    const post = pickPost(model, pick, isEditable)
    const before = orLookedFor(post.isDraft ? 200 : editVerdict(post), post.results)
    const asked = await ask(model, world, 'PATCH', `/v1/posts/${post.id}`, { is_draft: true })
    if (asked.verdict === 200) {
      if (!post.isDraft) post.approval = 'none'
      post.isDraft = true
      post.results = []
      stop(post, asked.sentAt)
    }
    await expectChange(model, world, asked, before, () => editVerdict(post))
  })
}

export function cancelPost(pick: number): Command {
  return command(`cancel ${pick}`, hasPost, async (model, world) => {
    const post = pickPost(model, pick, isEditable)
    const before = orLookedFor(cancelVerdict(post), post.results)
    const asked = await ask(model, world, 'POST', `/v1/posts/${post.id}/cancel`)
    if (asked.verdict === 200) {
      for (const result of post.results) {
        // A result that failed before has nothing left to cancel, and may be tried again.
        if (result.status === 'failed') continue
        result.status = 'canceled'
        setDue(post, result.account, never, asked.sentAt)
      }
      withdraw(post)
    }
    await expectChange(model, world, asked, before, () => cancelVerdict(post))
  })
}

/** A post that was canceled everywhere waits for nobody. */
export function withdraw(post: ModelPost): void {
  const isOver = post.results.every(({ status }) => status === 'canceled')
  if (post.approval === 'waiting' && isOver) post.approval = 'none'
}

export function deletePost(pick: number): Command {
  return command(`delete ${pick}`, hasPost, async (model, world) => {
    const post = pickPost(model, pick, isEditable)
    const before = orLookedFor(deleteVerdict(post), post.results)
    const asked = await ask(model, world, 'DELETE', `/v1/posts/${post.id}`)
    if (asked.verdict === 200) {
      post.isDeleted = true
      stop(post, asked.sentAt)
    }
    await expectChange(model, world, asked, before, () => deleteVerdict(post))
  })
}

/** A worker may have gone on between the last look and the answer, or between the answer and the next look. */
export async function expectChange(
  model: Model,
  world: World,
  asked: Asked,
  before: readonly Verdict[],
  verdictNow: () => Verdict,
): Promise<void> {
  const allowed = [...before]
  if (model.isWorking) {
    if (before.includes('already_processing')) allowed.push(200)
    if (asked.verdict !== 200) {
      await refresh(model, world)
      allowed.push(verdictNow(), 'already_processing')
    }
  }
  expectAnswer(asked, allowed)
}

export function expectAnswer(asked: Asked, allowed: readonly Verdict[]): void {
  if (allowed.includes(asked.verdict)) return
  throw new Error(
    `${asked.what} answered ${asked.verdict} instead of ${allowed.join(' or ')}: ${JSON.stringify(asked.json)}`,
  )
}

function timeAt(model: Model, when: When): number | null {
  return when === 'now' ? null : clockNow(model) + when * 1_000
}

// A time that had come when it was read counts as now.
function takeTime({ json, what }: Asked, at: number | null): number | null {
  const taken = timeOf(json.scheduled_at)
  if (taken !== null || at === null) same(`${what}: scheduled_at`, taken, at)
  return taken
}

export function isOpen({ subscription }: Model): boolean {
  return subscription === 'active'
}

function isEditable(post: ModelPost): boolean {
  return post.isDraft || editVerdict(post) === 200
}

function hasPost(model: Model): boolean {
  return isOpen(model) && model.posts.some(({ isDeleted }) => !isDeleted)
}
