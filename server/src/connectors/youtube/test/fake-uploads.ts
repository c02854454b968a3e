import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import { origin } from '../api.ts'
import { type FakeResource, readJson, readResource, refuse } from './fake-rules.ts'

interface Session {
  readonly resource: FakeResource
  readonly size: number
  readonly type: string
  bytes: Buffer
  /** The video, once the last byte has arrived. */
  made: JsonObject | null
}

const unit = 256 * 1_024

/**
 * Uploads that may go on after a break: each makes one video, with its last byte.
 * Source: developers.google.com/youtube/v3/guides/using_resumable_upload_protocol.
 */
export class FakeUploads {
  readonly #sessions = new Map<string, Session>()
  readonly #make: (resource: FakeResource, bytes: Buffer) => JsonObject
  /** Bytes after which the server pretends that no more came, once. */
  keepOnly: number | null = null

  constructor(make: (resource: FakeResource, bytes: Buffer) => JsonObject) {
    this.#make = make
  }

  get count(): number {
    return this.#sessions.size
  }

  forgetAll(): void {
    this.#sessions.clear()
  }

  begin(call: FakeCall): FakeAnswer {
    const { url, headers } = call
    if (url.searchParams.get('uploadType') !== 'resumable')
      throw refuse(400, 'badRequest', 'This fake knows resumable uploads only.')
    if (url.searchParams.get('part') !== 'snippet,status')
      throw refuse(400, 'unexpectedPart', 'The parts and the content differ.')
    const size = Number(headers['x-upload-content-length'])
    const type = String(headers['x-upload-content-type'])
    if (!Number.isSafeInteger(size) || size < 1 || size > 256 * 1_024 ** 3)
      throw refuse(400, 'badContent', 'The size of the video is not announced.')
    if (!/^video\/|^application\/octet-stream$/.test(type))
      throw refuse(400, 'badContent', 'This is no type of a video.')
    const resource = readResource(readJson(call))
    const id = randomBytes(24).toString('base64url')
    this.#sessions.set(id, { resource, size, type, bytes: Buffer.alloc(0), made: null })
    const location = `${origin}/upload/youtube/v3/videos?uploadType=resumable&upload_id=${id}`
    return { status: 200, json: null, headers: { location } }
  }

  ask({ url, headers, body }: FakeCall): FakeAnswer {
    const session = this.#find(url)
    if (headers['content-length'] !== '0' || body.length > 0)
      throw refuse(400, 'badRequest', 'A question has no content.')
    if (headers['content-range'] !== `bytes */${session.size}`)
      throw refuse(400, 'badRequest', 'The video has another size.')
    return answerOf(session)
  }

  take({ url, headers, body }: FakeCall): FakeAnswer {
    const session = this.#find(url)
    const [, start, end, total] = (
      /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
    ).map(Number)
    if (start === undefined || end === undefined || total !== session.size || end - start + 1 !== body.length)
      throw refuse(400, 'badRequest', 'The range does not fit the content.')
    if (headers['content-type'] !== session.type) throw refuse(400, 'badRequest', 'The type is another one.')
    if (session.made) return answerOf(session)
    const isLast = end + 1 === session.size
    if (!isLast && body.length % unit !== 0)
      throw refuse(400, 'badRequest', 'A part has a multiple of 256 KiB.')
    if (start !== session.bytes.length) throw refuse(400, 'badRequest', 'The part begins at another byte.')
    const kept = this.keepOnly === null ? body : body.subarray(0, this.keepOnly)
    this.keepOnly = null
    session.bytes = Buffer.concat([session.bytes, kept])
    if (session.bytes.length === session.size) session.made = this.#make(session.resource, session.bytes)
    return answerOf(session)
  }

  #find(url: URL): Session {
    const session = this.#sessions.get(url.searchParams.get('upload_id') ?? '')
    if (session) return session
    throw refuse(404, 'notFound', 'The upload is not known.')
  }
}

function answerOf({ made, bytes }: Session): FakeAnswer {
  if (made) return { status: 200, json: made }
  const headers = bytes.length === 0 ? {} : { range: `bytes=0-${bytes.length - 1}` }
  return { status: 308, json: null, headers }
}
