import { type CrierClient, CrierError, type Media, RateLimitError } from '@crier/sdk'
import { mediumKey } from '@crier/sdk/plans'
import { isUnreached } from '../live/is-unreached.ts'
import { awaitImport } from '../uploads/await-import.ts'

const patienceMs = 120_000

/** A file that the table names and that nobody has put beside it yet. */
export class MissingFile extends Error {
  override readonly name = 'MissingFile'
}

/** A medium that the server could not have, for a reason of its own; the message is how the row names it. */
export class FailedMedium extends Error {
  override readonly name = 'FailedMedium'
}

/** How a row names a medium: by an address, by the id of one that the server has, or by the name of a file. */
export function kindOfSource(source: string): 'address' | 'known' | 'file' {
  if (/^https?:\/\//i.test(source)) return 'address'
  return /^[0-9a-f]{8}-[0-9a-f-]{27}(?:\/api\/[^/]+)?$/i.test(source) ? 'known' : 'file'
}

/** The file that a row means: folders in the name are left out, and capitals where no file is written with them. */
export function findFile(source: string, files: readonly File[]): File | null {
  const wanted = plain(source)
  const fitting = files.filter(({ name }) => plain(name).toLowerCase() === wanted.toLowerCase())
  return fitting.find(({ name }) => plain(name) === wanted) ?? fitting[0] ?? null
}

// Some systems write an ü as a u with two dots.
const plain = (path: string) => (path.split(/[\\/]/).at(-1) ?? '').normalize('NFC').trim()

/** Brings the media of rows to the server, each once however many rows name it. */
export class PlanMedia {
  readonly #api: CrierClient
  readonly #brought = new Map<string | File, Promise<string>>()

  constructor(api: CrierClient) {
    this.#api = api
  }

  /** The ids of the media of a row in their order. @throws MissingFile before anything is sent; FailedMedium */
  async bring(
    post: string,
    sources: readonly string[],
    files: readonly File[],
    signal: AbortSignal,
  ): Promise<string[]> {
    const found = sources.map((source) =>
      kindOfSource(source) === 'file' ? findFile(source, files) : source,
    )
    const missing = sources.find((_source, index) => found[index] === null)
    if (missing !== undefined) throw new MissingFile(missing)
    const ids: string[] = []
    for (const [index, source] of sources.entries()) {
      const origin = found[index] ?? source
      const isKnown = kindOfSource(source) === 'known'
      ids.push(
        isKnown ? source : await this.#once(origin, { post, index }, signal).catch(naming(source, signal)),
      )
    }
    return ids
  }

  #once(origin: string | File, place: { post: string; index: number }, signal: AbortSignal): Promise<string> {
    const known = this.#brought.get(origin)
    if (known !== undefined) return known
    const bringing =
      typeof origin === 'string' ? this.#fetch(origin, place, signal) : this.#upload(origin, signal)
    this.#brought.set(origin, bringing)
    // One that failed is tried again with the next row, or when the person looks again.
    bringing.catch(() => this.#brought.delete(origin))
    return bringing
  }

  async #upload(file: File, signal: AbortSignal): Promise<string> {
    const idempotencyKey = mediumKey(`${file.name} ${file.size}`, 0, file.lastModified)
    const medium = await this.#api.media.upload(file, { signal, timeoutMs: patienceMs, idempotencyKey })
    return idOf(medium)
  }

  async #fetch(
    url: string,
    { post, index }: { post: string; index: number },
    signal: AbortSignal,
  ): Promise<string> {
    const idempotencyKey = mediumKey(post, index, null)
    const begun = await this.#api.media.import({ url }, { signal, timeoutMs: patienceMs, idempotencyKey })
    return idOf(await awaitImport(this.#api, begun, signal))
  }
}

/** Says which medium failed, unless nothing was heard of it. */
const naming = (source: string, signal: AbortSignal) => (error: unknown) => {
  if (signal.aborted || isUnreached(error) || error instanceof RateLimitError) throw error
  throw new FailedMedium(source, { cause: error })
}

function idOf({ media_id: id, status }: Media): string {
  if (status === 'rejected') throw new CrierError('The server could not take this file.')
  return id
}
