import { describe, expect, it } from 'vitest'
import { createReservations, type Reservation } from './reservations.ts'
import { StorageFull } from './storage.ts'

const mb = 1024 * 1024

async function* chunksOf(sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (const size of sizes) yield new Uint8Array(size)
}

/** Sends chunks of these sizes; answers how many bytes were passed on. */
async function send(reservation: Reservation, ...sizes: number[]): Promise<number> {
  let passed = 0
  for await (const chunk of reservation.meter(chunksOf(sizes))) passed += chunk.length
  return passed
}

describe('room for streams that are still coming in', () => {
  it('is taken from others by the next 8 MB of each stream, and not by what was only announced', async () => {
    const room = createReservations(async () => 100 * mb)
    const slow = await Promise.all([1, 2, 3].map(() => room.reserve(30 * mb, 'slow')))
    await expect(room.reserve(30 * mb, 'slow')).rejects.toThrow(StorageFull)
    const other = await room.reserve(76 * mb, 'other')
    await expect(room.reserve(80 * mb, 'third')).rejects.toThrow(StorageFull)
    for (const each of [...slow, other]) each.end()
    await room.reserve(100 * mb, 'slow')
  })

  it('grows as bytes come, and ends on the way where the disk has become full', async () => {
    let free = 40 * mb
    const room = createReservations(async () => free)
    const stream = await room.reserve(32 * mb, 'one')
    expect(await send(stream, mb, mb, 6 * mb, mb)).toBe(9 * mb)
    free = 7 * mb
    expect(await send(stream, 7 * mb)).toBe(7 * mb)
    await expect(send(stream, mb)).rejects.toThrow(StorageFull)
    free = 16 * mb
    expect(await send(stream, mb)).toBe(mb)
  })

  it('is not taken by a stream of which only the limit is known, except for its next 8 MB', async () => {
    const room = createReservations(async () => 20 * mb)
    const unknown = await room.reserve(5_000 * mb, 'one', true)
    await expect(room.reserve(13 * mb, 'one')).rejects.toThrow(StorageFull)
    const known = await room.reserve(12 * mb, 'one')
    await expect(room.reserve(5_000 * mb, 'two', true)).rejects.toThrow(StorageFull)
    known.end()
    expect(await send(unknown, 10 * mb)).toBe(10 * mb)
  })

  it('is promised to one stream only, step by step', async () => {
    const room = createReservations(async () => 20 * mb)
    const [one, two] = [await room.reserve(12 * mb, 'one'), await room.reserve(12 * mb, 'two')]
    expect(await send(one, 8 * mb)).toBe(8 * mb)
    expect(await send(one, 4 * mb)).toBe(4 * mb)
    await expect(room.reserve(13 * mb, 'three')).rejects.toThrow(StorageFull)
    two.end()
    await room.reserve(20 * mb, 'three')
  })

  it('is not for more than was announced', async () => {
    const room = createReservations(async () => 20 * mb)
    await expect(send(await room.reserve(10, 'one'), 6, 5)).rejects.toThrow(
      'More bytes came than were announced.',
    )
  })

  it('may be asked for by a chunk larger than a step', async () => {
    const room = createReservations(async () => 40 * mb)
    expect(await send(await room.reserve(30 * mb, 'one'), 30 * mb)).toBe(30 * mb)
  })
})
