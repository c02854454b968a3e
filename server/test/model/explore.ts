import type { Model } from './database.ts'
import { type Next, nextOf } from './next.ts'
import { brokenPromise, isSettled } from './promises.ts'
import type { Rules } from './rules.ts'
import { firstWorld, keyOf, type World } from './world.ts'

export interface Broken {
  readonly promise: string
  /** The events in order, one line each. No shorter way breaks the promise. */
  readonly lines: string[]
}

export interface Explored {
  readonly states: number
  /** The shortest way to each promise that can be broken, the shortest first. */
  readonly broken: Broken[]
  /** Every step of the table that was taken, as `step state`. */
  readonly taken: ReadonlySet<string>
}

/** Goes on to the end, whatever breaks, or stops when a promise is broken: any, or the one named so. */
type Until = 'end' | 'any' | `I${number}`

const deadEnd = 'I1: from here it can never come to an end'

/**
 * Visits every world that can be reached, nearest first. A world that breaks a promise is noted with the way to it. At
 * the end every world must have a way to an end in which nothing is owed, by work and time alone.
 */
export function explore(rules: Rules, until: Until = 'any'): Explored {
  const model: Model = { rules, wrong: new Set(rules.mutants), taken: new Set() }
  const seen = new Seen()
  const found = new Map<string, number>()
  const note = (number: number, world: World) => {
    const promise = brokenPromise(model, world)
    if (promise && !found.has(promise)) found.set(promise, number)
  }
  note(seen.add(firstWorld(rules), -1), firstWorld(rules))
  for (let number = 0; number < seen.size; number += 1) {
    const world = seen.take(number)
    if (isSettled(world)) seen.ends.push(number)
    for (const next of nextOf(model, world)) {
      const known = seen.size
      const reached = seen.add(next.world, number)
      if (next.cause === 'work' || next.cause === 'time') seen.link(number, reached)
      if (reached === known || next.world.broken) note(reached, next.world)
    }
    if (isEnough(found, until)) return report(model, seen, found)
  }
  const stuck = seen.firstWithoutEnd()
  if (stuck !== null) found.set(deadEnd, stuck)
  return report(model, seen, found)
}

function isEnough(found: ReadonlyMap<string, number>, until: Until): boolean {
  if (until === 'end' || found.size === 0) return false
  return until === 'any' || [...found.keys()].some((promise) => promise.startsWith(`${until}:`))
}

function report(model: Model, seen: Seen, found: ReadonlyMap<string, number>): Explored {
  const broken = [...found].map(([promise, number]) => ({
    promise,
    lines: retrace(model, seen.wayTo(number), promise),
  }))
  return {
    states: seen.size,
    broken: broken.sort((a, b) => a.lines.length - b.lines.length),
    taken: new Set(model.taken),
  }
}

/** Walks a way once more, and describes each step. */
function retrace(model: Model, way: readonly string[], promise: string): string[] {
  let world = firstWorld(model.rules)
  const lines: string[] = []
  way.slice(1).forEach((key, index) => {
    const isLast = index === way.length - 2
    const fits = nextOf(model, world).filter((next) => keyOf(next.world) === key)
    const next = fits.find((each) => isLast && each.world.broken === promise) ?? fits[0]
    if (!next) throw new Error('A way that was found cannot be walked.')
    lines.push(lineOf(next))
    world = next.world
  })
  return lines
}

function lineOf({ who, what, world }: Next): string {
  const targets = world.targets.map(({ state, posts }) => `${state}, ${posts} public`).join(' | ')
  return `${who} ${what} [${targets}]`
}

/** The worlds that were found, numbered in the order in which they were. */
class Seen {
  readonly ends: number[] = []
  readonly #numbers = new Map<string, number>()
  readonly #keys: string[] = []
  readonly #from: number[] = []
  readonly #waiting: (World | null)[] = []
  readonly #links: number[] = []

  get size(): number {
    return this.#keys.length
  }

  add(world: World, from: number): number {
    const key = keyOf(world)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#keys.length
    this.#numbers.set(key, number)
    this.#keys.push(key)
    this.#from.push(from)
    this.#waiting.push(world)
    return number
  }

  take(number: number): World {
    const world = this.#waiting[number]
    if (!world) throw new Error(`World ${number} was taken before.`)
    this.#waiting[number] = null
    return world
  }

  link(from: number, to: number): void {
    this.#links.push(from, to)
  }

  /** The keys from the first world to this one. */
  wayTo(number: number): string[] {
    const way: string[] = []
    for (let at = number; at >= 0; at = this.#from[at] ?? -1) way.unshift(this.#keys[at] ?? '')
    return way
  }

  /** The nearest world from which no end can be reached by links alone. */
  firstWithoutEnd(): number | null {
    const back = this.#backwards()
    const reaches = new Uint8Array(this.size)
    const open = [...this.ends]
    for (const end of open) reaches[end] = 1
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const before of back(at)) {
        if (reaches[before]) continue
        reaches[before] = 1
        open.push(before)
      }
    }
    const first = reaches.indexOf(0)
    return first < 0 ? null : first
  }

  /** For each world those that link to it, packed one after another. */
  #backwards(): (to: number) => Int32Array {
    const starts = new Int32Array(this.size + 1)
    for (let at = 1; at < this.#links.length; at += 2)
      starts[(this.#links[at] ?? 0) + 1] = (starts[(this.#links[at] ?? 0) + 1] ?? 0) + 1
    for (let at = 1; at <= this.size; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
    const places = starts.slice()
    const packed = new Int32Array(this.#links.length / 2)
    for (let at = 0; at < this.#links.length; at += 2) {
      const to = this.#links[at + 1] ?? 0
      const place = places[to] ?? 0
      packed[place] = this.#links[at] ?? 0
      places[to] = place + 1
    }
    return (to) => packed.subarray(starts[to], starts[to + 1])
  }
}
