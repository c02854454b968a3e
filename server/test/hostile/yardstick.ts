import { deflateSync, inflateSync } from 'node:zlib'

/** The time of the fixed piece of work below on the machine where the limits of these tests were chosen. */
const usualMs = 20

/** How much slower this machine is at the moment than the one where limits were chosen; at least 1. */
export function slowness(): number {
  const times = Array.from({ length: 5 }, () => cpuMsOf(fixedWork))
  return Math.max(1, Math.min(...times) / usualMs)
}

/** The slowness by the clock on the wall, which also counts whatever else the machine does meanwhile. */
export function slownessByTheClock(): number {
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now()
    fixedWork()
    return performance.now() - startedAt
  })
  return Math.max(1, Math.max(...times) / usualMs)
}

/** The processor time that this process spends on something. */
function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  return msSince(before)
}

/** The processor time of work that waits in between. */
export async function cpuMsOfAll(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return msSince(before)
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const packed = deflateSync(Buffer.alloc(4_000_000, 'a'))

// Unfolding and looking through four megabytes, as scanners do.
function fixedWork(): void {
  const text = inflateSync(packed, { maxOutputLength: 4_000_000, chunkSize: 256 * 1024 })
  if (/b[aeiou]c/i.test(text.toString('latin1'))) throw new Error('There is no b in it.')
}
