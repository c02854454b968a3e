import { type DBSchema, openDB } from 'idb'
import type { Mode } from '../session/clients.ts'
import type { Words } from './caption-of.ts'
import { hasShares, sharesName } from './has-shares.ts'

/** Where a share became a draft, and whose. */
export interface SharePlace {
  readonly person: string
  readonly workspace: string
  readonly mode: Mode
}

/** Words and files that another app shared, as `public/sw.js` keeps them on this device. */
export interface Share extends Words {
  readonly id: string
  readonly at: number
  /** How many files were not taken. */
  readonly lost: number
  /** The draft that it becomes, from the moment at which that is written. */
  readonly draft: string | null
  /** Null until the draft is there. Only files are still to be brought then. */
  readonly place: SharePlace | null
}

interface SharedFile {
  readonly share: string
  readonly index: number
  readonly file: File
}

interface Schema extends DBSchema {
  shares: { key: string; value: Share }
  files: { key: [string, number]; value: SharedFile }
}

const open = () =>
  openDB<Schema>(sharesName, 1, {
    upgrade: (database) => {
      database.createObjectStore('shares', { keyPath: 'id' })
      database.createObjectStore('files', { keyPath: ['share', 'index'] })
    },
  })

type Opened = Awaited<ReturnType<typeof open>>

async function inStore<T>(use: (database: Opened) => Promise<T>): Promise<T> {
  const database = await open()
  try {
    return await use(database)
  } finally {
    database.close()
  }
}

/** Everything that is kept, the oldest first. */
export async function listShares(): Promise<Share[]> {
  const all = await inStore((database) => database.getAll('shares'))
  return all.toSorted((one, other) => one.at - other.at)
}

/** One of them; undefined where it is not kept any more. */
export function readShare(id: string): Promise<Share | undefined> {
  return inStore((database) => database.get('shares', id))
}

/** Keeps what became of a share. */
export async function putShare(share: Share): Promise<void> {
  await inStore((database) => database.put('shares', share))
}

/** The files of a share that are not in its draft yet. */
export function filesOf(share: string): Promise<SharedFile[]> {
  return inStore((database) => database.getAll('files', rangeOf(share)))
}

/** Forgets one file: it found its place. */
export async function forgetFile({ share, index }: SharedFile): Promise<void> {
  await inStore((database) => database.delete('files', [share, index]))
}

/** Forgets a share and its files. */
export async function forgetShare(share: string): Promise<void> {
  await inStore(async (database) => {
    const work = database.transaction(['shares', 'files'], 'readwrite')
    await Promise.all([
      work.objectStore('shares').delete(share),
      work.objectStore('files').delete(rangeOf(share)),
      work.done,
    ])
  })
}

/** Forgets what became a draft here: its person has signed out. A share that nobody has opened yet is nobody's, and stays. */
export async function wipeShares(): Promise<void> {
  if (!(await hasShares())) return
  for (const { id, place } of await listShares()) if (place !== null) await forgetShare(id)
}

function rangeOf(share: string): IDBKeyRange {
  return IDBKeyRange.bound([share, 0], [share, Number.POSITIVE_INFINITY])
}
