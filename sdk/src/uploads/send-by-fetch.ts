import type { SendBytes } from './send-bytes.ts'
import { sendsStreams, type UploadFile } from './upload-file.ts'

/**
 * Sends the bytes by fetch: as a stream with a known length, so that progress can be reported, or whole where streams
 * cannot be sent.
 */
export function sendByFetch(fetch: typeof globalThis.fetch): SendBytes {
  return async ({ upload_url, method, headers }, file, signal, moved) => {
    const isStreamed = sendsStreams && file.size > 0
    const init = {
      method,
      headers: { ...headers, ...(isStreamed ? { 'Content-Length': String(file.size) } : {}) },
      body: isStreamed ? counted(file, moved) : file.content,
      signal,
      ...(isStreamed ? { duplex: 'half' } : {}),
    }
    const response = await fetch(upload_url, init as RequestInit)
    const text = await response.text()
    if (response.ok) moved(file.size)
    return { status: response.status, headers: response.headers, text }
  }
}

/** A piece counts as sent when the next one is read. */
function counted({ content }: UploadFile, moved: (sentBytes: number) => void): ReadableStream<Uint8Array> {
  const reader = (content instanceof Blob ? content.stream() : content).getReader()
  let sentBytes = 0
  return new ReadableStream(
    {
      async pull(controller) {
        if (sentBytes > 0) moved(sentBytes)
        const { done, value } = await reader.read()
        if (done) return controller.close()
        sentBytes += value.byteLength
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
