import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { createWriterThread, type ThreadFile } from './writer-thread.ts'

/** Bytes that go to the thread at once; two such batches of a file are on their way at most. */
const batchBytes = 256 * 1024
const batchesOfFile = 2
/** A batch goes so long after its first byte, so that slow clients hold no memory. */
const waitMs = 25
/** The kernel takes no more chunks with one call. */
const chunksOfBatch = 1_000

const thread = createWriterThread()

export interface Written {
  readonly bytes: number
  /** Null where no hash was asked for. */
  readonly sha256: Buffer | null
}

/**
 * Writes a stream to a new file by the thread that writes; a small one at once. The chunks may be empty afterwards.
 * @throws the error of the source or of the file system
 */
export async function writeStream(
  target: FileHandle,
  source: AsyncIterable<Uint8Array>,
  isHashed: boolean,
): Promise<Written> {
  const writer = new BatchWriter(target, isHashed)
  try {
    for await (const chunk of source) await writer.add(chunk)
    return await writer.end()
  } finally {
    await writer.close()
  }
}

class BatchWriter {
  readonly #target: FileHandle
  readonly #isHashed: boolean
  #file: ThreadFile | null = null
  #batch: Uint8Array[] = []
  #batchBytes = 0
  #timer: NodeJS.Timeout | undefined
  #sent = 0
  readonly #sending = new Set<Promise<void>>()
  #failure: { readonly error: unknown } | null = null

  constructor(target: FileHandle, isHashed: boolean) {
    this.#target = target
    this.#isHashed = isHashed
  }

  async add(chunk: Uint8Array): Promise<void> {
    if (this.#batch.length === 0) this.#timer = setTimeout(() => this.#send(), waitMs)
    this.#batch.push(chunk)
    this.#batchBytes += chunk.length
    if (this.#batchBytes >= batchBytes || this.#batch.length >= chunksOfBatch) this.#send()
    while (this.#sending.size >= batchesOfFile) await Promise.race(this.#sending)
    this.#requireNoFailure()
  }

  async end(): Promise<Written> {
    if (this.#file === null) return this.#writeAtOnce()
    this.#send()
    await Promise.all(this.#sending)
    this.#requireNoFailure()
    return { bytes: this.#sent, sha256: this.#isHashed ? await this.#file.digest() : null }
  }

  /** Waits until nothing is written any more. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await Promise.all(this.#sending)
    this.#file?.close()
  }

  async #writeAtOnce(): Promise<Written> {
    clearTimeout(this.#timer)
    const bytes = Buffer.concat(this.#batch)
    await this.#target.writeFile(bytes)
    const sha256 = this.#isHashed ? createHash('sha256').update(bytes).digest() : null
    return { bytes: bytes.length, sha256 }
  }

  #send(): void {
    clearTimeout(this.#timer)
    if (this.#batch.length === 0) return
    this.#file ??= thread.begin(this.#isHashed)
    const sent: Promise<void> = this.#file
      .write(this.#target.fd, this.#batch, this.#sent)
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#sending.delete(sent))
    this.#sending.add(sent)
    this.#sent += this.#batchBytes
    this.#batch = []
    this.#batchBytes = 0
  }

  #requireNoFailure(): void {
    if (this.#failure !== null) throw this.#failure.error
  }
}
