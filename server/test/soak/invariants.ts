import { type StepName, steps } from '../../src/publishing/target.ts'
import type { AskedPost, GateFacts, TargetFact } from './facts.ts'
import { type Arrival, limitedForMs, type PublicPost } from './network.ts'
import type { Transition } from './witness.ts'

/** One broken promise, with what shows it. */
export interface Violation {
  /** `I2`, as in the list of promises. */
  readonly invariant: string
  readonly what: string
}

/** One target with everything that is known of it from all three sides. */
interface Case {
  readonly name: string
  readonly asked: AskedPost
  readonly target: TargetFact
  readonly arrivals: readonly Arrival[]
  readonly posts: readonly PublicPost[]
  /** When it failed last, by the clock of the database; null when it never did. */
  readonly failedAt: number | null
}

/** Holds everything that was asked, said and done against I1 to I12. Empty when every promise was kept. */
export function findViolations(facts: GateFacts): Violation[] {
  const cases = casesOf(facts)
  return [
    ...missing(facts),
    ...cases.flatMap((one) => judgeCase(one)),
    ...judgeCommits(facts, cases),
    ...judgeHistory(facts, cases),
    ...judgeEvents(facts, cases),
    ...miscounted(facts, cases),
    ...[...Map.groupBy(cases, (one) => one.target.profile).values()].flatMap((all) =>
      judgeAccount(facts, all),
    ),
  ]
}

/** The number of the post that a text belongs to. */
export function numberIn(text: string): number {
  return Number(/^Post (\d+)\b/.exec(text)?.[1] ?? Number.NaN)
}

function casesOf({ asked, targets, arrivals, posts, transitions }: GateFacts): Case[] {
  const byPost = Map.groupBy(targets, (target) => target.post_id)
  const placeOf = ({ profile, text }: { profile: string; text: string }) => `${profile} ${numberIn(text)}`
  const arrivalsAt = Map.groupBy(arrivals, placeOf)
  const postsAt = Map.groupBy(posts, placeOf)
  const failures = new Map(
    transitions.flatMap(({ target_id, to_state, at }) =>
      to_state === 'failed' ? [[target_id, at.getTime()] as const] : [],
    ),
  )
  return asked.flatMap((post) =>
    (byPost.get(post.id) ?? []).map((target) => {
      const place = `${target.profile} ${post.number}`
      return {
        name: `post ${post.number} on ${target.profile} (${target.id}, ${target.state})`,
        asked: post,
        target,
        arrivals: arrivalsAt.get(place) ?? [],
        posts: postsAt.get(place) ?? [],
        failedAt: failures.get(target.id) ?? null,
      }
    }),
  )
}

// I1: what was acknowledged is there, on every account; and nothing is public that nobody asked for.
function missing({ asked, targets, posts }: GateFacts): Violation[] {
  const has = new Set(targets.map((target) => `${target.post_id} ${target.profile}`))
  const lost = asked.flatMap((post) =>
    post.profiles
      .filter((profile) => !has.has(`${post.id} ${profile}`))
      .map((profile) => ({ invariant: 'I1', what: `post ${post.number} on ${profile} is gone` })),
  )
  const wanted = new Set(
    asked.flatMap(({ number, profiles }) => profiles.map((profile) => `${profile} ${number}`)),
  )
  const strays = posts
    .filter(({ profile, text }) => !wanted.has(`${profile} ${numberIn(text)}`))
    .map(({ profile, text }) => ({
      invariant: 'I7',
      what: `${profile} shows “${text}”, which nobody asked for`,
    }))
  return [...lost, ...strays]
}

const ended = ['published', 'failed', 'canceled', 'needs_review']

function judgeCase({ name, asked, target, arrivals, posts, failedAt }: Case): Violation[] {
  const found: Violation[] = []
  const say = (invariant: string, what: string) => found.push({ invariant, what: `${name}: ${what}` })
  if (!ended.includes(target.state)) say('I1', 'never came to an end')
  if (posts.length > 1) say('I2', `is public ${posts.length} times (${posts.map(({ id }) => id).join(', ')})`)
  if (asked.canceledAt !== null) {
    if (posts.length > 0) say('I3', 'is public although its cancel was acknowledged')
    if (arrivals.some(({ at }) => at > (asked.canceledAt ?? 0))) say('I3', 'was sent after its cancel')
    // One of several accounts may have failed before, and had nothing left to cancel.
    const hadFailed = target.state === 'failed' && failedAt !== null && failedAt <= asked.canceledAt
    if (target.state !== 'canceled' && !hadFailed) say('I3', 'is not canceled although that was acknowledged')
  }
  const early = arrivals.find((arrival) => isEarly(asked, arrival.at))
  if (early) say('I4', `arrived before its time, at ${new Date(early.at).toISOString()}`)
  if (target.state === 'published') {
    if (posts.length === 0) say('I7', 'is said to be public and is not')
    else if (!posts.some(({ id }) => id === target.remote_id)) say('I7', `is not ${target.remote_id}`)
  }
  if (['failed', 'canceled'].includes(target.state) && posts.length > 0) say('I7', 'is public all the same')
  const wrong = posts.find(({ text }) => text !== asked.text)
  if (wrong) say('I11', `says “${wrong.text}” instead of “${asked.text}”`)
  return found
}

