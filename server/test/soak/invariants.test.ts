import { describe, expect, it } from 'vitest'
import type { GateFacts } from './facts.ts'
import { findViolations } from './invariants.ts'
import type { Arrival, ClassName, PublicPost } from './network.ts'

const at = 1_800_000_000_000

const arrival: Arrival = {
  profile: 'list-1',
  text: 'Post 1, as it was written first',
  key: null,
  container: null,
  at: at + 10,
  answeredAt: at + 30,
  fault: 'none',
  effect: 'post-1',
  answer: 201,
}

const post: PublicPost = {
  id: 'post-1',
  profile: 'list-1',
  text: arrival.text,
  key: null,
  at: at + 20,
  listedAt: at + 20,
}

/** One post on one account that went as it should. */
const kept = {
  asked: [
    {
      number: 1,
      id: 'p1',
      profiles: ['list-1'],
      text: arrival.text,
      dues: [{ at, from: at - 1_000, until: null as number | null }],
      settledAt: at - 900,
      canceledAt: null as number | null,
    },
  ],
  targets: [
    {
      id: 't1',
      post_id: 'p1',
      profile: 'list-1',
      network_class: 'list',
      state: 'published',
      due_us: at * 1_000,
      seq: 1,
      remote_id: 'post-1',
      failed_prepares: 0,
    },
  ],
  commits: [{ target_id: 't1', outcome: 'ok', sends: 1, created_at: new Date(at + 5) }],
  transitions: [
    step('scheduled', 'preparing', 0, 1),
    step('preparing', 'ready', 1, 1),
    step('ready', 'committing', 1, 1),
    step('committing', 'published', 1, 1),
  ],
  commitChanges: [{ target_id: 't1', from_outcome: 'pending', to_outcome: 'ok' }],
  events: [{ subject_id: 't1', type: 'post_result.published' }],
  counted: ['t1'],
  arrivals: [arrival],
  posts: [post],
} satisfies GateFacts

function step(from_state: string, to_state: string, from_fence: number, to_fence: number, later = 0) {
  return {
    target_id: 't1',
    at: new Date(at + later),
    from_state,
    to_state,
    from_fence,
    to_fence,
    by_whom: 'crier worker',
  }
}

/** A second post of the same account, due a second later. */
function withSecond(sentAt: number, arrivedAt: number, more: Partial<Arrival> = {}): GateFacts {
  const text = 'Post 2, as it was written first'
  const [asked, target, commit] = [kept.asked[0], kept.targets[0], kept.commits[0]]
  if (!asked || !target || !commit) throw new Error('The first post is gone.')
  const second = { ...arrival, text, at: arrivedAt, answeredAt: arrivedAt + 20, effect: 'post-2', ...more }
  return {
    ...kept,
    asked: [
      ...kept.asked,
      { ...asked, number: 2, id: 'p2', text, dues: [{ at: at + 1, from: at - 1_000, until: null }] },
    ],
    targets: [
      ...kept.targets,
      { ...target, id: 't2', post_id: 'p2', due_us: (at + 1) * 1_000, seq: 2, remote_id: 'post-2' },
    ],
    commits: [...kept.commits, { ...commit, target_id: 't2', created_at: new Date(sentAt) }],
    transitions: [...kept.transitions, ...kept.transitions.map((each) => ({ ...each, target_id: 't2' }))],
    events: [...kept.events, { subject_id: 't2', type: 'post_result.published' }],
    counted: ['t1', 't2'],
    arrivals: [...kept.arrivals, second],
    posts: [...kept.posts, { ...post, id: 'post-2', text, at: arrivedAt }],
  }
}

/** The first post was answered with "later", and the second arrived half a second after that. `next` is the next step of the first. */
function limited(next: ReturnType<typeof step>): GateFacts {
  const both = withSecond(at + 40, at + 45)
  return {
    ...both,
    transitions: [...both.transitions.slice(0, 3), next, ...both.transitions.slice(4)],
    arrivals: [
      { ...arrival, fault: 'limited', answer: 429, effect: null },
      { ...arrival, text: 'Post 2, as it was written first', at: at + 500, answeredAt: at + 510 },
    ],
  }
}

function broken(facts: GateFacts): string[] {
  return [...new Set(findViolations(facts).map(({ invariant }) => invariant))].sort()
}

/** Due at first when it arrived, and later by a change that was answered then. */
function moved(answeredAt: number) {
  return [
    { at, from: at - 1_000, until: answeredAt },
    { at: at + 5_000, from: at - 10, until: null },
  ]
}

function target(changes: object): GateFacts {
  return { ...kept, targets: kept.targets.map((one) => ({ ...one, ...changes })) }
}

function asked(changes: object): GateFacts {
  return { ...kept, asked: kept.asked.map((one) => ({ ...one, ...changes })) }
}

/** Refused at `at`; its post was canceled then. */
function refused(canceledAt: number): GateFacts {
  return {
    ...kept,
    asked: asked({ canceledAt }).asked,
    targets: target({ state: 'failed', remote_id: null }).targets,
    commits: [{ target_id: 't1', outcome: 'rejected', sends: 1, created_at: new Date(at + 5) }],
    transitions: [...kept.transitions.slice(0, 3), step('committing', 'failed', 1, 1)],
    commitChanges: [{ target_id: 't1', from_outcome: 'pending', to_outcome: 'rejected' }],
    events: [{ subject_id: 't1', type: 'post_result.failed' }],
    counted: [],
    arrivals: [],
    posts: [],
  }
}

