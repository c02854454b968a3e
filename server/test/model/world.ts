import { type State, states } from '../../src/targets/states.ts'
import type { Rules } from './rules.ts'

/** The row of a target, the record of its commit, and what the network really has of it. */
export interface Target {
  state: State
  /** `next_action_at`, by its cause. A target that is due soon may be looked at too early, as after a wake-up too many. */
  timer: (typeof timers)[number]
  /** Where the clock stands against `scheduled_at`: before it, at it, or later than `late_policy` allows. */
  time: (typeof times)[number]
  hold: (typeof holds)[number]
  review: (typeof reviews)[number]
  /** The outcome of the one commit that is not proven to have had no effect. */
  commit: (typeof commits)[number]
  ambiguous: boolean
  sends: number
  looks: number
  /** A person said that it is not there: its open commit is looked for once more before it is sent anew. */
  lookFirst: boolean
  /** A late answer that names the post is kept with the commit. */
  evidence: boolean
  /** The window to send of that commit, and whether its quarantine is over. */
  window: (typeof windows)[number]
  /** The age of its key: trusted, still known to the network, or beyond its life. */
  keyAge: (typeof keyAges)[number]
  /** How many posts are public. Two stands for two and more. */
  posts: number
  /** Accepted and being worked on, or refused after it was accepted. */
  processing: (typeof processings)[number]
  container: (typeof containers)[number]
  /** The network remembers the key. */
  keyKnown: boolean
  /**
   * Requests that no worker waits for any more, on their way or being worked on: each takes effect at any later moment, or
   * never. Strays carry what was dropped since.
   */
  late: number
  strays: number
  /** Recorded under the id of another post. */
  wrongId: boolean
  /** A person had it sent anew, and was told that what was sent before may still take effect. */
  risked: boolean
  /** Whether its content needs approval, and has it. */
  approval: (typeof approvals)[number]
  /** A reviewer has read the content as it is. */
  reviewed: boolean
  /** A person answered what is not so, or bore that risk where nothing keeps the two apart. */
  wronged: boolean
}

/** One claim as a worker goes on with it. A process that works on several claims is several of these. */
export interface Worker {
  at: (typeof places)[number]
  target: number
  /** Its fence is the fence of the target. */
  current: boolean
  /** The commit it wrote is the one that stands with the target. */
  own: boolean
  ambiguous: boolean
  /** The state it saw: its steps are made from there or not at all. */
  saw: State
  /** The worker's latest knowledge: an answer, or its view of the network. */
  has: (typeof words)[number]
}

export interface World {
  /** The account is connected, and nothing else (a pause, a lapse, a guard) holds what waits. */
  connected: boolean
  targets: Target[]
  workers: Worker[]
  /** A promise that was broken by the very step that led here. */
  broken: string | null
}

const timers = ['none', 'soon', 'lease', 'quiet'] as const
const times = ['before', 'due', 'late'] as const
const holds = ['none', 'account', 'parent', 'approval', 'draft'] as const
const approvals = ['none', 'waiting', 'approved'] as const
const reviews = ['none', 'answer_lost', 'missed_window', 'restored'] as const
const commits = ['none', 'pending', 'unknown', 'accepted', 'ok'] as const
const windows = ['open', 'closed', 'quiet'] as const
const keyAges = ['trusted', 'old', 'expired'] as const
const processings = ['no', 'yes', 'refused'] as const
const containers = ['none', 'finished', 'working', 'published', 'error', 'expired'] as const
const places = [
  'idle',
  'prepare',
  'hold',
  'intend',
  'check',
  'too_late',
  'write',
  'wait',
  'settle',
  'conclude',
  'again',
  'release',
] as const
const words = [
  'nothing',
  'late',
  'ok',
  'accepted',
  'rejected',
  'throttled',
  'not_sent',
  'unclear',
  'stray',
  'published',
  'other_post',
  'refused',
  'absent',
  'pending',
  'unreachable',
  'repeat',
  'several',
  'not_found',
  'a_day_over',
] as const

export type Word = (typeof words)[number]

const freshTarget: Target = {
  state: 'scheduled',
  timer: 'soon',
  time: 'before',
  hold: 'none',
  review: 'none',
  commit: 'none',
  ambiguous: false,
  sends: 0,
  looks: 0,
  lookFirst: false,
  evidence: false,
  window: 'quiet',
  keyAge: 'trusted',
  posts: 0,
  processing: 'no',
  container: 'none',
  keyKnown: false,
  late: 0,
  strays: 0,
  wrongId: false,
  risked: false,
  approval: 'none',
  reviewed: false,
  wronged: false,
}

