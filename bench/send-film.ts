import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Film } from './film.ts'

const megabyte = 1024 * 1024

/** A running server, and an API key of it. */
export interface Server {
  readonly url: string
  readonly key: string
}

/** Uploads a film and deletes it, so that rounds do not fill the disk. Only the upload counts for a quota. */
export async function uploadToCrier({ url, key }: Server, film: Film): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'film.mp4', mime_type: 'video/mp4', size_bytes: film.size })
  const created = await fetch(`${url}/v1/media/create-upload-url`, { method: 'POST', headers, body })
  const { upload_url: uploadUrl, id } = (await created.json()) as { upload_url: string; id: string }
  await putFilm(uploadUrl, film)
  await fetch(`${url}/v1/media/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } })
}

/** Does the same by the tus protocol. */
export async function uploadResumably({ url, key }: Server, film: Film): Promise<void> {
  const authorization = `Bearer ${key}`
  const tus = { 'tus-resumable': '1.0.0' }
  const facts = { name: 'film.mp4', mime_type: 'video/mp4' }
  const metadata = Object.entries(facts).map(([name, value]) => `${name} ${btoa(value)}`)
  const created = await fetch(`${url}/v1/media/tus`, {
    method: 'POST',
    headers: {
      ...tus,
      authorization,
      'upload-length': String(film.size),
      'upload-metadata': metadata.join(','),
    },
  })
  const { upload_url: uploadUrl, id } = (await created.json()) as { upload_url: string; id: string }
  const type = 'application/offset+octet-stream'
  await sendFilm('PATCH', uploadUrl, film, { ...tus, 'content-type': type, 'upload-offset': 0 })
  await fetch(`${url}/v1/media/${id}`, { method: 'DELETE', headers: { authorization } })
}

export function putFilm(url: string, film: Film): Promise<void> {
  return sendFilm('PUT', url, film, { 'content-type': 'video/mp4' })
}

async function sendFilm(
  method: 'PUT' | 'PATCH',
  url: string,
  film: Film,
  others: Readonly<Record<string, string | number>>,
): Promise<void> {
  const headers = { ...others, 'content-length': film.size }
  const sending = request(url, { method, headers, agent: false })
  const answered = once(sending, 'response')
  await pipeline(Readable.from(film.chunks(), { objectMode: false, highWaterMark: megabyte }), sending)
  const [answer] = await answered
  const body = Buffer.concat(await answer.toArray()).toString()
  if (answer.statusCode >= 300) throw new Error(`A ${method} was answered ${answer.statusCode}: ${body}`)
}
