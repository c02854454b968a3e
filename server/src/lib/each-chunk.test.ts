import { PassThrough, Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { eachChunk } from './each-chunk.ts'

/** A stream in which all chunks wait already. */
function waiting(chunks: readonly Uint8Array[]): PassThrough {
  const stream = new PassThrough({ highWaterMark: 1_000_000 })
  for (const chunk of chunks) stream.write(chunk)
  return stream
}

it('gives the chunks of a stream in the memory in which they came, also those that wait', async () => {
  const chunks = Array.from({ length: 20 }, (_, index) => Buffer.alloc(10_000, index))
  const stream = waiting(chunks)
  stream.end()
  const got: Uint8Array[] = []
  for await (const chunk of eachChunk(stream)) got.push(chunk)
  expect(got).toHaveLength(chunks.length)
  expect(got.every(({ buffer }, index) => buffer === chunks[index]?.buffer)).toBe(true)
})

it('takes no more of a stream than is asked for', async () => {
  let made = 0
  const source = Readable.from(
    (function* () {
      for (; made < 1_000; made += 1) yield Buffer.alloc(10)
    })(),
  )
  for await (const _chunk of eachChunk(source)) {
    await new Promise(setImmediate)
    if (made > 100) throw new Error('The stream was emptied before anybody asked.')
    break
  }
  expect(source.destroyed).toBe(true)
})

it('has no chunk of an empty stream', async () => {
  const chunks = eachChunk(Readable.from([]))
  expect(await chunks.next()).toEqual({ done: true, value: undefined })
})

it('passes the error of a stream on, after what came before it', async () => {
  const stream = waiting([Buffer.from('a'), Buffer.from('b')])
  const got: string[] = []
  const reading = (async () => {
    for await (const chunk of eachChunk(stream)) {
      got.push(String(chunk))
      if (got.length === 2) stream.destroy(new Error('The disk broke.'))
    }
  })()
  await expect(reading).rejects.toThrow('The disk broke.')
  expect(got).toEqual(['a', 'b'])
})

it('calls a stream that is destroyed before its end incomplete', async () => {
  const stream = waiting([Buffer.from('a')])
  const chunks = eachChunk(stream)
  expect((await chunks.next()).done).toBe(false)
  stream.destroy()
  await expect(chunks.next()).rejects.toThrow('Premature close')
  await expect(eachChunk(stream).next()).rejects.toThrow()
})
