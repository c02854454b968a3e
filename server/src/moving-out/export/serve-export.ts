import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { noFile } from '../../media/public-answer.ts'
import { type MediaRequest, rangeOf } from '../../media/serve-media.ts'
import { readExportUrl } from './export-url.ts'

/** A request for the archive of an export. */
export interface ExportRequest extends Pick<MediaRequest, 'range' | 'ifRange' | 'withBody'> {
  readonly id: string
  readonly query: URLSearchParams
}

export interface ServedExport {
  readonly status: 200 | 206
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable | null
}

/**
 * The bytes of an archive, or a range of them, for the holder of a signed address. No other site may read them, and nothing
 * in between may keep them.
 * @throws Problem 404, 416
 */
export async function serveExport(context: Context, request: ExportRequest): Promise<ServedExport> {
  const grant = readExportUrl(request.id, request.query, context.secretKeys)
  const row =
    grant &&
    (await context.db.row<{ storage_key: string; size_bytes: number; created_at: Date }>(sql`
      select storage_key, size_bytes, created_at from workspace_exports
      where workspace_id = ${grant.workspaceId} and id = ${grant.id} and state = 'ready'
        and expires_at > clock_timestamp()`))
  if (!row) throw noFile()
  // The bytes of an export never change.
  const etag = `"${request.id}"`
  const range = rangeOf(request, row.size_bytes, etag)
  const { start, end } = range ?? { start: 0, end: row.size_bytes }
  return {
    status: range ? 206 : 200,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="crier-export-${row.created_at.toISOString().slice(0, 10)}.zip"`,
      'content-length': String(end - start),
      ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${row.size_bytes}` } : {}),
      'accept-ranges': 'bytes',
      etag,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
    body: request.withBody ? await context.storage.read(row.storage_key, range) : null,
  }
}
