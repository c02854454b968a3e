import { recognizeType } from './recognize-type.ts'

/** Bytes to upload: a `Blob` or `File` (in Node `await fs.openAsBlob(path)`), bytes in memory, or a stream. */
export type UploadSource =
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>

/** How far an upload is. A try that has to be repeated begins at 0 again. */
export interface UploadProgress {
  readonly sentBytes: number
  readonly totalBytes: number
}

export interface UploadOptions {
  /** The name of the file; that of a `File` unless given. */
  name?: string | undefined
  /** The media type; by the first bytes of the file, its `Blob` or the ending of its name, unless given. */
  type?: string | undefined
  /** The size in bytes, which a stream cannot tell. Without it a stream is read into memory first. */
  size?: number | undefined
  onProgress?: ((progress: UploadProgress) => void) | undefined
  signal?: AbortSignal | undefined
  /** How long nothing may move before a try is given up; that of the client unless given. */
  timeoutMs?: number | undefined
  /** Names the upload, so that asking again for the same one, also after a restart, answers the same medium. Kept for 24 hours. */
  idempotencyKey?: string | undefined
}

/** A file with all that must be announced of it. */
export interface UploadFile {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly content: Blob | ReadableStream<Uint8Array>
  readonly onProgress: (progress: UploadProgress) => void
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
  /** The name of the upload, where its caller gave one. */
  readonly idempotencyKey: string | undefined
}

/** Finds out what must be announced of a file. @throws TypeError */
export async function describeFile(
  source: UploadSource,
  options: UploadOptions,
  timeoutMs: number,
): Promise<UploadFile> {
  const content = await contentOf(source, options.size)
  const name = options.name ?? (source as Partial<File>).name ?? 'upload'
  const given = options.type ?? ''
  const known = content instanceof Blob ? content : new Blob([])
  const type = given === '' ? await recognizeType(known, name) : given
  if (type === undefined)
    throw new TypeError(`The media type of "${name}" is not known. Give it as type, such as "image/jpeg".`)
  return {
    name,
    type,
    size: content instanceof Blob ? content.size : (options.size ?? 0),
    content,
    onProgress: options.onProgress ?? (() => undefined),
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? timeoutMs,
    idempotencyKey: options.idempotencyKey,
  }
}

async function contentOf(
  source: UploadSource,
  size: number | undefined,
): Promise<Blob | ReadableStream<Uint8Array>> {
  if (source instanceof Blob) return source
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
    return new Blob([source as Uint8Array<ArrayBuffer>])
  const stream = source instanceof ReadableStream ? source : toStream(source)
  return size === undefined || !sendsStreams ? new Response(stream).blob() : stream
}

/**
 * Whether a request may send a stream and say its length. Browsers send streams by HTTP/2 only, and tell no progress of
 * them; where they can, uploads take their older way.
 */
export const sendsStreams = Boolean(
  (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node,
)

function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel(reason) {
      await iterator.return?.(reason)
    },
  })
}
