import { Upload } from 'tus-js-client'
import type { House } from './house.ts'
import { type CreatedUpload, type RawPut, rawRequest } from './uploads.ts'

export const tus = { 'tus-resumable': '1.0.0' }

/** The value of Upload-Metadata. */
export function metadataOf(facts: Readonly<Record<string, string>>): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

/** Creates a resumable upload without a client library. */
export async function createResumable(
  house: House,
  bytes: Uint8Array,
  mimeType: string,
  more: Readonly<Record<string, string>> = {},
): Promise<CreatedUpload> {
  const answer = await house.request('POST', '/v1/media/tus', {
    headers: {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': metadataOf({ name: 'a file', mime_type: mimeType, ...more }),
    },
  })
  if (answer.status !== 201) throw new Error(`The creation answered ${answer.status}: ${answer.text}`)
  return answer.json
}

export function patch(house: House, url: string, offset: number, bytes: Uint8Array) {
  const headers = {
    ...tus,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  }
  return house.request('PATCH', url, { key: null, body: bytes, headers })
}

/** A PATCH of which the test sends every byte itself. */
export function rawPatch(url: string, offset: number, length: number): Promise<RawPut> {
  return rawRequest('PATCH', url, {
    ...tus,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    'content-length': String(length),
  })
}

/** The bytes that are there; null where the answer is a refusal. */
export async function offsetOf(house: House, url: string): Promise<number | null> {
  const { status, headers } = await house.request('HEAD', url, { key: null, headers: tus })
  return status === 200 ? Number(headers.get('upload-offset')) : null
}

/** Uploads with the real client; resolves with the address that it used. */
export function uploadWithClient(
  bytes: Buffer,
  options: {
    endpoint?: string
    uploadUrl?: string
    key?: string
    mimeType?: string
    chunkSize?: number
    retryDelays?: number[]
  },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const { key, mimeType = 'video/mp4', chunkSize, ...others } = options
  const upload = new Upload(bytes, {
    retryDelays: [0, 500, 1_000, 2_000],
    ...others,
    ...(chunkSize === undefined ? {} : { chunkSize }),
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
    metadata: { filename: 'a film.mp4', filetype: mimeType },
    onError: reject,
    onSuccess: () => resolve(upload.url ?? ''),
  })
  upload.start()
  return promise
}
