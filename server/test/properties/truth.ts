import { sql } from '../../src/db/database.ts'
import { faultOfStep } from '../soak/invariants.ts'
import type { Transition } from '../soak/witness.ts'
import { accountOf } from './expect.ts'
import {
  type Due,
  type Link,
  type Model,
  type ModelAccount,
  type ModelPost,
  type ModelResult,
  sayingOf,
} from './model.ts'
import { pace, type World } from './world.ts'

/** A request to publish as the network wrote it down. Times are milliseconds. */
interface Arrival {
  readonly profile: string
  readonly text: string
  readonly at: number
  readonly answeredAt: number
  readonly answer: string
}

interface PublicPost {
  readonly profile: string
  readonly id: string
  readonly text: string
}

interface Truth {
  readonly arrivals: readonly Arrival[]
  readonly posts: readonly PublicPost[]
}

/** Figures of what a sequence did. */
export interface Deeds {
  readonly arrivals: number
  readonly published: number
  readonly asked: number
}

/** Holds what the network saw and shows against what was asked and what Crier says. @throws Error naming the broken promise */
export async function judge(model: Model, world: World): Promise<Deeds> {
  const truth = await readTruth(world)
  const wrong = [
    ...model.posts.flatMap((post) =>
      model.accounts.flatMap(({ index }) => judgeArrivals(model, post, index, truth)),
    ),
    ...strays(model, truth),
    ...model.posts.flatMap((post) =>
      post.results.flatMap((result) => judgeResult(model, post, result, truth)),
    ),
    ...model.posts.flatMap((post) =>
      post.isDeleted || post.isDraft || post.approval === 'waiting' ? judgeSilent(post, truth) : [],
    ),
    ...model.accounts.flatMap((account) => judgeAccount(model, account, truth)),
    ...(await judgeHistory(world)),
    ...(await judgeEvents(model, world)),
  ]
  if (wrong.length > 0) throw new Error(wrong.slice(0, 20).join('\n'))
  const results = model.posts.flatMap((post) => post.results)
  return {
    arrivals: truth.arrivals.length,
    published: truth.posts.length,
    asked: results.filter(({ status }) => status === 'needs_review').length,
  }
}

async function readTruth({ place: { db }, workspaceId }: World): Promise<Truth> {
  const ours = sql`(select external_id, username from social_accounts where workspace_id = ${workspaceId})`
  const arrivals = await db.rows<{
    profile: string
    text: string
    at: Date
    answered: Date
    answer: string
  }>(sql`
    select a.external_id as profile, r.text, r.arrived_at as at, r.answered_at as answered, r.answer
    from sandbox_arrivals r join ${ours} a on a.external_id = r.profile_id::text order by r.arrived_at, r.id`)
  const posts = await db.rows<PublicPost>(sql`
    select a.external_id as profile, p.id, p.text from sandbox_posts p join ${ours} a on a.external_id = p.profile_id::text`)
  const names = await db.rows<{ id: string; profile: string }>(sql`
    select id, external_id as profile from social_accounts where workspace_id = ${workspaceId}`)
  const accountOfProfile = new Map(names.map(({ id, profile }) => [profile, id]))
  const named = (profile: string) => accountOfProfile.get(profile) ?? profile
  return {
    arrivals: arrivals.map(({ profile, text, at, answered, answer }) => ({
      profile: named(profile),
      text,
      at: at.getTime(),
      answeredAt: answered.getTime(),
      answer,
    })),
    posts: posts.map((post) => ({ ...post, profile: named(post.profile) })),
  }
}

function placeOf(text: string): { number: number; position: number } {
  const [, number, position] = /^#(\d+)\.(\d+) v\d+$/.exec(text) ?? []
  return { number: Number(number), position: Number(position) }
}