describe('the judge of every proof', () => {
  it('finds nothing wrong with what went as it should', () => {
    expect(findViolations(kept)).toEqual([])
    expect(findViolations(withSecond(at + 40, at + 45))).toEqual([])
  })

  it('takes it for right that what had failed before stays so when the rest of its post is canceled', () => {
    expect(findViolations(refused(at + 100))).toEqual([])
    expect(findViolations(refused(at - 500)).map(({ invariant }) => invariant)).toEqual(['I3'])
  })

  it('blames nobody for a refusal whose hearer died before it was noted', () => {
    const takenOver = findViolations(limited(step('committing', 'unknown', 1, 2, 60)))
    expect(takenOver.filter(({ invariant }) => invariant === 'I6')).toEqual([])
  })

  it.each<[string, GateFacts, string[]]>([
    ['a target that is gone', { ...kept, targets: [], commits: [], transitions: [], events: [] }, ['I1']],
    [
      'a target that never ends',
      { ...target({ state: 'unknown' }), transitions: [], events: [], counted: [] },
      ['I1'],
    ],
    ['a second public post', { ...kept, posts: [post, { ...post, id: 'post-9' }] }, ['I2']],
    ['a public post after its cancel', asked({ canceledAt: at - 500 }), ['I3']],
    ['an arrival before its time', asked({ dues: [{ at: at + 11, from: at - 1_000, until: null }] }), ['I4']],
    ['an arrival before the time it was moved to', asked({ dues: moved(at + 5) }), ['I4']],
    ['two posts of an account at once', withSecond(at + 15, at + 20), ['I5']],
    ['a later post that goes first', withSecond(at + 2, at + 45), ['I5']],
    ['a post sent while the network said later', limited(step('committing', 'published', 1, 1, 60)), ['I6']],
    ['an id that is not the post’s', target({ remote_id: 'post-7' }), ['I7']],
    ['“published” of what is not there', { ...kept, posts: [] }, ['I7']],
    [
      '“failed” of what is public',
      { ...target({ state: 'failed' }), transitions: [], events: [], counted: [] },
      ['I7'],
    ],
    ['a public post that nobody asked for', { ...kept, posts: [post, { ...post, text: 'Post 99' }] }, ['I7']],
    [
      'a settled target that changes',
      { ...kept, transitions: [...kept.transitions, step('published', 'published', 1, 2)] },
      ['I8'],
    ],
    [
      'a step that the table does not have',
      { ...kept, transitions: [...kept.transitions.slice(1), step('scheduled', 'committing', 0, 1)] },
      ['I8'],
    ],
    [
      'a fence that goes back',
      { ...kept, transitions: [step('preparing', 'ready', 2, 1), ...kept.transitions] },
      ['I8'],
    ],
    [
      'a commit that is opened again',
      { ...kept, commitChanges: [{ target_id: 't1', from_outcome: 'ok', to_outcome: 'unknown' }] },
      ['I8'],
    ],
    ['an ending that is not told', { ...kept, events: [] }, ['I9']],
    ['an ending that is told twice', { ...kept, events: [...kept.events, ...kept.events] }, ['I9']],
    ['a published post that is not counted', { ...kept, counted: [] }, ['I10']],
    ['words that were corrected before', asked({ text: 'Post 1, as it was corrected' }), ['I11']],
    [
      'a second send without a key',
      { ...kept, commits: kept.commits.map((one) => ({ ...one, sends: 2 })) },
      ['I12'],
    ],
    [
      'an arrival after an answer that was lost, without a key',
      {
        ...kept,
        arrivals: [
          { ...arrival, at: at + 1, answeredAt: at + 2, fault: 'lost_before', effect: null, answer: 0 },
          arrival,
        ],
      },
      ['I12'],
    ],
  ])('sees %s', (_what, facts, invariants) => {
    expect(broken(facts)).toEqual(invariants)
  })

  it('lets a post go out at the time that was in force while a change of it was under way', () => {
    expect(broken(asked({ dues: moved(at + 10) }))).toEqual([])
  })

  it('lets the author of an edit and a try that failed change the order', () => {
    const facts = withSecond(at + 2, at + 45)
    const edited = facts.asked.map((one) => (one.number === 1 ? { ...one, settledAt: at + 3 } : one))
    expect(broken({ ...facts, asked: edited })).toEqual([])
    const failed = facts.targets.map((one) => (one.id === 't1' ? { ...one, failed_prepares: 1 } : one))
    expect(broken({ ...facts, targets: failed })).toEqual([])
  })

  it.each<[string, ClassName, Partial<Arrival>, string[]]>([
    ['the same post under its key', 'key', {}, []],
    ['the same post under another key', 'key', { key: 'another' }, ['I5']],
    ['the same post without a key', 'key', { key: null }, ['I5']],
    ['another post under that key', 'key', { text: 'Post 2, as it was written first' }, ['I5']],
    ['a network that forgets keys', 'expiring_key', {}, ['I5']],
    ['a network that stores keys late', 'late_key', {}, ['I12', 'I5']],
  ])(
    'lets a request that was not answered be repeated by another worker only under a lasting key: %s',
    (...given) => {
      const [, network_class, changes, invariants] = given
      const facts = withSecond(at + 40, at + 45)
      const first = { ...arrival, key: 'k1', at: at + 10, answeredAt: at + 60 }
      const again = { ...first, effect: null, at: at + 20, answeredAt: at + 30, ...changes }
      const targets = facts.targets.map((one) => ({ ...one, network_class }))
      expect(broken({ ...facts, targets, arrivals: [first, again] })).toEqual(invariants)
    },
  )
})
