import type { Post } from '@crier/sdk'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
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
  /** The post was deleted elsewhere, so that this device alone has its words. */
  readonly isGone?: true
  readonly changedAt: number
}

interface Schema extends DBSchema {
  drafts: { key: [string, string, string]; value: DeviceDraft }
}

const name = 'crier-drafts'
let opening: Promise<IDBPDatabase<Schema>> | null = null

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

/** Keeps work on this device. A newer state of the same post takes the place of the older. */
export async function keepOnDevice(draft: DeviceDraft): Promise<void> {
  await (await open()).put('drafts', draft)
}

/** The work on a post that is kept on this device; null where there is none. */
export async function readFromDevice(
  workspace: string,
  mode: DeviceDraft['mode'],
  id: string,
): Promise<DeviceDraft | null> {
  return (await (await open()).get('drafts', [workspace, mode, id])) ?? null
}

/** Forgets work that the server has, or that nobody wants. */
export async function forgetOnDevice(
  workspace: string,
  mode: DeviceDraft['mode'],
  id: string,
): Promise<void> {
  await (await open()).delete('drafts', [workspace, mode, id])
}

/** All work that only this device has. */
export async function listOnDevice(): Promise<DeviceDraft[]> {
  return (await open()).getAll('drafts')
}

/** Forgets everything. */
export async function wipeDevice(): Promise<void> {
  await (await open()).clear('drafts')
}
