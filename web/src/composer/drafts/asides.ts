import { type DBSchema, openDB } from 'idb'
import type { Content } from '../content.ts'

/** A version of a post that nobody took, because somebody had changed the post at the same time. */
export interface Aside {
  readonly workspace: string
  readonly mode: 'live' | 'test'
  /** The id of the post. */
  readonly post: string
  /** When it was put aside. */
  readonly at: number
  /** Whose version it is: that of the person here, or the one that was on the server. */
  readonly whose: 'mine' | 'theirs'
  readonly content: Content
}

interface Schema extends DBSchema {
  asides: {
    key: [string, string, string, number]
    value: Aside
    indexes: { at: number }
  }
}

/** Older versions are forgotten. */
const most = 100

// A store of its own: another version of the one for drafts would have to wait until every older tab is closed.
const open = () =>
  openDB<Schema>('crier-asides', 1, {
    upgrade: (database) => {
      const store = database.createObjectStore('asides', { keyPath: ['workspace', 'mode', 'post', 'at'] })
      store.createIndex('at', 'at')
    },
  })

/** Keeps a version on this device, where the history of its post shows it. Answers whether the device took it. */
export async function putAside(aside: Aside): Promise<boolean> {
  try {
    await store(aside)
    return true
  } catch (error) {
    console.warn('This device keeps no versions now.', error)
    return false
  }
}

async function store(aside: Aside): Promise<void> {
  const database = await open()
  const { store, done } = database.transaction('asides', 'readwrite')
  await store.put(aside)
  const surplus = (await store.count()) - most
  if (surplus > 0)
    for (const key of (await store.index('at').getAllKeys()).slice(0, surplus)) await store.delete(key)
  await done
  database.close()
}

/** The versions of a post that were put aside on this device, the latest first. */
export async function readAsides(workspace: string, mode: Aside['mode'], post: string): Promise<Aside[]> {
  const database = await open()
  const prefix = [workspace, mode, post] as const
  const range = IDBKeyRange.bound([...prefix, 0], [...prefix, Number.POSITIVE_INFINITY])
  const found = await database.getAll('asides', range)
  database.close()
  return found.toReversed()
}

/** Forgets one version. */
export async function forgetAside({ workspace, mode, post, at }: Aside): Promise<void> {
  const database = await open()
  await database.delete('asides', [workspace, mode, post, at])
  database.close()
}

/** Forgets everything. */
export async function wipeAsides(): Promise<void> {
  const database = await open()
  await database.clear('asides')
  database.close()
}
