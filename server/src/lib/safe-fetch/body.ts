import { OutboundError, type OutboundRequest } from './outbound.ts'

/** The body of a request, with its first chunk already read. */
export interface OpenBody {
  readonly content: string | Uint8Array | AsyncIterable<Uint8Array> | null
  /** Closes the source, even if it was not read to its end. */
  close(): void
}

/**
 * Reads the first chunk of a stream before there is a connection, so that nothing delays the first byte after the last
 * check.
 * @throws OutboundError `not_sent`
 */
export async function openBody(body: OutboundRequest['body'], signal: AbortSignal): Promise<OpenBody> {
  if (!(body instanceof ReadableStream)) return { content: body, close: () => undefined }
  const reader = body.getReader()
  const close = () => void reader.cancel().catch((error: unknown) => error)
  signal.addEventListener('abort', close, { once: true })
  try {
    if (signal.aborted) throw signal.reason
    const first = await reader.read()
    if (signal.aborted) throw signal.reason
    return { content: readOn(reader, first), close }
  } catch (error) {
    close()
    throw new OutboundError('not_sent', 'The body of the request could not be read.', error)
  } finally {
    signal.removeEventListener('abort', close)
  }
}

async function* readOn(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  first: Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>,
): AsyncGenerator<Uint8Array> {
  for (let next = first; !next.done; next = await reader.read()) yield next.value
}
