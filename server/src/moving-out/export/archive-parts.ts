import { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import type { ZipPart } from '../../lib/files/zip-stream.ts'
import { safeFileName } from '../../media/file-name.ts'
import { findMediaType } from '../../media/media-type.ts'
import { MissingBytes } from '../../storage/storage.ts'
import { getWorkspace } from '../../workspaces/get-workspace.ts'
import { type ExportedTable, exportedTables, selectRows } from './exported-tables.ts'

type ArchiveContext = Pick<Context, 'db' | 'storage'>

// Rows that are in memory at once.
const batch = 200
// Smaller than every id.
const first = '00000000-0000-0000-0000-000000000000'

/**
 * The files of an export, one after the other: what it is, the rows of each table, the media as they were uploaded. A medium
 * whose file is missing is handed to `onMissing`, and named in a list at the end.
 */
export async function* archiveParts(
  context: ArchiveContext,
  workspaceId: string,
  onMissing: () => void,
): AsyncGenerator<ZipPart> {
  const now = new Date()
  const text = (name: string, chunks: AsyncIterable<string> | Iterable<string>): ZipPart => ({
    name,
    changedAt: now,
    isCompressible: true,
    content: Readable.from(chunks, { objectMode: false }),
  })
  const workspace = await getWorkspace(context.db, workspaceId)
  yield text('README.txt', [readme(now)])
  yield text('workspace.json', [
    `${JSON.stringify({ format: 1, exported_at: now, ...workspace }, null, 2)}\n`,
  ])
  for (const table of exportedTables) yield text(table.file, rowsAsLines(context, workspaceId, table))
  const missing: string[] = []
  for await (const medium of listMedia(context, workspaceId)) {
    const content = await openFile(context, medium.storage_key)
    if (content) {
      yield { name: medium.path, changedAt: medium.created_at, isCompressible: false, content }
      continue
    }
    missing.push(`${JSON.stringify({ media_id: medium.id })}\n`)
    onMissing()
  }
  if (missing.length > 0) yield text('missing-files.jsonl', missing)
}

async function* rowsAsLines(
  { db }: ArchiveContext,
  workspaceId: string,
  table: ExportedTable,
): AsyncGenerator<string> {
  for (let after = first; ; ) {
    const rows = await db.rows<Record<string, unknown>>(selectRows(table, workspaceId, after, batch))
    if (rows.length > 0) yield `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`
    if (rows.length < batch) return
    after = String(rows.at(-1)?.[table.key])
  }
}

interface ExportedMedium {
  readonly id: string
  readonly path: string
  readonly storage_key: string
  readonly created_at: Date
}

async function* listMedia({ db }: ArchiveContext, workspaceId: string): AsyncGenerator<ExportedMedium> {
  for (let after = first; ; ) {
    const rows = await db.rows<Omit<ExportedMedium, 'path'> & { name: string; mime_type: string }>(sql`
      select id, name, mime_type, storage_key, created_at from media
      where workspace_id = ${workspaceId} and id > ${after}::uuid and state = 'ready' order by id limit ${batch}`)
    for (const { name, mime_type, ...row } of rows) yield { ...row, path: pathOf(row.id, name, mime_type) }
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = last.id
  }
}

/** The id comes first, so that the line of the medium is found by the name of its file. */
function pathOf(id: string, name: string, mimeType: string): string {
  const plain = safeFileName(name, findMediaType(mimeType)?.extension ?? 'bin')
  return `media/${id}-${plain.replace(/-[0-9a-f]{8}(?=\.\w+$)/, '')}`
}

/** Null for a file that is not in the storage. */
async function openFile({ storage }: ArchiveContext, key: string): Promise<Readable | null> {
  try {
    return await storage.read(key, null)
  } catch (error) {
    if (error instanceof MissingBytes) return null
    throw error
  }
}

function readme(now: Date): string {
  return `This archive is an export of a workspace of Crier, made on ${now.toISOString()}.

workspace.json   the workspace and its settings
*.jsonl          one JSON object in each line, live and test data together (mode)
media/           the files of the media as they were uploaded; each name begins with the id of its medium in media.jsonl

members.jsonl has the people, posts.jsonl the posts, post-results.jsonl one line for each post on each account, and
attempts.jsonl the requests that made them public. The archive holds no password, no API key and no access to an account.
`
}
