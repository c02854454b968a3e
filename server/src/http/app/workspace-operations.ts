import Type from 'typebox'
import { roles } from '../../callers/roles.ts'
import { acceptInvitation, readInvitation } from '../../people/members/accept-invitation.ts'
import { changeRole, removeMember } from '../../people/members/change-role.ts'
import { deleteInvitation, listInvitations } from '../../people/members/invitations.ts'
import { inviteByMail, resendInvitation } from '../../people/members/invite-by-mail.ts'
import { listMembers } from '../../people/members/list-members.ts'
import { id, idParams, time } from '../schemas.ts'
import { definePersonOperation } from './person-operation.ts'
import { closed, done, isDone, password, shownLanguage } from './schemas.ts'
import { defineWorkspaceOperation } from './workspace-operation.ts'

const role = Type.Enum([...roles])
const invitedRole = Type.Enum(['viewer', 'author', 'editor', 'admin'])
const email = Type.String({ maxLength: 320 })

const member = Type.Object(
  { id, email: Type.String(), name: Type.String(), role, joined_at: time },
  { title: 'Member', ...closed },
)

const memberExample = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b21',
  email: 'ada@example.org',
  name: 'Ada',
  role: 'owner',
  joined_at: '2026-03-01T08:00:00.000Z',
}

const invitation = Type.Object(
  { id, email: Type.String(), role: invitedRole, created_at: time, expires_at: time },
  { title: 'Invitation', ...closed },
)

const invitationExample = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b25',
  email: 'grace@example.org',
  role: 'editor',
  created_at: '2026-03-01T08:00:00.000Z',
  expires_at: '2026-03-08T08:00:00.000Z',
}

const invited = Type.Object(
  {
    invitation,
    url: Type.String({
      format: 'uri',
      description:
        'A link for you to send. An account that is made by it has an unproven address, because you have seen the link too.',
    }),
    is_mailed: Type.Boolean({
      description:
        'Whether a link is mailed, which is another one than `url` and proves the address. Without a mail server, send `url` to the person yourself.',
    }),
  },
  { title: 'Invited', ...closed },
)

const linkExample = 'https://crier.example.org/join/uXb0Q2mN4fT8sKcVJ1dRz5yLgHw7aPeE3iOo6tBnMqU'

const memberOperations = [
  defineWorkspaceOperation({
    id: 'listMembers',
    method: 'GET',
    path: '/members',
    least: 'viewer',
    summary: 'List the people of a workspace',
    response: Type.Object({ data: Type.Array(member) }, closed),
    successExample: { data: [memberExample] },
    run: async ({ db, member: { workspaceId } }) => ({ data: await listMembers(db, workspaceId) }),
  }),
  defineWorkspaceOperation({
    id: 'changeRole',
    method: 'PATCH',
    audit: { action: 'member.change_role', keeps: ['role'] },
    changesMembers: true,
    path: '/members/{id}',
    least: 'admin',
    needsProof: true,
    thing: 'member',
    summary: 'Give a member another role',
    description: 'Nobody gives or takes a role above their own. A workspace keeps an owner.',
    params: idParams,
    body: Type.Object({ role }, closed),
    response: done,
    problems: [409],
    bodyExample: { role: 'editor' },
    successExample: isDone,
    run: async ({ db, member: actor }, { params, body }) => {
      await changeRole(db, actor, params.id, body.role)
      return isDone
    },
  }),
  defineWorkspaceOperation({
    id: 'removeMember',
    method: 'DELETE',
    audit: 'member.remove',
    changesMembers: true,
    path: '/members/{id}',
    least: 'viewer',
    thing: 'member',
    summary: 'Take a member out of a workspace, or leave it',
    description:
      'An admin takes out others, an owner also owners; everybody may leave. The keys that the member made stop at once.',
    params: idParams,
    response: done,
    problems: [409],
    successExample: isDone,
    run: async ({ db, member: actor }, { params }) => {
      await removeMember(db, actor, params.id)
      return isDone
    },
  }),
]

