import { StorageFull } from './storage.ts'

/** The promise of room grows in such steps while a stream comes in. */
const stepBytes = 8 * 1024 * 1024

/** Room on a disk for one stream. */
export interface Reservation {
  /** Passes chunks on. @throws StorageFull when no room is left on the way; Error when more comes than was reserved */
  meter(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  end(): void
}

export interface Reservations {
  /**
   * Reserves room for a stream of this owner.
   * @param isLimit says that nobody announced the size: `bytes` is only the most that may come
   * @throws StorageFull
   */
  reserve(bytes: number, owner: string, isLimit?: boolean): Promise<Reservation>
}

interface Open {
  readonly owner: string
  /** Whether everything that may come in was announced. */
  readonly isAnnounced: boolean
  /** Bytes that have not come in yet. */
  left: number
  /** The part of `left` for which room is promised against everybody. */
  ahead: number
}

/**
 * Reserves room for streams that are still coming in, so that they cannot fill the disk together.
 *
 * Against other streams of its owner, a stream counts with its whole announced size; against everybody else's, with its
 * next 8 MB. So an owner who announces much and sends it slowly, or never, takes room from no other owner. Therefore a
 * stream may still find the disk full on the way, where those of other owners were faster.
 * @param freeBytes the room that streams may take at this moment
 */
export function createReservations(freeBytes: () => Promise<number>): Reservations {
  const open = new Set<Open>()
  const promised = (of: (each: Open) => number) => [...open].reduce((sum, each) => sum + of(each), 0)

  async function extend(own: Open): Promise<void> {
    const free = await freeBytes()
    const wanted = Math.min(own.left, stepBytes)
    if (free - promised((each) => (each === own ? 0 : each.ahead)) < wanted) throw full()
    own.ahead = wanted
  }

  return {
    reserve: async (bytes, owner, isLimit = false) => {
      const free = await freeBytes()
      const ahead = Math.min(bytes, stepBytes)
      const taken = promised((each) => (each.owner === owner && each.isAnnounced ? each.left : each.ahead))
      if (free - taken < (isLimit ? ahead : bytes)) throw full()
      const own = { owner, isAnnounced: !isLimit, left: bytes, ahead }
      open.add(own)
      return {
        meter: async function* (chunks) {
          for await (const chunk of chunks) {
            if (chunk.length > own.left) throw new Error('More bytes came than were announced.')
            if (chunk.length > own.ahead) await extend(own)
            own.left -= chunk.length
            own.ahead = Math.max(0, own.ahead - chunk.length)
            yield chunk
          }
        },
        end: () => void open.delete(own),
      }
    },
  }
}

function full(): StorageFull {
  return new StorageFull('The disk is full.')
}
