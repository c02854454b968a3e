import { type State, states } from '../../src/publishing/target.ts'
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
const holds = ['none', 'account', 'parent'] as const
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

/** Two worlds with the same key behave the same. It does not matter which of the workers is which. */
export function keyOf(world: World): string {
  let key = world.connected ? '+' : '-'
  for (const target of world.targets) key += keyOfTarget(target)
  const [a = '', b = ''] = world.workers.map(keyOfWorker)
  return a < b ? key + a + b : key + b + a
}

// One letter for each word of a list.
function alphabet<Name extends string>(list: readonly Name[]): Readonly<Record<Name, string>> {
  const pairs = list.map((word, index) => [word, String.fromCharCode(48 + index)] as const)
  return Object.fromEntries(pairs) as Record<Name, string>
}

const letter = {
  state: alphabet(states),
  timer: alphabet(timers),
  time: alphabet(times),
  hold: alphabet(holds),
  review: alphabet(reviews),
  commit: alphabet(commits),
  window: alphabet(windows),
  keyAge: alphabet(keyAges),
  processing: alphabet(processings),
  container: alphabet(containers),
  at: alphabet(places),
  has: alphabet(words),
}

function keyOfTarget(t: Target): string {
  const flags =
    (t.ambiguous ? 1 : 0) +
    (t.evidence ? 2 : 0) +
    (t.keyKnown ? 4 : 0) +
    (t.wrongId ? 8 : 0) +
    (t.wronged ? 16 : 0) +
    (t.risked ? 32 : 0) +
    (t.lookFirst ? 64 : 0)
  const counts = t.sends * 4 + t.looks
  const network = t.posts + t.late * 3 + t.strays * 9
  return (
    letter.state[t.state] +
    letter.timer[t.timer] +
    letter.time[t.time] +
    letter.hold[t.hold] +
    letter.review[t.review] +
    letter.commit[t.commit] +
    letter.window[t.window] +
    letter.keyAge[t.keyAge] +
    letter.processing[t.processing] +
    letter.container[t.container] +
    String.fromCharCode(48 + flags, 48 + counts, 48 + network)
  )
}

function keyOfWorker(w: Worker): string {
  if (w.at === 'idle') return '_'
  const flags = (w.current ? 1 : 0) + (w.own ? 2 : 0) + (w.ambiguous ? 4 : 0) + w.target * 8
  return letter.at[w.at] + letter.state[w.saw] + letter.has[w.has] + String.fromCharCode(48 + flags)
}
