import { finished, type Readable } from 'node:stream'

/**
 * The chunks of a stream as they came. A stream that is asked for them joins those that wait in new memory, and what it
 * joined stays until it is collected, which for large chunks is late. Leaving the loop early destroys the stream.
 * @throws the error of the stream, also when it ends too early
 */
export async function* eachChunk(stream: Readable): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = []
  const end: { isThere: boolean; error: Error | null } = { isThere: false, error: null }
  let wake: () => void = () => undefined
  const onChunk = (chunk: Uint8Array) => {
    waiting.push(chunk)
    stream.pause()
    wake()
  }
  const stopWatching = finished(stream, { writable: false }, (error) => {
    end.isThere = true
    end.error = error ?? null
    wake()
  })
  stream.on('data', onChunk)
  try {
    for (;;) {
      const chunk = waiting.shift()
      if (chunk) yield chunk
      else if (end.isThere) break
      else
        await new Promise<void>((resolve) => {
          wake = resolve
          stream.resume()
        })
    }
    if (end.error !== null) throw end.error
  } finally {
    stopWatching()
    stream.off('data', onChunk)
    // Without a listener, an error after this would end the process.
    if (!end.isThere) stream.on('error', () => undefined).destroy()
  }
}
