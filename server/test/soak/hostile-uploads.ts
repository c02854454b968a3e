import { setTimeout as pause } from 'node:timers/promises'
import { hostileFilms } from '../hostile/hostile-films.ts'
import { hostilePictures } from '../hostile/hostile-pictures.ts'
import { chanceOf } from './random.ts'
import type { Ask } from './stubborn-client.ts'

/** Crafted files that come all the time. */
export interface HostileUploads {
  readonly counts: { refused: number; taken: number; unanswered: number }
  /** Resolves when the last one is over. */
  readonly done: Promise<void>
}

const everyMs = 500
const bytes = 100_000
// A server that is stopped for six seconds answers later than this.
const patienceMs = 4_000

/** Uploads one hostile file after the other until `signal` ends it. */
export function startHostileUploads(ask: Ask, seed: number, signal: AbortSignal): HostileUploads {
  const counts = { refused: 0, taken: 0, unanswered: 0 }
  return { counts, done: uploadAll(ask, seed, signal, counts) }
}

async function uploadAll(
  ask: Ask,
  seed: number,
  signal: AbortSignal,
  counts: HostileUploads['counts'],
): Promise<void> {
  const chance = chanceOf('uploads', seed)
  while (!signal.aborted) {
    const { name, mimeType, make } = chance.oneOf([...hostilePictures, ...hostileFilms])
    const file = await make(bytes)
    const body = { name, mime_type: mimeType, size_bytes: file.length }
    const { status, json } = await ask('POST', '/v1/media/create-upload-url', body)
    if (status !== 200) throw new Error(`An upload was answered with ${status}: ${JSON.stringify(json)}`)
    counts[await put(json.upload_url, file, mimeType)] += 1
    await pause(everyMs)
  }
}

async function put(url: string, file: Buffer, mimeType: string): Promise<keyof HostileUploads['counts']> {
  try {
    const headers = { 'content-type': mimeType }
    const signal = AbortSignal.timeout(patienceMs)
    const { status } = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(file), signal })
    if (status === 200) return 'taken'
    return status === 422 ? 'refused' : 'unanswered'
  } catch (error) {
    // The server was killed meanwhile, or its database.
    if (error instanceof TypeError || error instanceof DOMException) return 'unanswered'
    throw error
  }
}
