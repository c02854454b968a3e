import type { Readable } from 'node:stream'
import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { namesEtag } from '../lib/requests/etag.ts'
import { MissingBytes, type ReadHeaders } from '../storage/storage.ts'
import { safeFileName } from './file-name.ts'
import { type MediaRow, mediaColumns } from './media.ts'
import { findMediaType } from './media-type.ts'
import { noFile, safeHeaders } from './public-answer.ts'
import { isPublicName } from './public-url.ts'

/** A request for a public address. */
export interface MediaRequest {
  readonly publicName: string
  /** The headers of these names as sent, or null. */
  readonly range: string | null
  readonly ifRange: string | null
  readonly ifNoneMatch: string | null
  readonly withBody: boolean
}

export interface ServedMedia {
  readonly status: 200 | 206 | 302 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable | null
}

/**
 * The bytes behind a public address, with headers that keep a browser from taking them for any type but the one we
 * recognized. The bytes under a name never change.
 * @throws Problem 404, 416
 */
export async function serveMedia(context: Context, request: MediaRequest): Promise<ServedMedia> {
  const row = await findServed(context, request.publicName)
  const etag = `"${row.public_name.slice(0, 32)}"`
  const headers = headersOf(row, etag)
  if (request.ifNoneMatch !== null && namesEtag(request.ifNoneMatch, etag))
    return { status: 304, headers, body: null }
  // The signature covers the method, so that an address signed for GET refuses HEAD.
  const elsewhere = request.withBody
    ? await context.storage.signRead(row.key, readHeaders(headers), signedSeconds)
    : null
  if (elsewhere !== null) return redirectTo(elsewhere)
  const range = rangeOf(request, row.bytes, etag)
  const { start, end } = range ?? { start: 0, end: row.bytes }
  const reading = request.withBody ? context.storage.read(row.key, range) : null
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start),
      ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${row.bytes}` } : {}),
    },
    body: reading && (await readUnlessDeleted(context, request.publicName, reading)),
  }
}

/** A network that has an address may fetch the file a while later, and in pieces. */
const signedSeconds = 900

function readHeaders(headers: ServedHeaders): ReadHeaders {
  return {
    contentType: headers['content-type'],
    contentDisposition: headers['content-disposition'],
    cacheControl: headers['cache-control'],
  }
}

/** Sends a reader to the object storage. The address is kept for a third of its life, so that it still lasts when it is used. */
function redirectTo(location: string): ServedMedia {
  const headers = {
    location,
    'cache-control': `private, max-age=${signedSeconds / 3}`,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  }
  return { status: 302, headers, body: null }
}

/** A ready medium. */
export interface ServedRow extends MediaRow {
  readonly storage_key: string
  /** Where its public bytes lie: those of the cleaned copy, if there is one. */
  readonly key: string
  readonly bytes: number
}

/** The medium with this public name. @throws Problem 404 */
export async function findServed(context: Context, publicName: string): Promise<ServedRow> {
  const row = isPublicName(publicName)
    ? await context.db.row<MediaRow>(sql`
        select ${mediaColumns} from media where public_name = ${publicName} and state = 'ready'`)
    : null
  if (!row || row.storage_key === null || row.served_bytes === null) throw noFile()
  const { storage_key, cleaned_key, served_bytes } = row
  return { ...row, storage_key, key: cleaned_key ?? storage_key, bytes: served_bytes }
}

/**
 * Bytes of a medium that was found a moment ago. It may be deleted between the two; its address then has nothing, as a moment later.
 * @throws Problem 404; MissingBytes where the medium is still there and its file is lost
 */
export async function readUnlessDeleted<Read>(
  context: Context,
  publicName: string,
  reading: Promise<Read>,
): Promise<Read> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof MissingBytes) await findServed(context, publicName)
    throw error
  }
}

type ServedHeaders = ReturnType<typeof headersOf>

function headersOf(row: MediaRow, etag: string) {
  const type = findMediaType(row.mime_type)
  const name = safeFileName(row.name, type?.extension ?? 'bin').replace(/-[0-9a-f]{8}(?=\.\w+$)/, '')
  return {
    ...fileHeaders(row.mime_type, etag),
    'content-disposition': `${type?.family === 'document' ? 'attachment' : 'inline'}; filename="${name}"`,
    'cache-control': 'public, max-age=31536000, immutable',
  }
}

/** The headers of every file that strangers may read: a browser takes it for nothing but its type, and runs nothing of it. */
export function fileHeaders(mimeType: string, etag: string) {
  return {
    'content-type': mimeType,
    ...safeHeaders,
    'accept-ranges': 'bytes',
    etag,
  }
}

/** The range that a request asks for; null for all of the file. @throws Problem 416 */
export function rangeOf(
  { range, ifRange }: Pick<MediaRequest, 'range' | 'ifRange'>,
  bytes: number,
  etag: string,
): { start: number; end: number } | null {
  return ifRange === null || ifRange.trim() === etag ? readRange(range, bytes) : null
}

/**
 * One range as RFC 9110 §14.1.2 writes it, end exclusive. Null, which means the whole file, for none, for several and for
 * any other unit than bytes.
 * @throws Problem 416 when it lies behind the end.
 */
function readRange(header: string | null, bytes: number): { start: number; end: number } | null {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec((header ?? '').replace(/\s/g, ''))
  const [, first = '', last = ''] = parts ?? []
  if (!parts || (first === '' && last === '')) return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1)
  if (start < end) return { start, end }
  throw new Problem(416, 'range_not_satisfiable', `The file has ${bytes} bytes.`, {
    extra: { size_bytes: bytes },
  })
}
