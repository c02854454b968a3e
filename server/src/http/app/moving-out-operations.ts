import Type from 'typebox'
import { deleteWorkspace } from '../../moving-out/deletion/delete-workspace.ts'
import { restoreWorkspace } from '../../moving-out/deletion/restore-workspace.ts'
import { createExportUrl } from '../../moving-out/export/export-url.ts'
import { deleteExport, listExports, requestExport } from '../../moving-out/export/exports.ts'
import { lookSoon } from '../../payments/look-again.ts'
import { id, idParams, nullable, time } from '../schemas.ts'
import { workspace, workspaceExample } from './own-workspace-operations.ts'
import { closed, done, isDone } from './schemas.ts'
import { defineWorkspaceOperation } from './workspace-operation.ts'

const exported = Type.Object(
  {
    id,
    status: Type.Enum(['pending', 'ready', 'failed']),
    size_bytes: nullable(Type.Integer()),
    missing_files: nullable(
      Type.Integer({ description: 'Media whose files are missing on the server, and so in the archive.' }),
    ),
    created_at: time,
    ready_at: nullable(time),
    expires_at: nullable(
      Type.String({
        format: 'date-time',
        description: 'When it is deleted; null until it is ready or failed.',
      }),
    ),
  },
  { title: 'Export', ...closed },
)

const exportExample = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b26',
  status: 'ready',
  size_bytes: 73_400_320,
  missing_files: 0,
  created_at: '2026-03-01T08:00:00.000Z',
  ready_at: '2026-03-01T08:00:09.000Z',
  expires_at: '2026-03-08T08:00:09.000Z',
}

const deletionOperations = [
  defineWorkspaceOperation({
    id: 'deleteWorkspace',
    method: 'POST',
    audit: { action: 'workspace.delete', keeps: ['at_once'] },
    path: '/deletion',
    least: 'owner',
    needsProof: true,
    reach: 'deleted_too',
    summary: 'Delete a workspace',
    description:
      'Nothing of it is published from then on, and its keys stop. For seven days it can be restored; then its accounts are revoked at their networks and all its data are deleted. With `at_once` that begins now. Its owners are told by mail, and the server keeps who did it. A workspace that was deleted already may still be deleted at once.',
    body: Type.Object(
      {
        name: Type.String({ maxLength: 200, description: 'The name of the workspace, typed once more.' }),
        at_once: Type.Optional(Type.Boolean({ description: 'Delete its data now. There is no way back.' })),
      },
      closed,
    ),
    response: workspace,
    bodyExample: { name: 'Harbour bakery' },
    successExample: { ...workspaceExample, purge_at: '2026-03-08T08:00:00.000Z' },
    run: async ({ db, context, member, browser: from, afterCommit }, { body }) => {
      afterCommit(() => lookSoon(context, member.workspaceId))
      return deleteWorkspace(db, context, { ...member, from }, body)
    },
  }),
  defineWorkspaceOperation({
    id: 'restoreWorkspace',
    method: 'DELETE',
    audit: 'workspace.restore',
    path: '/deletion',
    least: 'owner',
    reach: 'deleted_too',
    summary: 'Restore a workspace that was deleted',
    description:
      'Its keys work again. Posts that came due meanwhile go out, or need review where their time was missed. Open connect links do not come back.',
    response: workspace,
    problems: [409],
    successExample: workspaceExample,
    run: ({ db, context, member, browser: from }) =>
      restoreWorkspace(db, { ...member, from }, context.config.timings.prepareLeadMs),
  }),
]

const exportOperations = [
  defineWorkspaceOperation({
    id: 'listExports',
    method: 'GET',
    path: '/exports',
    mayWait: true,
    least: 'owner',
    reach: 'deleted_too',
    summary: 'List the exports of a workspace',
    response: Type.Object({ data: Type.Array(exported) }, closed),
    successExample: { data: [exportExample] },
    run: async ({ db, member: { workspaceId } }) => ({ data: await listExports(db, workspaceId) }),
  }),
  defineWorkspaceOperation({
    id: 'requestExport',
    method: 'POST',
    audit: 'export.request',
    path: '/exports',
    mayWait: true,
    least: 'owner',
    needsProof: true,
    reach: 'deleted_too',
    summary: 'Export everything in a workspace',
    description:
      'One zip archive is made in the background: posts, results, accounts, members, keys, events and settings as lines of JSON, and the media as they were uploaded. It holds no password, no key and no access to an account. It is kept for seven days.',
    response: exported,
    problems: [409],
    successExample: {
      ...exportExample,
      status: 'pending',
      size_bytes: null,
      ready_at: null,
      expires_at: null,
    },
    run: ({ db, member }) => requestExport(db, member),
  }),
  defineWorkspaceOperation({
    id: 'createExportUrl',
    method: 'POST',
    audit: 'export.download',
    path: '/exports/{id}/url',
    least: 'owner',
    needsProof: true,
    reach: 'deleted_too',
    thing: 'export',
    summary: 'Make an address at which an export is downloaded',
    description:
      'Everybody who knows the address can download the archive, for an hour. It answers ranges, so that a download can be continued.',
    params: idParams,
    response: Type.Object({ url: Type.String({ format: 'uri' }), expires_at: time }, closed),
    problems: [409],
    successExample: {
      url: 'https://crier.example.org/exports/0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b26?workspace=0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b22&expires=2026-03-01T09:00:00.000Z&signature=uXb0Q2mN4fT8sKcVJ1dRz5yLgHw7aPeE3iOo6tBnMqU',
      expires_at: '2026-03-01T09:00:00.000Z',
    },
    run: ({ db, context, member: { workspaceId } }, { params }) =>
      createExportUrl(db, context.secretKeys, context.config.publicUrl, { workspaceId, id: params.id }),
  }),
  defineWorkspaceOperation({
    id: 'deleteExport',
    method: 'DELETE',
    audit: 'export.delete',
    path: '/exports/{id}',
    least: 'owner',
    reach: 'deleted_too',
    thing: 'export',
    summary: 'Delete an export',
    description: 'Its addresses lead nowhere from then on.',
    params: idParams,
    response: done,
    successExample: isDone,
    run: async ({ db, member: { workspaceId } }, { params }) => {
      await deleteExport(db, workspaceId, params.id)
      return isDone
    },
  }),
]

/** Deleting a workspace, restoring it, and taking its data along. */
export const movingOutOperations = [...deletionOperations, ...exportOperations]
