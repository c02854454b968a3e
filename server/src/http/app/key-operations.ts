import Type from 'typebox'
import { createKey } from '../../api-keys/create-key.ts'
import { listKeys, type ShownKey } from '../../api-keys/list-keys.ts'
import { revokeKey } from '../../api-keys/revoke-key.ts'
import { rollKey } from '../../api-keys/roll-key.ts'
import { findExactNetworkFault } from '../../lib/addresses/network.ts'
import { type FieldProblem, invalid } from '../../lib/problem.ts'
import { id, idParams, nullable, time } from '../schemas.ts'
import { closed, done, isDone } from './schemas.ts'
import { defineWorkspaceOperation } from './workspace-operation.ts'

const scope = Type.Enum(['read', 'write', 'publish', 'accounts', 'admin'])
const mode = Type.Enum(['live', 'test'])

const key = Type.Object(
  {
    id,
    mode,
    name: Type.String(),
    scopes: Type.Array(scope),
    last4: Type.String(),
    ip_allow: Type.Array(Type.String()),
    expires_at: nullable(time),
    last_used_at: nullable(time),
    last_used_ip: nullable(
      Type.String({ description: 'The address of that use. Null where a proxy hides it.' }),
    ),
    revoked_at: nullable(time),
    created_at: time,
  },
  { title: 'ApiKey', ...closed },
)

const keyExample = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b20',
  mode: 'live',
  name: 'Website',
  scopes: ['read', 'write', 'publish'],
  last4: 'x8Qd',
  ip_allow: [],
  expires_at: null,
  last_used_at: '2026-03-02T17:20:00.000Z',
  last_used_ip: '203.0.113.7',
  revoked_at: null,
  created_at: '2026-03-01T08:00:00.000Z',
}

const made = Type.Object(
  { id, key: Type.String({ description: 'The key itself. It is shown this once.' }) },
  { title: 'MadeKey', ...closed },
)
const madeExample = {
  id: keyExample.id,
  key: 'crier_live_4Vh0oQ9bXnT2sKcVJ1dRz5yLgHw7aPeEx8Qd1a',
}

const newKey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    mode,
    scopes: Type.Array(scope, { minItems: 1, uniqueItems: true }),
    expires_at: Type.Optional(nullable(time)),
    ip_allow: Type.Optional(
      Type.Array(Type.String({ maxLength: 50 }), {
        maxItems: 100,
        description: 'Networks in CIDR notation from which it may be used; empty: from anywhere.',
      }),
    ),
  },
  closed,
)

/** The API keys of a workspace. A key is made by a person and never by a key. */
export const keyOperations = [
  defineWorkspaceOperation({
    id: 'listKeys',
    method: 'GET',
    path: '/keys',
    least: 'admin',
    summary: 'List the API keys of a workspace',
    response: Type.Object({ data: Type.Array(key) }, closed),
    successExample: { data: [keyExample] },
    run: async ({ db, member }) => ({ data: (await listKeys(db, member.workspaceId)).map(toJson) }),
  }),
  defineWorkspaceOperation({
    id: 'createKey',
    method: 'POST',
    audit: { action: 'key.create', keeps: ['name', 'mode', 'scopes', 'expires_at', 'ip_allow'] },
    path: '/keys',
    least: 'admin',
    needsProof: true,
    summary: 'Make an API key',
    description:
      'It has its rights as long as you have them too, and is revoked when you leave the workspace.',
    body: newKey,
    response: made,
    bodyExample: { name: 'Website', mode: 'live', scopes: ['read', 'write', 'publish'] },
    successExample: madeExample,
    run: async ({ db, context, member }, { body }) => {
      const { name, mode, scopes, expires_at, ip_allow: ipAllow = [] } = body
      const expiresAt = expires_at ? new Date(expires_at) : null
      refuseWrong(expiresAt, ipAllow)
      const { workspaceId, userId } = member
      const input = { workspaceId, userId, mode, name, scopes, expiresAt, ipAllow, isPersonal: true }
      return createKey(db, context.secretKeys, input)
    },
  }),
  defineWorkspaceOperation({
    id: 'rollKey',
    method: 'POST',
    audit: { action: 'key.roll', keeps: ['overlap_hours'] },
    path: '/keys/{id}/roll',
    least: 'admin',
    needsProof: true,
    thing: 'API key',
    summary: 'Replace an API key by a new one',
    description:
      'Both are good until the overlap is over. The new one is yours: it does no more than you may. Feeds and recurrences that were made with the old one go on with it, in your name.',
    params: idParams,
    body: Type.Object({ overlap_hours: Type.Integer({ minimum: 0, maximum: 24 }) }, closed),
    response: made,
    bodyExample: { overlap_hours: 24 },
    successExample: madeExample,
    run: ({ db, context, member: { workspaceId, userId } }, { params, body }) =>
      rollKey(db, context.secretKeys, {
        workspaceId,
        userId,
        keyId: params.id,
        overlapHours: body.overlap_hours,
      }),
  }),
  defineWorkspaceOperation({
    id: 'revokeKey',
    method: 'DELETE',
    audit: 'key.revoke',
    path: '/keys/{id}',
    least: 'admin',
    thing: 'API key',
    summary: 'End an API key for good',
    description: 'Every process refuses it within a second.',
    params: idParams,
    response: done,
    successExample: isDone,
    run: async ({ db, member: { workspaceId } }, { params }) => {
      await revokeKey(db, workspaceId, params.id)
      return isDone
    },
  }),
]

/** @throws Problem 422 */
function refuseWrong(expiresAt: Date | null, networks: readonly string[]): void {
  const problems: FieldProblem[] = networks.flatMap((network, index) => {
    const fault = findExactNetworkFault(network)
    const pointer = `/ip_allow/${index}`
    return fault === null ? [] : [{ pointer, code: 'network_invalid', detail: `${network}: ${fault}.` }]
  })
  if (expiresAt !== null && expiresAt.getTime() <= Date.now())
    problems.push({ pointer: '/expires_at', code: 'in_past', detail: 'A key must expire in the future.' })
  if (problems.length > 0) throw invalid(problems)
}

function toJson(shown: ShownKey) {
  return {
    id: shown.id,
    mode: shown.mode,
    name: shown.name,
    scopes: shown.scopes,
    last4: shown.last4,
    ip_allow: shown.ipAllow,
    expires_at: shown.expiresAt?.toISOString() ?? null,
    last_used_at: shown.lastUsedAt?.toISOString() ?? null,
    last_used_ip: shown.lastUsedIp,
    revoked_at: shown.revokedAt?.toISOString() ?? null,
    created_at: shown.createdAt.toISOString(),
  }
}