// I2, I3, I4: at its time and never before, never after a cancel, and no more often than a person's own word permits.
function judgeArrivals(model: Model, post: ModelPost, index: number, truth: Truth): string[] {
  const account = accountOf(model, index)
  const isIts = ({ profile, text }: { profile: string; text: string }) =>
    profile === account.id && placeOf(text).number === post.number
  const dues = post.dues.get(index) ?? []
  const early = truth.arrivals.filter(isIts).flatMap((arrival) => {
    const why = whyNot(model, dues, arrival.at)
    return why === null
      ? []
      : [`${why}: “${arrival.text}” arrived on ${account.name} at ${new Date(arrival.at).toISOString()}`]
  })
  const byPosition = Map.groupBy(truth.posts.filter(isIts), ({ text }) => placeOf(text).position)
  const doubles = [...byPosition].flatMap(([position, posts]) => {
    const most = 1 + sayingOf(post, index, position).more
    return posts.length > most
      ? [`I2: post ${post.number}.${position} is public ${posts.length} times on ${account.name}`]
      : []
  })
  return [...early, ...doubles]
}

function whyNot(model: Model, dues: readonly Due[], at: number): string | null {
  const inForce = dues.filter(({ from, until }) => from <= at && at <= until)
  if (inForce.length === 0) return 'I7: nobody asked for it'
  if (inForce.every((due) => due.at === Number.POSITIVE_INFINITY))
    return 'I3, I13: after its cancel was confirmed, or before its approval'
  const clock = at + furthestAhead(model, at)
  return inForce.every((due) => due.at > clock) ? 'I4: before its time' : null
}

function furthestAhead({ clock }: Model, at: number): number {
  const inForce = clock.filter(
    (move, index) => move.from <= at && at <= (clock[index + 1]?.until ?? Number.POSITIVE_INFINITY),
  )
  return Math.max(...inForce.map(({ aheadMs }) => aheadMs))
}

// Every public text belongs to a post that somebody asked for.
function strays(model: Model, { posts }: Truth): string[] {
  const numbers = new Set(model.posts.map(({ number }) => number))
  return posts.flatMap(({ text }) =>
    numbers.has(placeOf(text).number) ? [] : [`I7: “${text}” is public and nobody’s`],
  )
}

const ends = ['published', 'failed', 'canceled', 'needs_review']

// I1, I7, I11: it came to an end, and what is said of it is true.
function judgeResult(model: Model, post: ModelPost, result: ModelResult, truth: Truth): string[] {
  if (post.isDeleted || post.isDraft) return []
  const account = accountOf(model, result.account)
  const name = `post ${post.number} on ${account.name}`
  const isWaiting = post.approval === 'waiting' && result.status === 'held'
  const unended =
    isWaiting || ends.includes(result.status) ? [] : [`I1: ${name} is ${result.status} in the end`]
  return [
    ...unended,
    ...result.links.flatMap((link, position) => {
      const shown = truth.posts.filter(({ profile, text }) => {
        const its = placeOf(text)
        return profile === account.id && its.number === post.number && its.position === position
      })
      const why = untrue(link, shown, sayingOf(post, result.account, position))
      return why === null ? [] : [`${name}, part ${position}, ${link.status}: ${why}`]
    }),
  ]
}

function untrue(
  link: Link,
  shown: readonly PublicPost[],
  saying: ReturnType<typeof sayingOf>,
): string | null {
  switch (link.status) {
    case 'published': {
      if (saying.isReportedPublished) return null
      const found = shown.find(({ id }) => id === link.remoteId)
      if (!found) return `I7: the network shows no ${link.remoteId}`
      return found.text === link.text ? null : `I11: it says “${found.text}” instead of “${link.text}”`
    }
    case 'needs_review':
      return link.reason === 'missed_window' && shown.length > saying.more
        ? 'I7: it was sent all the same'
        : null
    default:
      return shown.length > saying.more && !saying.isDiscarded ? 'I7: it is public all the same' : null
  }
}

