import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import pLimit from 'p-limit'
import { freeGivenChunk } from '../given-chunks.ts'
import { type Block, createBlocks } from './blocks.ts'
import { createWriterThread, type ThreadFile } from './writer-thread.ts'

/** Bytes that go to the thread at once; two such blocks of a file are on their way at most. */
const blockBytes = 256 * 1024
const blocksOfFile = 2
/** All files of a process together have so many, which is 8 MB: the memory of uploads does not grow with their number. */
const mostBlocks = 32
/** A block goes so long after its first byte, so that slow clients hold no memory. */
const waitMs = 25
/** A file that grew by so much is brought to the disk while the rest comes in, so that its end has not all of it to wait for. */
const flushBytes = 32 * 1024 * 1024

const thread = createWriterThread()
const blocks = createBlocks(mostBlocks, blockBytes)
/** A flush takes one of the few threads that Node has for files, names of hosts and passwords, perhaps for seconds. */
const flushes = pLimit(2)

export interface WriteResult {
  readonly bytes: number
  /** Null where no hash was asked for. */
  readonly sha256: Buffer | null
}

/**
 * Writes a stream durably to a new file by the thread that writes; a small one at once. Chunks are copied. Only the memory of
 * those that were given away is freed.
 * @throws the error of the source or of the file system
 */
export async function writeStream(
  target: FileHandle,
  source: AsyncIterable<Uint8Array>,
  isHashed: boolean,
): Promise<WriteResult> {
  const writer = new BlockWriter(target, isHashed)
  try {
    for await (const chunk of source) {
      const adding = writer.add(chunk)
      if (adding) await adding
      freeGivenChunk(chunk)
    }
    return await writer.end()
  } finally {
    await writer.close()
  }
}

class BlockWriter {
  readonly #target: FileHandle
  readonly #isHashed: boolean
  #file: ThreadFile | null = null
  #block: Block | null = null
  #filled = 0
  #timer: NodeJS.Timeout | undefined
  #sent = 0
  #sending: readonly Promise<void>[] = []
  #written = 0
  #flushed = 0
  #flushing: Promise<void> | null = null
  #failure: { readonly error: unknown } | null = null

  constructor(target: FileHandle, isHashed: boolean) {
    this.#target = target
    this.#isHashed = isHashed
  }

  /** Null when the chunk was added to a block that has room for more, as most are. */
  add(chunk: Uint8Array): Promise<void> | null {
    const block = this.#block
    const filled = this.#filled + chunk.length
    if (
      block === null ||
      filled >= blockBytes ||
      this.#sending.length >= blocksOfFile ||
      this.#failure !== null
    )
      return this.#addInTurn(chunk)
    block.set(chunk, this.#filled)
    this.#filled = filled
    return null
  }

  async #addInTurn(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      const block = this.#block ?? (await this.#takeBlock())
      const part = chunk.subarray(at, at + blockBytes - this.#filled)
      block.set(part, this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled === blockBytes) this.#send()
      while (this.#sending.length >= blocksOfFile) await Promise.race(this.#sending)
      this.#requireNoFailure()
    }
  }

  async end(): Promise<WriteResult> {
    if (this.#file === null) return this.#writeAtOnce()
    this.#send()
    await Promise.all(this.#sending)
    await this.#flushing
    this.#requireNoFailure()
    await flushes(() => this.#target.datasync())
    return { bytes: this.#sent, sha256: this.#isHashed ? await this.#file.digest() : null }
  }

  /** Waits until nothing is written any more, and gives its memory back. */
  async close(): Promise<void> {
    const block = this.#letGo()
    if (block !== null) blocks.giveBack(block)
    await Promise.all(this.#sending)
    await this.#flushing
    this.#file?.close()
  }

  async #writeAtOnce(): Promise<WriteResult> {
    clearTimeout(this.#timer)
    blocks.keep(this.#send)
    const bytes = this.#block?.subarray(0, this.#filled) ?? new Uint8Array(0)
    await this.#target.writeFile(bytes)
    await this.#target.datasync()
    const sha256 = this.#isHashed ? createHash('sha256').update(bytes).digest() : null
    return { bytes: bytes.length, sha256 }
  }

  async #takeBlock(): Promise<Block> {
    this.#block = await blocks.take(this.#send)
    this.#timer = setTimeout(this.#send, waitMs)
    return this.#block
  }

  /** Called when the block is full, when it has waited long enough, and when another file needs it. */
  readonly #send = (): void => {
    const [bytes, block] = [this.#filled, this.#letGo()]
    if (block === null) return
    if (bytes === 0) {
      blocks.giveBack(block)
      return
    }
    this.#file ??= thread.begin(this.#isHashed)
    const sent: Promise<void> = this.#pass(this.#file, block, bytes, this.#sent).finally(() => {
      this.#sending = this.#sending.filter((each) => each !== sent)
    })
    this.#sending = [...this.#sending, sent]
    this.#sent += bytes
  }

  async #pass(file: ThreadFile, block: Block, bytes: number, at: number): Promise<void> {
    try {
      const passage = await file.write(this.#target.fd, block, bytes, at)
      blocks.giveBack(passage.block)
      if (passage.failure !== null) this.#failure ??= { error: passage.failure }
      this.#written += bytes
      if (this.#written - this.#flushed >= flushBytes) this.#flushing ??= this.#flush()
    } catch (error) {
      blocks.giveBack(null)
      this.#failure ??= { error }
    }
  }

  /** The file system reports a disk error once, so it must not be lost here. */
  async #flush(): Promise<void> {
    this.#flushed = this.#written
    await flushes(() => this.#target.datasync()).catch((error: unknown) => {
      this.#failure ??= { error }
    })
    this.#flushing = null
  }

  #letGo(): Block | null {
    clearTimeout(this.#timer)
    blocks.keep(this.#send)
    const block = this.#block
    this.#block = null
    this.#filled = 0
    return block
  }

  #requireNoFailure(): void {
    if (this.#failure !== null) throw this.#failure.error
  }
}
