import { execFileSync } from 'node:child_process'
import { ownCheckout } from './child.ts'
import type { Burst, Figure, Measuring } from './figure.ts'
import { openPlace } from './place.ts'
import { processorTime } from './processor-time.ts'
import { describeSpread, median } from './statistics.ts'

/** Code is compiled anew as long as it is young, which costs as much as the work itself. */
const warmUpRequests = 20_000

/**
 * Compares the processor time that one request costs in this checkout and in another one, in pairs of short bursts that
 * take turns. Other work on the machine changes that time less than it changes how many requests are answered in a second,
 * and it changes both sides of a pair alike. The other checkout needs packages of its own; it is asked by the bench of this one.
 */
export async function compareCheckouts(
  { prepareBurst }: Figure,
  against: string,
  { seconds, rounds, profileDir, say }: Measuring,
): Promise<void> {
  if (prepareBurst === undefined) throw new Error('This figure has no bursts.')
  const open = async (checkout: string, profiles: string | null): Promise<Side> => {
    const place = await openPlace({ profileDir: profiles, checkout })
    const burst = await prepareBurst(place)
    return { commit: commitOf(checkout), pid: place.pid, burst, server: [], database: [], perSecond: [] }
  }
  const [ours, theirs] = [await open(ownCheckout, profileDir), await open(against, null)]
  await warmUp([ours, theirs], seconds)
  for (let round = 0; round < rounds; round += 1) {
    // Neither side is always the first.
    const order = round % 2 === 0 ? [ours, theirs] : [theirs, ours]
    for (const side of order) await measureBurst(side, seconds)
  }
  for (const side of [ours, theirs])
    say(
      `${side.commit}: ${describeSpread(side.server)} µs of the server and ${describeSpread(side.database)} µs of PostgreSQL, ${describeSpread(side.perSecond)} a second`,
    )
  say(
    `${ours.commit} ÷ ${theirs.commit}, ${rounds} pairs: ${ratios(ours.server, theirs.server)} × of the server, ${ratios(ours.database, theirs.database)} × of PostgreSQL`,
  )
}

interface Side {
  readonly commit: string
  readonly pid: number
  readonly burst: Burst
  /** Microseconds of one request, by burst. */
  readonly server: number[]
  readonly database: number[]
  readonly perSecond: number[]
}

async function warmUp(sides: readonly Side[], seconds: number): Promise<void> {
  const left = new Map(sides.map((side) => [side, warmUpRequests]))
  while ([...left.values()].some((count) => count > 0))
    for (const [side, count] of left) left.set(side, count - (await side.burst(seconds)) * seconds)
}

async function measureBurst(side: Side, seconds: number): Promise<void> {
  const before = processorTime(side.pid)
  const perSecond = await side.burst(seconds)
  const after = processorTime(side.pid)
  side.server.push((after.server - before.server) / (perSecond * seconds))
  side.database.push((after.database - before.database) / (perSecond * seconds))
  side.perSecond.push(perSecond)
}

function ratios(ours: readonly number[], theirs: readonly number[]): string {
  const found = ours.map((value, index) => value / (theirs[index] ?? Number.NaN))
  const sorted = found.toSorted((a, b) => a - b)
  const quarter = Math.floor(sorted.length / 4)
  return `${median(found).toFixed(2)} (half of the pairs ${sorted[quarter]?.toFixed(2)}–${sorted.at(-1 - quarter)?.toFixed(2)})`
}

/** With a plus for changes that are not committed. */
function commitOf(checkout: string): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: checkout, encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', 'server', 'bench')
  return `${git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : '+'}`
}