const invitationOperations = [
  defineWorkspaceOperation({
    id: 'listInvitations',
    method: 'GET',
    path: '/invitations',
    least: 'admin',
    summary: 'List the invitations that can still be accepted',
    response: Type.Object({ data: Type.Array(invitation) }, closed),
    successExample: { data: [invitationExample] },
    run: async ({ db, member: { workspaceId } }) => ({ data: await listInvitations(db, workspaceId) }),
  }),
  defineWorkspaceOperation({
    id: 'invite',
    method: 'POST',
    audit: { action: 'invitation.create', keeps: ['email', 'role'], subjectIn: 'invitation' },
    path: '/invitations',
    least: 'admin',
    needsProof: true,
    summary: 'Invite somebody to a workspace',
    description:
      'A link is shown once. If the server sends mail, another one is mailed. The invitation can be accepted once, for a week. A second invitation of an address replaces the first.',
    body: Type.Object({ email, role: invitedRole }, closed),
    response: invited,
    problems: [409, 429],
    bodyExample: { email: 'grace@example.org', role: 'editor' },
    successExample: { invitation: invitationExample, url: linkExample, is_mailed: true },
    run: ({ db, context, member, browser: { ip } }, { body }) =>
      inviteByMail(db, context, { ...member, ip }, body),
  }),
  defineWorkspaceOperation({
    id: 'resendInvitation',
    method: 'POST',
    audit: 'invitation.resend',
    path: '/invitations/{id}/resend',
    least: 'admin',
    needsProof: true,
    thing: 'invitation',
    summary: 'Make new links for an invitation, and mail one',
    description: 'The former links end, and the week begins anew.',
    params: idParams,
    response: invited,
    problems: [409, 429],
    successExample: { invitation: invitationExample, url: linkExample, is_mailed: true },
    run: ({ db, context, member, browser: { ip } }, { params }) =>
      resendInvitation(db, context, { ...member, ip }, params.id),
  }),
  defineWorkspaceOperation({
    id: 'deleteInvitation',
    method: 'DELETE',
    audit: 'invitation.delete',
    path: '/invitations/{id}',
    least: 'admin',
    thing: 'invitation',
    summary: 'Take an invitation back',
    params: idParams,
    response: done,
    successExample: isDone,
    run: async ({ db, member: { workspaceId } }, { params }) => {
      await deleteInvitation(db, workspaceId, params.id)
      return isDone
    },
  }),
  definePersonOperation({
    id: 'readInvitation',
    method: 'POST',
    audit: { none: 'It stores nothing.' },
    path: '/app/invitations/read',
    who: 'anybody',
    summary: 'Read an invitation by the secret of its link',
    body: Type.Object({ token: Type.String({ maxLength: 100 }) }, closed),
    response: Type.Object(
      {
        email: Type.String(),
        role: invitedRole,
        workspace: Type.Object({ id, name: Type.String() }, closed),
        invited_by: Type.String({
          description: 'The name of the person who invites, or their address where they gave none.',
        }),
        has_account: Type.Boolean({ description: 'Whether one has to sign in to accept.' }),
      },
      closed,
    ),
    problems: [404],
    bodyExample: { token: 'uXb0Q2mN4fT8sKcVJ1dRz5yLgHw7aPeE3iOo6tBnMqU' },
    successExample: {
      email: 'grace@example.org',
      role: 'editor',
      workspace: { id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b22', name: 'Ada' },
      invited_by: 'Ada',
      has_account: false,
    },
    run: async ({ context: { db } }, { body }) => ({ body: await readInvitation(db, body.token) }),
  }),
  definePersonOperation({
    id: 'acceptInvitation',
    method: 'POST',
    audit: { action: 'invitation.accept', writtenBy: 'verb' },
    path: '/app/invitations/accept',
    who: 'anybody',
    summary: 'Accept an invitation',
    description:
      'Somebody new gives a password and is signed in. Somebody who has an account signs in first, with the address that was invited.',
    body: Type.Object(
      {
        token: Type.String({ maxLength: 100 }),
        password: Type.Optional(password),
        shown_language: shownLanguage,
      },
      closed,
    ),
    response: done,
    problems: [404, 409],
    bodyExample: {
      token: 'uXb0Q2mN4fT8sKcVJ1dRz5yLgHw7aPeE3iOo6tBnMqU',
      password: 'a long sentence of mine',
      shown_language: 'en',
    },
    successExample: isDone,
    run: async ({ context, person, browser }, { body }) => {
      const { password: given = null, shown_language: shown } = body
      const accepting = { person, password: given, shownLanguage: shown, browser }
      const session = await acceptInvitation(context, body.token, accepting)
      return { body: isDone, ...(session ? { session } : {}) }
    },
  }),
]

export const workspaceOperations = [...memberOperations, ...invitationOperations]
