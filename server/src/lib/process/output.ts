import { constants, fstatSync, openSync, write, writeSync } from 'node:fs'
import { isatty } from 'node:tty'

/** Standard output or standard error of this process, as a place that may be closed, full or unread. */
export interface Output {
  /** Takes a text and never waits, throws or keeps the process alive. A text that finds no room is dropped. */
  write(text: string): void
}

export interface OutputOptions {
  /** Makes the text that says how many texts were dropped; written as soon as there is room. None unless given. */
  readonly describeDropped?: (count: number) => string
  /** How many characters may wait; 1,000,000 unless said otherwise. */
  readonly mostWaiting?: number
}

const gatherMs = 100
const retryMs = 1_000
const pieceLength = 15_000
const usuallyMostWaiting = 1_000_000

/** The standard descriptors that a server writes to. */
export type OutputDescriptor = 1 | 2

/** Opens an output that writes in larger pieces, at least every 100 ms, and the rest when the process ends. */
export function openOutput(descriptor: OutputDescriptor, options: OutputOptions = {}): Output {
  const { describeDropped = () => '', mostWaiting = usuallyMostWaiting } = options
  const file = openWithoutWaiting(descriptor)
  let waiting = ''
  let begun: Buffer | null = null
  let isWriting = false
  let isFailing = false
  let dropped = 0
  let timer: NodeJS.Timeout | null = null

  function writeSoon(inMs: number): void {
    if (timer !== null) return
    timer = setTimeout(() => {
      timer = null
      writeOn()
    }, inMs)
    timer.unref()
  }

  function writeOn(): void {
    if (isWriting) return
    const piece = nextPiece()
    if (piece === null) return
    isWriting = true
    write(file, piece, (error, bytes) => {
      isWriting = false
      isFailing = error !== null
      begun = error ? piece : restOf(piece, bytes)
      // A disk may get room again, and a pipe a reader.
      if (error) writeSoon(retryMs)
      else if (begun !== null || waiting.length >= pieceLength) writeOn()
      else if (waiting !== '' || dropped > 0) writeSoon(gatherMs)
    })
  }

  function nextPiece(): Buffer | null {
    if (begun !== null) return begun
    if (dropped > 0) waiting += describeDropped(dropped)
    dropped = 0
    if (waiting === '') return null
    begun = Buffer.from(waiting)
    waiting = ''
    return begun
  }

  // The event loop is over by then, so the output gets what it takes at once.
  function writeRest(): void {
    // A write under way ends by itself.
    if (isWriting) begun = null
    try {
      for (let piece = nextPiece(); piece !== null; piece = nextPiece())
        begun = restOf(piece, writeSync(file, piece))
    } catch {
      // The output takes nothing more, and the process ends.
      begun = null
    }
  }

  process.once('exit', writeRest)
  return {
    write: (text) => {
      if (waiting.length + text.length > mostWaiting) {
        dropped += 1
        return
      }
      waiting += text
      if (waiting.length >= pieceLength && !isFailing) writeOn()
      else writeSoon(gatherMs)
    },
  }
}

function restOf(piece: Buffer, written: number): Buffer | null {
  return written < piece.length ? piece.subarray(written) : null
}

/**
 * Opens a pipe or terminal once more, so that writing to it fails where it would wait: a write that waits takes one of Node's
 * few threads, and the process could not even end before it. Files never make a writer wait for a reader.
 */
function openWithoutWaiting(descriptor: OutputDescriptor): number {
  const kind = fstatSync(descriptor)
  // Node itself makes a socket fail instead of wait, once its stream is made.
  if (kind.isSocket()) return streams[descriptor]().fd
  if (!kind.isFIFO() && !isatty(descriptor)) return descriptor
  try {
    return openSync(
      `/proc/self/fd/${descriptor}`,
      constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY,
    )
  } catch {
    // Another system than Linux, a pipe without a reader or the terminal of another user.
    return descriptor
  }
}

const streams = { 1: () => process.stdout, 2: () => process.stderr }
