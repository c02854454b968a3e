import { Readable } from 'node:stream'
import { readMediaProof } from '../../accounts/read-media-proof.ts'
import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { noFile, safeHeaders } from '../public-answer.ts'
import { isPublicName } from '../public-url.ts'
import { fileHeaders, type MediaRequest, rangeOf, type ServedMedia } from '../serve-media.ts'

interface FetchedRow {
  name: string
  key: string
  mime_type: string
  bytes: number
}

/**
 * The bytes behind an address that a network was given, until it ends. The first request for them is noted, and the moment
 * when all of them had gone out. Beside them stands the file by which a network knows that the addresses are ours.
 * @throws Problem 404, 416
 */
export async function serveFetch(context: Context, request: MediaRequest): Promise<ServedMedia> {
  if (!isPublicName(request.publicName)) return serveProof(context, request)
  const row = await findRow(context, request.publicName)
  const etag = `"${row.name.slice(0, 32)}"`
  const range = rangeOf(request, row.bytes, etag)
  const { start, end } = range ?? { start: 0, end: row.bytes }
  const body = request.withBody ? await context.storage.read(row.key, range) : null
  if (body) await noteBegin(context, row)
  return {
    status: range ? 206 : 200,
    headers: {
      ...fileHeaders(row.mime_type, etag),
      // The address ends, and no copy in between may outlive it.
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'content-length': String(end - start),
      ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${row.bytes}` } : {}),
    },
    body: body && Readable.from(counted(context, row, body), { objectMode: false }),
  }
}

async function serveProof(context: Context, { publicName, withBody }: MediaRequest): Promise<ServedMedia> {
  const text = await readMediaProof(context, publicName)
  if (text === null) throw noFile()
  const headers = { ...safeHeaders, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return { status: 200, headers, body: withBody ? Readable.from([text]) : null }
}

async function findRow({ db }: Context, name: string): Promise<FetchedRow> {
  const row = await db.row<FetchedRow>(sql`
    select u.name, f.* from media_fetch_urls u cross join lateral (
      select coalesce(cleaned_key, storage_key) as key, mime_type, served_bytes as bytes from media m
      where m.workspace_id = u.workspace_id and m.id = u.file_id and m.state = 'ready'
      union all
      select storage_key, mime_type, bytes from media_renditions r
      where r.workspace_id = u.workspace_id and r.id = u.file_id and r.state = 'ready') f
    where u.name = ${name} and u.expires_at > clock_timestamp()`)
  if (row) return row
  throw noFile()
}

async function noteBegin({ db }: Context, { name }: FetchedRow): Promise<void> {
  await db.run(sql`
    update media_fetch_urls set fetched_at = clock_timestamp() where name = ${name} and fetched_at is null`)
}

/** Counts the bytes that go out. A file may be fetched in several ranges. */
async function* counted(context: Context, row: FetchedRow, body: Readable): AsyncGenerator<Uint8Array> {
  let sent = 0
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      yield chunk
      // The next chunk is asked for once this one is on its way.
      sent += chunk.length
    }
  } finally {
    await noteSent(context, row, sent)
  }
}

async function noteSent({ db, log }: Context, { name, bytes }: FetchedRow, sent: number): Promise<void> {
  await db
    .run(sql`
      update media_fetch_urls set sent_bytes = sent_bytes + ${sent},
        whole_at = coalesce(whole_at, case when sent_bytes + ${sent} >= ${bytes} then clock_timestamp() end)
      where name = ${name}`)
    .catch((error: unknown) => log.warn({ err: error }, 'the end of a fetch was not noted'))
}