// I3 and I13 for what was deleted, taken back or never approved: nothing of it was public then, and nothing ever is.
function judgeSilent(post: ModelPost, { posts }: Truth): string[] {
  const shown = posts.filter(({ text, profile: _ }) => placeOf(text).number === post.number)
  const isPermitted = [...post.sayings.values()].some(({ more, isDiscarded }) => more > 0 || isDiscarded)
  return shown.length > 0 && !isPermitted
    ? [`I3: post ${post.number} is public although it was deleted, taken back or never approved`]
    : []
}

// I5: one at a time. I6: nothing before the network takes posts again.
function judgeAccount({ clock }: Model, { id, connectedAt }: ModelAccount, truth: Truth): string[] {
  // Connecting again ends a rate limit, and so does a test clock that jumps ahead.
  const jumps = clock.filter((move, index) => move.aheadMs > (clock[index - 1]?.aheadMs ?? 0))
  const lifts = [...connectedAt.map((at) => ({ from: at, until: at })), ...jumps]
  const arrivals = truth.arrivals.filter(({ profile }) => profile === id)
  return arrivals.flatMap((arrival, index) => {
    const before = arrivals[index - 1]
    if (!before) return []
    const found: string[] = []
    if (arrival.at < before.answeredAt)
      found.push(`I5: “${arrival.text}” arrived while “${before.text}” was not answered`)
    const waitedMs = arrival.at - before.answeredAt
    const isLifted = lifts.some(({ from, until }) => until >= before.at - 1_000 && from <= arrival.at)
    if (before.answer.startsWith('429') && !isLifted && waitedMs < pace.retry_after_seconds * 1_000)
      found.push(`I6: “${arrival.text}” arrived ${waitedMs} ms after the network said 1 s`)
    return found
  })
}

// I8: workers change nothing that is settled, and make only steps of the table. I12: who may be sent again.
async function judgeHistory({ place: { db }, workspaceId }: World): Promise<string[]> {
  const steps = await db.rows<Transition>(sql`
    select p.target_id, p.at, p.from_state, p.to_state, p.from_fence, p.to_fence, p.by_whom
    from proof_transitions p join targets t on t.id = p.target_id where t.workspace_id = ${workspaceId} order by p.number`)
  const faults = steps.flatMap((step) => {
    const fault = step.by_whom === 'crier worker' ? faultOfStep(step) : null
    return fault === null ? [] : [`I8: ${step.target_id}: ${fault}`]
  })
  const again = await db.rows<{ text: string; sends: number }>(sql`
    select t.content->>'text' as text, c.sends from commits c
      join targets t on t.workspace_id = c.workspace_id and t.id = c.target_id
      join social_accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
    where c.workspace_id = ${workspaceId} and c.sends > 1 and a.settings->>'network_class' in ('list', 'blind')`)
  return [
    ...faults,
    ...again.map(({ text, sends }) => `I12: “${text}” was sent ${sends} times under one record`),
  ]
}

// I9: one event for each ending of a result, in order. Threads are left out: their results end with several parts.
async function judgeEvents(model: Model, { place: { db }, workspaceId }: World): Promise<string[]> {
  const alone = model.posts.filter(({ chain }) => chain.every(({ part }) => part === 'first_comment'))
  const ids = alone.flatMap(({ results }) => results.flatMap(({ id }) => id ?? []))
  return (
    await db.rows<{ id: string; happened: string; told: string }>(sql`
      select t.id, coalesce((select string_agg('post_result.' || p.to_state, ',' order by p.number)
          from proof_transitions p where p.target_id = t.id and p.from_state <> p.to_state
            and p.to_state in ('published', 'failed', 'needs_review')), '') as happened,
        coalesce((select string_agg(e.type, ',' order by e.created_at, e.version) from events e
          where e.workspace_id = t.workspace_id and e.subject_id = t.id and e.type like 'post_result.%'), '') as told
      from targets t where t.workspace_id = ${workspaceId} and t.id = any(${ids}::uuid[])`)
  )
    .filter(({ happened, told }) => happened !== told)
    .map(({ id, happened, told }) => `I9: of ${id}, “${happened}” happened and “${told}” was told`)
}
