import { availableParallelism } from 'node:os'

/** Says when a part of a file that comes in may be passed on. */
export interface UploadPace {
  /** Null when a chunk of so many bytes may be passed on at once. Otherwise resolves when it may, in the order of the calls. */
  pass(bytes: number): Promise<void> | null
  /** An operation of the API was asked for, which goes first. One alone slows nothing down: each upload begins with one. */
  giveWay(): void
}

interface PaceOptions {
  /** The bytes that all files together may bring in a millisecond while the API is asked. */
  readonly bytesPerMs?: number
  /** Two operations within this time slow files down for as long. */
  readonly giveWayMs?: number
}

/** A chunk has up to 64 kB. */
const chunksInTurn = 8
/** The rest of files that do not fit into a turn, so that the processors have time for other threads and processes. */
const restMs = 1
/** A turn that comes late by up to so much loses nothing: timers know whole milliseconds. */
const lateMs = 5
/** 50 MB a second for each processor: two of them take as much as a gigabit line carries. */
const usualBytesPerMs = 50_000 * availableParallelism()

/**
 * All files together pass on 8 chunks in one turn of the event loop; requests are answered between two turns. Files that do not fit
 * into a turn wait for a millisecond. While the API is asked, all of them together get 50 MB a second for each processor: what a
 * file costs in this process, in the kernel, and for who sends it from the same machine, is time that answers would wait for.
 */
export function createUploadPace({
  bytesPerMs = usualBytesPerMs,
  giveWayMs = 200,
}: PaceOptions = {}): UploadPace {
  const waiting: { readonly bytes: number; readonly enter: () => void }[] = []
  let left = chunksInTurn
  let isPlanned = false
  let askedAt = Number.NEGATIVE_INFINITY
  let askedBeforeAt = Number.NEGATIVE_INFINITY
  /** The time until which what was passed on has used up the share of all files. */
  let paidUntil = 0

  /** Passes a chunk on if there is room for it. */
  function passOn(bytes: number): boolean {
    if (left === 0) return false
    const now = performance.now()
    if (now - askedBeforeAt < giveWayMs) {
      if (paidUntil > now) return false
      paidUntil = Math.max(paidUntil, now - lateMs) + bytes / bytesPerMs
    }
    left -= 1
    return true
  }

  function startTurn(): void {
    isPlanned = false
    left = chunksInTurn
    for (let next = waiting[0]; next !== undefined && passOn(next.bytes); next = waiting[0]) {
      waiting.shift()
      next.enter()
    }
    if (left < chunksInTurn || waiting.length > 0) planTurn()
  }

  function planTurn(): void {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      if (waiting.length > 0) setTimeout(startTurn, Math.max(restMs, paidUntil - performance.now()))
      else startTurn()
    })
  }

  return {
    pass: (bytes) => {
      planTurn()
      if (waiting.length === 0 && passOn(bytes)) return null
      return new Promise((resolve) => {
        waiting.push({ bytes, enter: resolve })
      })
    },
    giveWay: () => {
      askedBeforeAt = askedAt
      askedAt = performance.now()
    },
  }
}