function isEarly({ dues }: AskedPost, at: number): boolean {
  const inForce = dues.filter(({ from, until }) => from <= at && at <= (until ?? Number.POSITIVE_INFINITY))
  return inForce.every((due) => at < due.at)
}

const once = ['list', 'blind', 'late_key']

// I12, by our own record and by what arrived: where the network knows no key, only a refusal lets anything go out again.
function judgeCommits({ commits }: GateFacts, cases: readonly Case[]): Violation[] {
  const unkeyed = new Map(
    cases.flatMap((one) => (once.includes(one.target.network_class) ? [[one.target.id, one]] : [])),
  )
  const repeated = commits
    .filter((commit) => commit.sends > 1 && unkeyed.has(commit.target_id))
    .map(({ target_id, sends }) => ({
      invariant: 'I12',
      what: `${unkeyed.get(target_id)?.name}: its commit was sent ${sends} times`,
    }))
  const again = [...unkeyed.values()].flatMap(({ name, arrivals }) =>
    arrivals
      .slice(0, -1)
      .filter(({ answer, fault }) => answer !== 429 && fault !== 'limited')
      .map(({ fault }) => ({ invariant: 'I12', what: `${name}: arrived again after “${fault}”` })),
  )
  return [...repeated, ...again]
}

const closed = ['ok', 'rejected', 'not_sent', 'absent']

// I8: what is settled stays as it is, every step is one of the table, and a fence never goes back.
function judgeHistory({ transitions, commitChanges }: GateFacts, cases: readonly Case[]): Violation[] {
  const names = new Map(cases.map((one) => [one.target.id, one.name]))
  const faults = transitions.flatMap((step) => {
    const fault = faultOfStep(step)
    return fault === null ? [] : [{ invariant: 'I8', what: `${names.get(step.target_id)}: ${fault}` }]
  })
  const reopened = commitChanges
    .filter(({ from_outcome }) => closed.includes(from_outcome))
    .map(({ target_id, from_outcome, to_outcome }) => ({
      invariant: 'I8',
      what: `${names.get(target_id)}: its commit went from ${from_outcome} to ${to_outcome}`,
    }))
  return [...faults, ...reopened]
}

/** The fault of a step, or null: each step must be in the table, and a target that has ended does not change. */
export function faultOfStep({
  from_state,
  to_state,
  from_fence,
  to_fence,
  by_whom,
}: Transition): string | null {
  const step = `${from_state} to ${to_state} by ${by_whom}`
  if (ended.includes(from_state)) return `changed although it had ended: ${step}`
  if (to_fence < from_fence) return `its fence went back: ${step}`
  const isInTable = (Object.keys(steps) as StepName[]).some(
    (name) => steps[name].to === to_state && (steps[name].from as readonly string[]).includes(from_state),
  )
  return from_state === to_state || isInTable ? null : `made a step that the table does not have: ${step}`
}

const announced = ['published', 'failed', 'needs_review']

// I9: one event for each ending.
function judgeEvents({ events, transitions }: GateFacts, cases: readonly Case[]): Violation[] {
  const eventsOf = Map.groupBy(events, (event) => event.subject_id)
  const stepsOf = Map.groupBy(transitions, (step) => step.target_id)
  return cases.flatMap(({ name, target }) => {
    const happened = (stepsOf.get(target.id) ?? [])
      .filter((step) => step.from_state !== step.to_state && announced.includes(step.to_state))
      .map((step) => `post_result.${step.to_state}`)
      .join()
    const found = (eventsOf.get(target.id) ?? []).map((event) => event.type).join()
    return happened === found
      ? []
      : [{ invariant: 'I9', what: `${name}: “${happened}” happened, “${found}” was told` }]
  })
}

// I10: what is counted as published is what is published.
function miscounted({ counted }: GateFacts, cases: readonly Case[]): Violation[] {
  const ids = new Set(counted)
  return cases
    .filter(({ target }) => ids.has(target.id) !== (target.state === 'published'))
    .map(({ name, target }) => ({
      invariant: 'I10',
      what: `${name} was ${ids.has(target.id) ? 'counted' : 'not counted'}`,
    }))
}

