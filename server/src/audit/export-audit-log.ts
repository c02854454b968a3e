import type { CallContext } from '../context.ts'
import type { Queryable } from '../db/database.ts'
import type { Position } from '../lib/requests/page.ts'
import { type ShownEntry, toShownEntry } from './list-audit-log.ts'
import { type AuditFilter, type EntryRow, selectEntries } from './select-entries.ts'

export type ExportFormat = 'csv' | 'ndjson'

const pageSize = 500

/**
 * The audit log of a workspace as text, newest first, a page of rows at a time: it holds one page in memory, and no
 * transaction, however long the log is and however slowly it is read. Entries of the meantime are not in it.
 */
export async function* exportAuditLog(
  db: Queryable,
  place: Pick<CallContext, 'workspaceId' | 'mode'>,
  { filter, format }: { readonly filter: AuditFilter; readonly format: ExportFormat },
): AsyncGenerator<string> {
  const { heading, write } = formats[format]
  yield heading
  for (let after: Position | null = null; ; ) {
    const rows: EntryRow[] = await db.rows<EntryRow>(
      selectEntries(place, filter, { after, limit: pageSize, skip: 0 }),
    )
    if (rows.length > 0) yield rows.map((row) => write(toShownEntry(row))).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    after = { at: last.at, id: last.id }
  }
}

interface Format {
  readonly heading: string
  readonly write: (entry: ShownEntry) => string
}

const columns: readonly (readonly [name: string, read: (entry: ShownEntry) => string | null])[] = [
  ['created_at', (entry) => entry.created_at],
  ['action', (entry) => entry.action],
  ['actor_kind', (entry) => entry.actor.kind],
  ['actor_id', (entry) => entry.actor.id],
  ['actor_name', (entry) => entry.actor.name],
  ['key', (entry) => entry.actor.key],
  ['subject_kind', (entry) => entry.subject.kind],
  ['subject_id', (entry) => entry.subject.id],
  ['mode', (entry) => entry.mode],
  ['ip', (entry) => entry.ip],
  ['user_agent', (entry) => entry.user_agent],
  ['details', (entry) => (Object.keys(entry.details).length === 0 ? null : JSON.stringify(entry.details))],
  ['id', (entry) => entry.id],
]

const formats: Readonly<Record<ExportFormat, Format>> = {
  csv: {
    heading: `${columns.map(([name]) => name).join(',')}\r\n`,
    write: (entry) => `${columns.map(([, read]) => toCell(read(entry) ?? '')).join(',')}\r\n`,
  },
  ndjson: { heading: '', write: (entry) => `${JSON.stringify(entry)}\n` },
}

/** A cell by RFC 4180. Spreadsheets would run one that begins like a formula, also in full width, so it begins with an apostrophe. */
function toCell(text: string): string {
  const inert = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
