import type { Post } from '@crier/sdk'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { noteKept } from '../../live/device-refusal.ts'
import type { Content } from '../content.ts'

/** A post as the server has it: its version, and its content as a composer holds it. */
export interface ServerPost {
  readonly post: Post
  readonly etag: string
  readonly content: Content
}

/** Work on a post that the server does not have yet. */
export interface DeviceDraft {
  readonly workspace: string
  readonly mode: 'live' | 'test'
  /** The id of the post, also of one that the server does not know. */
  readonly id: string
  readonly content: Content
  /** The state of the post from which the work began; null for a post that is new. */
  readonly base: ServerPost | null
  /** The content of a change that was sent to the server and not answered yet. */
  readonly sent?: Content | null
  /** The post was deleted elsewhere, so that this device alone has its words. */
  readonly isGone?: true
  readonly changedAt: number
}

interface Schema extends DBSchema {
  drafts: { key: [string, string, string]; value: DeviceDraft }
}

const name = 'crier-drafts'
let opening: Promise<IDBPDatabase<Schema>> | null = null

/** Work that this device refused to keep, such as one whose disk is full: it is there until the page is left. */
const unkept = new Map<string, DeviceDraft>()

/** Where work is kept. */
export type Place = readonly [workspace: string, mode: DeviceDraft['mode'], id: string]
export const nameOf = (place: Place) => place.join(' ')

function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('drafts', { keyPath: ['workspace', 'mode', 'id'] })
    },
    terminated: () => {
      opening = null
    },
  })
  return opening
}

/** Uses the store of this device; null where the device refuses that. */
async function inStore<T>(use: (store: IDBPDatabase<Schema>) => Promise<T>): Promise<T | null> {
  try {
    return await use(await open())
  } catch (error) {
    console.warn('This device keeps no drafts now.', error)
    // It may have room later.
    opening = null
    return null
  }
}

/** Keeps work on this device. A newer state of the same post takes the place of the older. Answers whether the device took it. */
export async function keepOnDevice(draft: DeviceDraft): Promise<boolean> {
  const at = nameOf([draft.workspace, draft.mode, draft.id])
  unkept.set(at, draft)
  const isKept = (await inStore((store) => store.put('drafts', draft))) !== null
  if (isKept && unkept.get(at) === draft) unkept.delete(at)
  noteKept(isKept)
  return isKept
}

/** The work on a post that is kept on this device; null where there is none. */
export async function readFromDevice(...place: Place): Promise<DeviceDraft | null> {
  const here = unkept.get(nameOf(place))
  return here ?? (await inStore((store) => store.get('drafts', [...place]))) ?? null
}

/** Forgets work that the server has, or that nobody wants. */
export async function forgetOnDevice(...place: Place): Promise<void> {
  unkept.delete(nameOf(place))
  await inStore((store) => store.delete('drafts', [...place]))
}

/** All work that only this device has. */
export async function listOnDevice(): Promise<DeviceDraft[]> {
  const kept = (await inStore((store) => store.getAll('drafts'))) ?? []
  const older = kept.filter(({ workspace, mode, id }) => !unkept.has(nameOf([workspace, mode, id])))
  return [...older, ...unkept.values()]
}

/** Forgets everything. */
export async function wipeDevice(): Promise<void> {
  unkept.clear()
  await inStore((store) => store.clear('drafts'))
}
