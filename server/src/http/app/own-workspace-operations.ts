import Type from 'typebox'
import { approvalModes } from '../../callers/roles.ts'
import { makeWorkspace } from '../../people/make-workspace.ts'
import { transferOwnership } from '../../people/members/transfer-ownership.ts'
import { getWorkspace } from '../../workspaces/get-workspace.ts'
import { updateWorkspace } from '../../workspaces/update-workspace.ts'
import { longestName } from '../../workspaces/workspace-name.ts'
import { id, nullable, time } from '../schemas.ts'
import { definePersonOperation } from './person-operation.ts'
import { closed, done, isDone, weekStart } from './schemas.ts'
import { defineWorkspaceOperation } from './workspace-operation.ts'

const name = Type.String({ minLength: 1, maxLength: longestName })
const undoSeconds = Type.Integer({
  minimum: 0,
  maximum: 60,
  description: 'For how many seconds "publish now" waits in the app, so that it can be undone.',
})
const approvalMode = Type.Enum([...approvalModes], {
  description:
    'Whose posts wait for the approval of an editor: those of `authors`, or of `everyone`, who then needs another person.',
})

export const workspace = Type.Object(
  {
    id,
    name: Type.String(),
    timezone: Type.String(),
    subscription: Type.Enum(['active', 'inactive']),
    undo_seconds: undoSeconds,
    week_start: weekStart,
    approval_mode: approvalMode,
    purge_at: nullable(
      Type.String({
        format: 'date-time',
        description: 'When its data go for good; null unless it was deleted. Until then it can be restored.',
      }),
    ),
    created_at: time,
  },
  { title: 'Workspace', ...closed },
)

export const workspaceExample = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b22',
  name: 'Harbour bakery',
  timezone: 'Europe/Berlin',
  subscription: 'active',
  undo_seconds: 10,
  week_start: 'locale',
  approval_mode: 'authors',
  purge_at: null,
  created_at: '2026-03-01T08:00:00.000Z',
}

/** Making workspaces, and what belongs to a workspace itself. */
export const ownWorkspaceOperations = [
  definePersonOperation({
    id: 'createWorkspace',
    method: 'POST',
    audit: { action: 'workspace.create', writtenBy: 'verb' },
    path: '/app/workspaces',
    who: 'person',
    summary: 'Make a workspace',
    description:
      'You own it. The operator of the server says how many a person may own (WORKSPACES_PER_PERSON).',
    body: Type.Object(
      {
        name,
        timezone: Type.Optional(
          Type.String({
            maxLength: 100,
            description: 'A zone of the IANA database; UTC where it is left out.',
          }),
        ),
      },
      closed,
    ),
    response: workspace,
    problems: [409],
    bodyExample: { name: 'Harbour bakery', timezone: 'Europe/Berlin' },
    successExample: workspaceExample,
    run: async (
      { context: { db, config }, person, browser },
      { body: { name: newName, timezone = 'UTC' } },
    ) => {
      const input = { name: newName, timezone }
      const limits = { most: config.workspacesPerPerson, mustPay: config.stripe !== null, browser }
      return { body: await makeWorkspace(db, person.userId, input, limits) }
    },
  }),
  defineWorkspaceOperation({
    id: 'getWorkspace',
    method: 'GET',
    path: '',
    least: 'viewer',
    reach: 'deleted_too',
    summary: 'Get a workspace with its settings',
    response: workspace,
    successExample: workspaceExample,
    run: ({ db, member: { workspaceId } }) => getWorkspace(db, workspaceId),
  }),
  defineWorkspaceOperation({
    id: 'updateWorkspace',
    method: 'PATCH',
    audit: { action: 'workspace.update', keeps: ['name', 'undo_seconds', 'week_start', 'approval_mode'] },
    path: '',
    least: 'admin',
    summary: 'Rename a workspace, or change its settings',
    description: 'Fields that are left out stay as they are.',
    body: Type.Object(
      {
        name: Type.Optional(name),
        undo_seconds: Type.Optional(undoSeconds),
        week_start: Type.Optional(weekStart),
        approval_mode: Type.Optional(approvalMode),
      },
      closed,
    ),
    response: workspace,
    bodyExample: { undo_seconds: 20, week_start: 'monday' },
    successExample: { ...workspaceExample, undo_seconds: 20, week_start: 'monday' },
    run: async ({ db, member: { workspaceId } }, { body }) => {
      await updateWorkspace(db, workspaceId, body)
      return getWorkspace(db, workspaceId)
    },
  }),
  defineWorkspaceOperation({
    id: 'transferOwnership',
    method: 'POST',
    audit: { action: 'workspace.transfer', keeps: ['member_id'] },
    changesMembers: true,
    path: '/ownership',
    least: 'owner',
    needsProof: true,
    summary: 'Make another member the owner in your place',
    description: 'At once: the member owns the workspace, and you become an admin.',
    body: Type.Object({ member_id: id }, closed),
    response: done,
    problems: [404, 409],
    bodyExample: { member_id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b23' },
    successExample: isDone,
    run: async ({ db, member }, { body }) => {
      await transferOwnership(db, member, body.member_id)
      return isDone
    },
  }),
]
