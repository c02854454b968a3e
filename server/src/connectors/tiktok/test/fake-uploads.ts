import { randomBytes } from 'node:crypto'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import type { FakePlan } from './fake-rules.ts'

/** The origin of the addresses to which videos are sent. */
export const uploadOrigin = 'https://open-upload.tiktokapis.com'

interface Upload extends FakePlan {
  readonly publishId: string
  bytes: Buffer
  isOver: boolean
}

const types = ['video/mp4', 'video/quicktime', 'video/webm']

/**
 * Uploads in chunks, strictly one after the other: each makes one post, with its last byte.
 * Source: developers.tiktok.com/doc/content-posting-api-media-transfer-guide.
 */
export class FakeUploads {
  readonly #uploads = new Map<string, Upload>()
  readonly #finish: (publishId: string, bytes: Buffer) => void

  constructor(finish: (publishId: string, bytes: Buffer) => void) {
    this.#finish = finish
  }

  get count(): number {
    return this.#uploads.size
  }

  /** An hour has passed. */
  expireAll(): void {
    for (const upload of this.#uploads.values()) upload.isOver = true
  }

  forgetAll(): void {
    this.#uploads.clear()
  }

  /** The address of a new upload, which gives access to it. */
  begin(publishId: string, plan: FakePlan): string {
    const token = randomBytes(24).toString('base64url')
    this.#uploads.set(token, { ...plan, publishId, bytes: Buffer.alloc(0), isOver: false })
    return `${uploadOrigin}/video/?upload_id=${this.#uploads.size}&upload_token=${token}`
  }

  receivedOf(publishId: string): number {
    return [...this.#uploads.values()].find((one) => one.publishId === publishId)?.bytes.length ?? 0
  }

  take({ url, headers, body }: FakeCall): FakeAnswer {
    const upload = this.#uploads.get(url.searchParams.get('upload_token') ?? '')
    if (!upload) return plain(404)
    if (upload.isOver) return plain(403)
    // The address alone gives access.
    if (headers.authorization !== undefined) return plain(400)
    const [, first, last, total] = (
      /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
    ).map(Number)
    const isTyped = types.includes(headers['content-type'] ?? '')
    if (first === undefined || last === undefined || !isTyped || total !== upload.size) return plain(400)
    if (last - first + 1 !== body.length || headers['content-length'] !== String(body.length))
      return plain(400)
    if (first !== upload.bytes.length) return told(416, upload)
    const index = first / upload.chunkSize
    const end = index === upload.count - 1 ? upload.size : first + upload.chunkSize
    if (last + 1 !== end) return plain(400)
    upload.bytes = Buffer.concat([upload.bytes, body])
    if (upload.bytes.length < upload.size) return told(206, upload)
    this.#finish(upload.publishId, upload.bytes)
    return told(201, upload)
  }
}

function plain(status: number): FakeAnswer {
  return { status, json: null }
}

function told(status: number, { bytes, size }: Upload): FakeAnswer {
  const last = Math.max(0, bytes.length - 1)
  return { status, json: null, headers: { 'content-range': `bytes 0-${last}/${size}` } }
}