const idle: Worker = {
  at: 'idle',
  target: 0,
  current: false,
  own: false,
  ambiguous: false,
  saw: 'scheduled',
  has: 'nothing',
}

/** The world before anything was done with the accepted post. Two posts of one account are both due. */
export function firstWorld(rules: Rules): World {
  const first: Target = rules.shape === 'one' ? { ...freshTarget } : { ...freshTarget, time: 'due' }
  if (rules.approvals)
    Object.assign(first, { state: 'held', hold: 'approval', timer: 'none', approval: 'waiting' })
  const targets = [first]
  if (rules.shape === 'pair') targets.push({ ...first })
  if (rules.shape === 'chain') targets.push({ ...first, state: 'held', hold: 'parent', timer: 'none' })
  return { connected: true, targets, workers: [{ ...idle }, { ...idle }], broken: null }
}

export function copyWorld(world: World): World {
  return {
    connected: world.connected,
    targets: world.targets.map((target) => ({ ...target })),
    workers: world.workers.map((worker) => ({ ...worker })),
    broken: null,
  }
}

export function targetOf(world: World, index: number): Target {
  const target = world.targets[index]
  if (!target) throw new Error(`There is no target ${index}.`)
  return target
}

export function workerOf(world: World, index: number): Worker {
  const worker = world.workers[index]
  if (!worker) throw new Error(`There is no worker ${index}.`)
  return worker
}

/** The worker has nothing more to do, or is no more. */
export function rest(worker: Worker): void {
  Object.assign(worker, idle)
}

/**
 * Two worlds with the same key behave the same. It does not matter which of the workers is which. Millions of keys are made, so
 * each is one string of few letters, made at once: three for a target, one for what was counted, two for a worker.
 */
export function keyOf({ connected, targets, workers }: World): string {
  const letters = [connected ? 1 : 0]
  for (const target of targets) addTarget(letters, target)
  const [a = 0, b = 0] = workers.map(numberOfWorker)
  const [first, second] = a < b ? [a, b] : [b, a]
  letters.push(first >> 8, first & 255, second >> 8, second & 255)
  return String.fromCharCode(...letters)
}

function numbersOf<Name extends string>(list: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(list.map((word, index) => [word, index])) as Record<Name, number>
}

const number = {
  state: numbersOf(states),
  timer: numbersOf(timers),
  time: numbersOf(times),
  hold: numbersOf(holds),
  review: numbersOf(reviews),
  commit: numbersOf(commits),
  window: numbersOf(windows),
  keyAge: numbersOf(keyAges),
  processing: numbersOf(processings),
  container: numbersOf(containers),
  approval: numbersOf(approvals),
  at: numbersOf(places),
  has: numbersOf(words),
}

// Each number has the bits that it needs; a letter has 16 of them.
function addTarget(letters: number[], t: Target): void {
  const flags =
    (t.ambiguous ? 1 : 0) |
    (t.evidence ? 2 : 0) |
    (t.keyKnown ? 4 : 0) |
    (t.wrongId ? 8 : 0) |
    (t.wronged ? 16 : 0) |
    (t.risked ? 32 : 0) |
    (t.lookFirst ? 64 : 0) |
    (t.reviewed ? 128 : 0)
  const row =
    (number.timer[t.timer] << 12) |
    (number.time[t.time] << 10) |
    (number.hold[t.hold] << 7) |
    (number.review[t.review] << 5) |
    (number.commit[t.commit] << 2) |
    number.window[t.window]
  const network =
    (number.keyAge[t.keyAge] << 14) |
    (number.processing[t.processing] << 12) |
    (number.container[t.container] << 9) |
    (number.approval[t.approval] << 7) |
    (t.posts + t.late * 3 + t.strays * 9)
  letters.push(row, network, (number.state[t.state] << 8) | flags, t.sends * 4 + t.looks)
}

function numberOfWorker(w: Worker): number {
  if (w.at === 'idle') return 0
  const flags = (w.current ? 1 : 0) | (w.own ? 2 : 0) | (w.ambiguous ? 4 : 0) | (w.target << 3)
  return (number.at[w.at] << 16) | (number.state[w.saw] << 11) | (number.has[w.has] << 6) | flags
}