function judgeAccount(facts: GateFacts, cases: readonly Case[]): Violation[] {
  return [...overlaps(cases), ...tooSoon(facts, cases), ...outOfOrder(facts, cases)]
}

// I5: one at a time.
function overlaps(cases: readonly Case[]): Violation[] {
  const all = cases.flatMap((one) => one.arrivals.map((arrival) => ({ one, arrival })))
  all.sort((a, b) => a.arrival.at - b.arrival.at)
  return all.flatMap((later, index) => {
    const before = all[index - 1]
    const until = before?.arrival.answeredAt ?? Number.POSITIVE_INFINITY
    return before && later.arrival.at < until && !isRepeated(before, later)
      ? [{ invariant: 'I5', what: `${later.one.name}: arrived while ${before.one.name} was not answered` }]
      : []
  })
}

interface Arrived {
  readonly one: Case
  readonly arrival: Arrival
}

/**
 * The network still works on the request of a worker that was killed, and another worker repeats the post. A network of
 * class `key` makes one post of both: it looks for the key and stores it in one step, however long the first one takes.
 */
function isRepeated(before: Arrived, later: Arrived): boolean {
  const { key } = before.arrival
  return (
    before.one === later.one &&
    later.one.target.network_class === 'key' &&
    key !== null &&
    later.arrival.key === key
  )
}

// I6: a network that says "later" hears nothing of this account until then.
function tooSoon(facts: GateFacts, cases: readonly Case[]): Violation[] {
  const all = cases.flatMap((one) => one.arrivals.map((arrival) => ({ ...one, arrival })))
  const limits = all.filter((each) => each.arrival.answer === 429 && !isUnheard(facts, each))
  return limits.flatMap(({ arrival: { answeredAt } }) =>
    all
      .filter(
        ({ arrival }) => arrival.at > (answeredAt ?? 0) && arrival.at < (answeredAt ?? 0) + limitedForMs,
      )
      .map(({ name, arrival }) => ({
        invariant: 'I6',
        what: `${name}: arrived ${arrival.at - (answeredAt ?? 0)} ms after a refusal that said ${limitedForMs}`,
      })),
  )
}

/**
 * The worker died before it noted the answer, and another took its target over, which raises the fence. Nobody who lives knows
 * of such an answer.
 */
function isUnheard(
  { transitions }: GateFacts,
  { target, arrival }: { readonly target: TargetFact; readonly arrival: Arrival },
): boolean {
  const next = transitions.find(
    (step) =>
      step.target_id === target.id &&
      step.at.getTime() > arrival.at &&
      (step.from_state !== step.to_state || step.from_fence !== step.to_fence),
  )
  return next !== undefined && next.from_fence !== next.to_fence
}

// I5: the target that is due first goes first, among those that stood ready: known for long, and without a failed step.
function outOfOrder(facts: GateFacts, cases: readonly Case[]): Violation[] {
  const intents = new Map<string, number>()
  for (const { target_id, created_at } of facts.commits) {
    if (!intents.has(target_id)) intents.set(target_id, created_at.getTime())
  }
  const sent = cases.flatMap((one) => {
    const at = intents.get(one.target.id)
    // A target that was sent in vain and rescheduled since was ordered by the time it had then.
    return at === undefined || at < one.asked.settledAt ? [] : [{ ...one, at }]
  })
  return sent.flatMap((later) =>
    sent
      .filter((first) => isBefore(first.target, later.target) && later.at < first.at)
      .filter(({ asked, target }) => asked.settledAt < later.at && target.failed_prepares === 0)
      .filter(({ target }) => !facts.linksWereCut || stoodReady(facts, target, later.at))
      .map((first) => ({
        invariant: 'I5',
        what: `${later.name}: was sent ${first.at - later.at} ms before ${first.name}, which was due first`,
      })),
  )
}

/** A worker that lost the database keeps what it claimed until its lease ends; meanwhile others go first. */
function stoodReady({ transitions }: GateFacts, { id }: TargetFact, at: number): boolean {
  const steps = transitions.filter((step) => step.target_id === id && step.at.getTime() < at - hasteMs)
  return steps.at(-1)?.to_state === 'ready'
}

/** How long a step of another target may be under way. */
const hasteMs = 500

function isBefore(a: TargetFact, b: TargetFact): boolean {
  return a.due_us < b.due_us || (a.due_us === b.due_us && a.seq < b.seq)
}
