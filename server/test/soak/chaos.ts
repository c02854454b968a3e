import { setTimeout as pause } from 'node:timers/promises'
import { breakLink, healLink, type Machine, openMachine, waysToBreak } from './machine.ts'
import type { Part } from './part.ts'
import type { Premises } from './premises.ts'
import { type Chance, chanceOf } from './random.ts'

export interface ChaosOptions {
  readonly seed: number
  readonly workers: number
  readonly apis: number
  /** The middle of the time from one kill to the next, from one stop to the next, and of the database's. */
  readonly killEveryMs: number
  readonly stopEveryMs: number
  readonly databaseKillEveryMs: number
  /** The middle of the time between two cuts of a process's link to the database; null: all share one machine. */
  readonly cutEveryMs: number | null
}

/** The harm done to Crier. */
export interface Harm {
  kills: number
  stops: number
  databaseKills: number
  cuts: number
  /** How often a process ended although nobody killed it; what it said is in its log. */
  crashes: number
}

/** The processes of Crier, and who kills, stops and starts them. */
export interface Chaos {
  readonly harm: Harm
  /** Where to ask. */
  readonly urls: readonly string[]
  /** Ends the harm; everything runs again from then on. */
  calm(): Promise<void>
  /** Ends the processes. */
  close(): Promise<void>
}

// The embedded PostgreSQL gives up when it ends three times within a minute of its start.
const databaseLivesMs = 62_000
const mostEarlyDeaths = 2

/** Starts the API and the workers, and then harms them at random, each in its own rhythm. */
export async function startChaos(premises: Premises, options: ChaosOptions): Promise<Chaos> {
  const harm: Harm = { kills: 0, stops: 0, databaseKills: 0, cuts: 0, crashes: 0 }
  const hired = [...hire('api', options.apis), ...hire('worker', options.workers)]
  const machines = await Promise.all(
    options.cutEveryMs === null ? [] : hired.map((_, index) => openMachine(premises, index)),
  )
  const posts = hired.map((part, index) =>
    keepRunning(machines[index] ?? premises, part, harm, chanceOf('restart', options.seed, index)),
  )
  await Promise.all(posts.map((post) => post.part.ready))
  const ending = new AbortController()
  const rhythms = [
    again(chanceOf('kill', options.seed), options.killEveryMs, ending.signal, (chance) => {
      chance.oneOf(posts).part.child.kill('SIGKILL')
      harm.kills += 1
    }),
    again(chanceOf('stop', options.seed), options.stopEveryMs, ending.signal, async (chance) => {
      harm.stops += 1
      await stopFor(chance.oneOf(posts).part, chance.between(300, 6_000), ending.signal)
    }),
    killDatabases(premises, options, harm, ending.signal),
    cutLinks(machines, options, harm, ending.signal),
  ]
  return {
    harm,
    urls:
      machines.length > 0
        ? machines.slice(0, options.apis).map(({ url }) => url)
        : [premises.config.publicUrl],
    calm: async () => {
      ending.abort()
      await Promise.all(rhythms)
      await Promise.all(posts.map((post) => post.part.ready))
    },
    close: async () => {
      await Promise.all(posts.map((post) => post.close()))
      await Promise.all(machines.map((machine) => machine.close()))
    },
  }
}

function hire<const Kind>(kind: Kind, count: number): Kind[] {
  return Array.from({ length: count }, () => kind)
}

interface Post {
  readonly part: Part
  close(): Promise<void>
}

/** One process after the other: each that ends is replaced a moment later. */
function keepRunning(
  place: Pick<Premises, 'start'> | Machine,
  kind: 'api' | 'worker',
  harm: Harm,
  chance: Chance,
): Post {
  let part = place.start(kind)
  let isClosing = false
  const watch = async (): Promise<void> => {
    while (!isClosing) {
      const [line, signal] = await Promise.all([part.ready, part.ended])
      if (isClosing) return
      // One that finds no database when it starts may say so and end.
      if (line !== null && signal === null) harm.crashes += 1
      await pause(chance.between(50, 800))
      part = place.start(kind)
    }
  }
  const watching = watch()
  return {
    get part() {
      return part
    },
    close: async () => {
      isClosing = true
      await part.kill()
      await watching
    },
  }
}

async function stopFor({ child }: Part, ms: number, signal: AbortSignal): Promise<void> {
  child.kill('SIGSTOP')
  await rest(ms, signal)
  child.kill('SIGCONT')
}

/** Does it again and again at random times around this rhythm, without waiting for the last time to end. */
async function again(
  chance: Chance,
  everyMs: number,
  signal: AbortSignal,
  act: (chance: Chance) => void | Promise<void>,
): Promise<void> {
  const acts: (void | Promise<void>)[] = []
  for (;;) {
    await rest(everyMs * chance.between(0.4, 1.6), signal)
    if (signal.aborted) break
    acts.push(act(chance))
  }
  await Promise.all(acts)
}

async function killDatabases(
  premises: Premises,
  { seed, databaseKillEveryMs }: ChaosOptions,
  harm: Harm,
  signal: AbortSignal,
): Promise<void> {
  let bornAt = performance.now()
  let early = 0
  await again(chanceOf('database', seed), databaseKillEveryMs, signal, () => {
    const pid = premises.databasePid()
    const isOld = performance.now() - bornAt > databaseLivesMs
    if (pid === null || (!isOld && early >= mostEarlyDeaths)) return
    process.kill(pid, 'SIGKILL')
    harm.databaseKills += 1
    early = isOld ? 0 : early + 1
    bornAt = performance.now()
  })
}

/** Breaks the link of one machine after the other, in every way, for as long as it takes to be noticed and longer. */
async function cutLinks(
  machines: readonly Machine[],
  { seed, cutEveryMs }: ChaosOptions,
  harm: Harm,
  signal: AbortSignal,
): Promise<void> {
  if (cutEveryMs === null) return
  const broken = new Set<Machine>()
  await again(chanceOf('cut', seed), cutEveryMs, signal, async (chance) => {
    const machine = chance.oneOf(machines)
    const way = chance.oneOf(waysToBreak)
    if (broken.has(machine)) return
    broken.add(machine)
    breakLink(machine, way)
    harm.cuts += 1
    await rest(chance.between(500, 12_000), signal)
    healLink(machine, way)
    broken.delete(machine)
  })
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
