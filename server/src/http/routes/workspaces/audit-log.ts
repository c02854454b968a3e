import { Readable } from 'node:stream'
import Type, { type Static } from 'typebox'
import { type ExportFormat, exportAuditLog } from '../../../audit/export-audit-log.ts'
import { listAuditLog } from '../../../audit/list-audit-log.ts'
import type { Caller } from '../../../context.ts'
import { pageQuery, pageSchema } from '../../../lib/requests/page.ts'
import { defineOperation } from '../../operation.ts'
import { id, nullable, time } from '../../schemas.ts'
import { createReadSearch } from '../../serving/create-read-input.ts'
import { defineStream } from '../../stream-route.ts'

const closed = { additionalProperties: false }

const filter = {
  actor: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The id of a key or of a person, or `key`, `user`, `operator`, `system` or `nobody`.',
    }),
  ),
  action: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'An action such as `post.update`, or all on one kind of thing, such as `post`.',
    }),
  ),
  subject: Type.Optional(Type.String({ maxLength: 100, description: 'The id of what it was done to.' })),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Only entries from this time on.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Only entries before this time.' })),
  ip: Type.Optional(Type.String({ maxLength: 45, description: 'The address that it was done from.' })),
}

const entry = Type.Object(
  {
    id,
    action: Type.String({ description: 'The kind of thing and what was done to it, such as `post.update`.' }),
    actor: Type.Object(
      {
        kind: Type.Enum(['key', 'user', 'operator', 'system', 'nobody'], {
          description: '`nobody` failed to sign in.',
        }),
        id: nullable(id),
        name: nullable(Type.String({ description: 'The address of the person, or the name of the key.' })),
        key: nullable(Type.String({ description: 'The beginning and the end of the key.' })),
      },
      closed,
    ),
    subject: Type.Object({ kind: Type.String(), id: nullable(Type.String()) }, closed),
    mode: nullable(
      Type.Enum(['live', 'test'], { description: 'Null where it concerns live and test data alike.' }),
    ),
    ip: nullable(Type.String()),
    user_agent: nullable(Type.String({ description: 'The program, as it called itself.' })),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The members that were sent. Values that may be secret, or say nothing here, read `hidden`.',
    }),
    created_at: time,
  },
  { title: 'AuditEntry', ...closed },
)

const example = {
  id: '5b0c5a0e-6d3a-4a3f-9f52-2f4f3e0f9c11',
  action: 'member.change_role',
  actor: { kind: 'user', id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b21', name: 'ada@example.org', key: null },
  subject: { kind: 'member', id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30' },
  mode: null,
  ip: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0',
  details: { role: 'editor' },
  created_at: '2026-03-02T17:20:00.000Z',
}

const auditLog =
  'Who did what on what, from where and when. Nothing in it is ever changed; `AUDIT_LOG_DAYS` says when it is deleted.'

export const auditLogOperations = [
  defineOperation({
    id: 'listAuditLog',
    method: 'GET',
    path: '/v1/audit-log',
    scope: 'admin',
    kind: 'read',
    mayWait: true,
    summary: 'List the audit log, newest first',
    description: `${auditLog} Entries that concern live and test data alike, such as sign-ins and members, are listed for the mode live.`,
    query: Type.Object({ ...filter, ...pageQuery }, closed),
    response: pageSchema(entry),
    successExample: { data: [example], meta: { offset: 0, limit: 10, next: null } },
    run: (call, { query, url }) => listAuditLog(call, query, url),
  }),
]

const exportQuery = Type.Object(
  {
    ...filter,
    format: Type.Optional(
      Type.Enum(['csv', 'ndjson'], {
        description:
          '`csv` unless given. Cells that a spreadsheet would take for a formula begin with an apostrophe.',
      }),
    ),
  },
  closed,
)

const readExportQuery = createReadSearch(exportQuery)

/** A person's browser also names workspace and mode, which were read when it was admitted. A key has one of each. */
function readOwnQuery(caller: Caller, query: URLSearchParams): Static<typeof exportQuery> {
  const own = new URLSearchParams(query)
  if (caller.kind === 'session') for (const name of ['workspace', 'mode']) own.delete(name)
  return readExportQuery(own)
}

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

export const auditLogStreams = [
  defineStream({
    id: 'exportAuditLog',
    method: 'GET',
    path: '/v1/audit-log/export',
    group: 'api',
    authentication: { scope: 'admin' },
    mayWait: true,
    isDownload: true,
    doc: {
      summary: 'Export the audit log as a file, newest first',
      description:
        'A page of the app, which lets the browser download it, names its workspace with `?workspace=&mode=`.',
      query: exportQuery,
      responses: {
        200: {
          description: 'All entries that match, each in a line.',
          content: {
            'text/csv': { schema: { type: 'string' } },
            'application/x-ndjson': { schema: { type: 'string' } },
          },
        },
        422: { $ref: '#/components/responses/Invalid' },
      },
    },
    run: async ({ db }, { caller, query, proceed }) => {
      const { format = 'csv', ...filter } = readOwnQuery(caller, query)
      proceed()
      return {
        status: 200,
        headers: {
          'content-type': types[format],
          'content-disposition': `attachment; filename="audit-log.${format}"`,
        },
        body: Readable.from(exportAuditLog(db, caller, { filter, format })),
      }
    },
  }),
]
