import type { Transform } from 'node:stream'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { parseStorable } from '../json/storable-json.ts'
import { joinHeaders } from './join-headers.ts'
import type { OutboundAnswer, OutboundLimits } from './outbound.ts'

interface Outcome {
  /** `isWhole` is false of an answer that was cut. */
  done(answer: OutboundAnswer, isWhole: boolean): void
  failed(error: Error): void
}

/** Collects one answer, decompressed, and stops as soon as it is too large. */
export class AnswerReader {
  readonly #maxBytes: number
  readonly #isCut: boolean
  readonly #outcome: Outcome
  readonly #chunks: Buffer[] = []
  #status = 0
  #headers: Readonly<Record<string, string>> = {}
  #decoder: Transform | null = null
  #arrived = 0
  #size = 0

  constructor({ maxBytes, isCut = false }: Pick<OutboundLimits, 'maxBytes' | 'isCut'>, outcome: Outcome) {
    this.#maxBytes = maxBytes
    this.#isCut = isCut
    this.#outcome = outcome
  }

  start(status: number, headers: Record<string, string | string[] | undefined>): void {
    this.#status = status
    this.#headers = joinHeaders(headers)
  }

  /** @throws Error for an unsupported compression. */
  add(chunk: Buffer): void {
    if (this.#arrived === 0) this.#decoder = this.#startDecoder(chunk)
    const most = this.#maxBytes + 1_024
    const isOver = this.#arrived > most
    this.#arrived += chunk.length
    // The compressed bytes are limited too, because a bomb may be large and decompress to nothing.
    if (this.#isCut && isOver) this.#finish(false)
    else if (this.#arrived > most && !this.#isCut) this.#refuseSize()
    else if (this.#decoder) this.#decoder.write(chunk)
    else this.#keep(chunk)
  }

  end(): void {
    if (this.#decoder) this.#decoder.end()
    else this.#finish()
  }

  stop(): void {
    this.#decoder?.destroy()
  }

  #startDecoder(first: Buffer): Transform | null {
    const decoder = createDecoder(this.#headers['content-encoding']?.trim().toLowerCase() ?? '', first)
    decoder?.on('data', (chunk: Buffer) => this.#keep(chunk))
    decoder?.on('end', () => this.#finish())
    decoder?.on('error', (error) => this.#outcome.failed(error))
    return decoder
  }

  #keep(chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#size <= this.#maxBytes) this.#chunks.push(chunk)
    else if (this.#isCut) this.#cut(chunk)
    else this.#refuseSize()
  }

  #refuseSize(): void {
    this.#outcome.failed(new Error(`The answer is larger than ${this.#maxBytes} bytes.`))
  }

  #cut(chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(0, chunk.length - (this.#size - this.#maxBytes)))
    this.#finish(false)
  }

  #finish(isWhole = true): void {
    this.#outcome.done(answerOf(this.#status, this.#headers, Buffer.concat(this.#chunks)), isWhole)
  }
}

/** An answer whose bytes are decoded once they are asked for: those of a file or a feed of megabytes hold nobody up. */
function answerOf(status: number, headers: OutboundAnswer['headers'], bytes: Uint8Array): OutboundAnswer {
  const decode = once(() => new TextDecoder().decode(bytes))
  const parse = once(() => parseStorable(decode()))
  return {
    status,
    headers,
    bytes,
    get text() {
      return decode()
    },
    get json() {
      return parse()
    },
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function createDecoder(encoding: string, first: Buffer): Transform | null {
  switch (encoding) {
    case 'identity':
    case '':
      return null
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'br':
      return createBrotliDecompress()
    case 'zstd':
      return createZstdDecompress()
    case 'deflate':
      // Some servers omit the zlib header. If it is there, the low half of the first byte is 8.
      return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()
    default:
      throw new Error('The answer is compressed in a way that is not read here.')
  }
}
