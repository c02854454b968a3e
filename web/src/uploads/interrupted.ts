import { keep, readKept } from '../boot/kept.ts'
import { watchedFetch } from '../live/watched-fetch.ts'

/** A resumable upload as this browser remembers it, so that it can go on after a reload. */
export interface Remembered {
  readonly key: string
  readonly place: string
  readonly owner: string
  readonly name: string
  readonly size: number
  readonly lastModified: number
  /** Signed: whoever has it may go on with the upload and nothing else. */
  readonly url: string
  /** The id of the medium. */
  readonly medium: string
}

const prefix = 'crier-upload-'

export function rememberUpload(upload: Remembered): void {
  keep(prefix + upload.key, JSON.stringify(upload))
}

export function forgetUpload(key: string): void {
  keep(prefix + key, null)
}

/** The uploads that this browser began and that no open page is sending. */
export async function listInterrupted(): Promise<Remembered[]> {
  // A page that sends holds a lock until it is gone. Browsers have locks on hosts that they trust only.
  const held = new Set((await lockManager()?.query())?.held?.map(({ name }) => name))
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix) && !held.has(name))
    .map((name) => JSON.parse(readKept(name) ?? 'null') as Remembered | null)
    .filter((upload) => upload !== null)
}

/** Shows other pages that this one is sending, until the answer is called. */
export function holdUpload(key: string): () => void {
  let release: () => void = () => undefined
  const isOver = new Promise<void>((resolve) => {
    release = resolve
  })
  void lockManager()?.request(prefix + key, () => isOver)
  return release
}

function lockManager(): LockManager | undefined {
  return (navigator as { locks?: LockManager }).locks
}

/** How many bytes the server has; null where the upload is gone. @throws where the server cannot be reached */
export async function bytesThere(upload: Remembered): Promise<number | null> {
  const answer = await watchedFetch(upload.url, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })
  const offset = answer.headers.get('Upload-Offset')
  return answer.ok && offset !== null ? Number(offset) : null
}

/** Has the server drop what it has of an upload. */
export async function dropThere({ url }: Pick<Remembered, 'url'>): Promise<void> {
  await watchedFetch(url, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } })
}
