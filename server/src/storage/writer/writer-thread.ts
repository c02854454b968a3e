import { Worker } from 'node:worker_threads'
import type { Block } from './blocks.ts'
import type { WriteAnswer, WriteOrder } from './messages.ts'

/** The thread's side of one file. */
export interface ThreadFile {
  /**
   * Writes the first so many bytes of a block, and hashes them in the order of the calls. The block that was given is empty at once;
   * the answer has its memory.
   * @throws when the thread died; the block is lost then
   */
  write(file: number, block: Block, bytes: number, at: number): Promise<Passage>
  /** The SHA-256 of everything that was written. @throws when the thread died */
  digest(): Promise<Buffer>
  /** Ends the work on this file. */
  close(): void
}

/** The end of writing a block. */
export interface Passage {
  /** The memory of the block, back from the thread. */
  readonly block: Block
  /** The file system's reason why the state of the bytes is unknown. */
  readonly failure: Error | null
}

/** A thread that writes and hashes files, so that large ones do not keep requests waiting. */
export interface WriterThread {
  begin(isHashed: boolean): ThreadFile
}

export interface WriterThreadOptions {
  /** The program of the thread, for tests. */
  readonly entry?: URL
  /** How long a thread without work is kept. */
  readonly idleMs?: number
}

/** The thread starts with the first file. It ends some time after the last one, or with the process. */
export function createWriterThread({
  entry = new URL('./thread.ts', import.meta.url),
  idleMs = 10_000,
}: WriterThreadOptions = {}): WriterThread {
  let running: RunningThread | null = null
  let nextId = 1
  const start = (): RunningThread => {
    const thread: RunningThread = new RunningThread(entry, idleMs, () => {
      if (running === thread) running = null
    })
    return thread
  }
  return {
    begin: (isHashed) => {
      running ??= start()
      nextId += 1
      return running.begin(nextId, isHashed)
    },
  }
}

interface Waiting {
  readonly resolve: (answer: WriteAnswer) => void
  readonly reject: (error: Error) => void
}

class RunningThread {
  readonly #worker: Worker
  readonly #idleMs: number
  readonly #onEnd: () => void
  /** Each open file, with those who wait for an answer, in the order of their orders. */
  readonly #open = new Map<number, Waiting[]>()
  #idle: NodeJS.Timeout | undefined
  #lost: Error | null = null

  constructor(entry: URL, idleMs: number, onEnd: () => void) {
    this.#idleMs = idleMs
    this.#onEnd = onEnd
    this.#worker = new Worker(entry, { env: {}, execArgv: ['--no-warnings'], name: 'writer' })
    this.#worker.unref()
    this.#worker.on('message', (answer: WriteAnswer) => this.#open.get(answer.id)?.shift()?.resolve(answer))
    this.#worker.on('error', (cause: Error) =>
      this.#lose(new Error('The thread that writes files died.', { cause })),
    )
    this.#worker.on('exit', () => this.#lose(new Error('The thread that writes files ended.')))
  }

  begin(id: number, isHashed: boolean): ThreadFile {
    clearTimeout(this.#idle)
    this.#open.set(id, [])
    return {
      write: async (file, block, bytes, at) => {
        const answer = await this.#ask({ kind: 'write', id, file, block, bytes, at, isHashed }, [
          block.buffer,
        ])
        if (answer.kind === 'digest') throw new Error('The thread that writes files answered digest.')
        const failure = answer.kind === 'failed' ? Object.assign(new Error(answer.why), answer.facts) : null
        return { block: answer.block, failure }
      },
      digest: async () => {
        const answer = await this.#ask({ kind: 'digest', id }, [])
        if (answer.kind !== 'digest') throw new Error(`The thread that writes files answered ${answer.kind}.`)
        return Buffer.from(answer.sha256)
      },
      close: () => this.#close(id),
    }
  }

  #ask(order: Exclude<WriteOrder, { kind: 'drop' }>, own: readonly ArrayBuffer[]): Promise<WriteAnswer> {
    const waiting = this.#open.get(order.id)
    if (this.#lost !== null || waiting === undefined)
      return Promise.reject(this.#lost ?? new Error('This file was closed before.'))
    const { promise, resolve, reject } = Promise.withResolvers<WriteAnswer>()
    waiting.push({ resolve, reject })
    this.#worker.postMessage(order, own)
    return promise
  }

  #close(id: number): void {
    if (!this.#open.delete(id) || this.#lost !== null) return
    this.#worker.postMessage({ kind: 'drop', id } satisfies WriteOrder)
    if (this.#open.size > 0) return
    this.#idle = setTimeout(() => {
      this.#onEnd()
      void this.#worker.terminate()
    }, this.#idleMs).unref()
  }

  #lose(error: Error): void {
    if (this.#lost !== null) return
    this.#lost = error
    clearTimeout(this.#idle)
    this.#onEnd()
    for (const { reject } of [...this.#open.values()].flat()) reject(error)
  }
}
