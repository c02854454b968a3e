import { createHash } from 'node:crypto'
import { type JsonObject, textOf } from '../lib/json/json.ts'
import { type FormPart, makeMultipart } from '../lib/safe-fetch/multipart.ts'
import type { OutboundRequest } from '../lib/safe-fetch/outbound.ts'
import {
  type CommitPart,
  type CommitPiece,
  type CommitRequest,
  Failure,
  type Io,
  type MediaRange,
  type MediaSource,
} from './connector.ts'

/** A stored commit as it is sent: with the media, the secret address and the access that are not stored in it. */
export async function requestOf(
  commit: CommitRequest,
  world: Pick<Io, 'credentials' | 'media' | 'secrets'>,
  access: Readonly<Record<string, string>>,
): Promise<OutboundRequest> {
  const url = await urlOf(commit, world)
  const { headers, body } = await openBody(commit, world)
  return { method: commit.method, url, headers: { ...commit.headers, ...headers, ...access }, body }
}

async function urlOf(
  commit: CommitRequest,
  { credentials, secrets }: Pick<Io, 'credentials' | 'secrets'>,
): Promise<string> {
  if (commit.urlCredential !== undefined)
    return commit.url.replace('{access}', segmentOf(credentials, commit.urlCredential))
  return commit.secretUrl === undefined ? commit.url : secretUrlOf(commit, secrets)
}

/** A credential that stands for itself in a path or a text. @throws Failure `not_sent` where it would lead elsewhere */
function segmentOf(credentials: JsonObject, name: string): string {
  const found = textOf(credentials[name])
  if (found !== null && /^[\w.:~-]+$/.test(found) && !/^\.+$/.test(found)) return found
  throw new Failure('not_sent', 'The access that belongs into the request cannot be used there.')
}

/** @throws Failure `not_sent` where the secret is gone, or names another server than the commit does. */
async function secretUrlOf({ url, secretUrl = '' }: CommitRequest, secrets: Io['secrets']): Promise<string> {
  const found = textOf((await secrets())[secretUrl])
  if (found !== null && URL.canParse(found) && new URL(found).origin === new URL(url).origin) return found
  throw new Failure('not_sent', 'The address to send to is not known any more.')
}

async function openBody(
  commit: CommitRequest,
  { media, credentials }: Pick<Io, 'media' | 'credentials'>,
): Promise<Pick<OutboundRequest, 'headers' | 'body'>> {
  const { body } = commit
  if (typeof body === 'string') return { headers: {}, body }
  try {
    if ('pieces' in body) return await openPieces(body.pieces, media, credentials)
    if (!('parts' in body)) return { headers: {}, body: await open(media, body) }
    return makeMultipart(
      await Promise.all(body.parts.map((part) => openPart(part, media))),
      boundaryOf(commit),
    )
  } catch (error) {
    if (error instanceof Failure && error.kind === 'not_sent') throw error
    throw new Failure('not_sent', 'The media could not be read.', { cause: error })
  }
}

async function openPart(part: CommitPart, media: MediaSource): Promise<FormPart> {
  if ('value' in part) return part
  const { name, fileName, mimeType, file } = part
  const bytes = { stream: await open(media, file), length: file.end - file.start }
  return { name, fileName, mimeType, bytes }
}

function open(media: MediaSource, { mediaId, start, end }: MediaRange): Promise<ReadableStream<Uint8Array>> {
  return media.open(mediaId, { start, end })
}

/** The length is said in advance, so that no network gets it in chunks. */
async function openPieces(
  pieces: readonly CommitPiece[],
  media: MediaSource,
  credentials: JsonObject,
): Promise<Pick<OutboundRequest, 'headers' | 'body'>> {
  const opened = await Promise.all(
    pieces.map(async (piece) => {
      if (typeof piece === 'string') return Buffer.from(piece)
      if ('credential' in piece) return Buffer.from(segmentOf(credentials, piece.credential))
      return { ...piece, bytes: await open(media, piece.base64) }
    }),
  )
  const lengths = opened.map((piece) =>
    piece instanceof Uint8Array ? piece.length : base64Length(piece.base64),
  )
  const length = lengths.reduce((sum, each) => sum + each, 0)
  async function* write(): AsyncGenerator<Uint8Array> {
    for (const piece of opened) {
      if (piece instanceof Uint8Array) yield piece
      else yield* encodeBase64(piece.bytes)
    }
  }
  return { headers: { 'content-length': String(length) }, body: ReadableStream.from(write()) }
}

function base64Length({ start, end }: MediaRange): number {
  return 4 * Math.ceil((end - start) / 3)
}

/** Three bytes are four letters, so each piece has a multiple of three bytes, and the rest goes before the next. */
async function* encodeBase64(bytes: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of bytes) {
    const all = Buffer.concat([rest, chunk])
    const whole = all.length - (all.length % 3)
    rest = all.subarray(whole)
    if (whole > 0) yield Buffer.from(all.subarray(0, whole).toString('base64'))
  }
  if (rest.length > 0) yield Buffer.from(Buffer.from(rest).toString('base64'))
}

// A commit that is sent again has the same bytes, and no part can know the hash of the whole.
function boundaryOf(commit: CommitRequest): string {
  return `crier-${createHash('sha256').update(JSON.stringify(commit)).digest('hex').slice(0, 40)}`
}
