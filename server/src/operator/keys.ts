import { allScopes, createKey } from '../api-keys/create-key.ts'
import { listKeys, type ShownKey } from '../api-keys/list-keys.ts'
import { revokeKey } from '../api-keys/revoke-key.ts'
import { recordOperator } from '../audit/record-audit.ts'
import type { KeyScope } from '../context.ts'
import { isId } from '../lib/id.ts'
import type { Json } from '../lib/json/json.ts'
import { notFound } from '../lib/problem.ts'
import { findOwner } from '../people/find-owner.ts'
import { findWorkspace } from '../workspaces/find-workspace.ts'
import { type Command, UsageError } from './cli/command.ts'
import { readDate, readNetworks, workspaceOption } from './cli/options.ts'
import { withInstance } from './cli/with-instance.ts'

const create: Command = {
  words: ['keys', 'create'],
  summary: 'Creates an API key and shows it once.',
  positionals: [],
  options: {
    test: { value: null, about: 'Create a test key, which sees only test data.' },
    name: { value: 'NAME', about: 'The name to show in the list.' },
    scopes: { value: 'LIST', about: `Scopes separated by commas: ${allScopes.join(', ')}. All by default.` },
    'expires-at': { value: 'DATE', about: 'When the key expires, such as 2030-01-31T00:00:00Z.' },
    'ip-allow': {
      value: 'CIDRS',
      about: 'Network addresses the key may be used from, separated by commas. Any by default.',
    },
    workspace: workspaceOption,
  },
  run: (input) => {
    const scopes = readScopes(input.text('scopes'))
    const expiresAt = readDate('expires-at', input.text('expires-at'))
    const ipAllow = readNetworks('ip-allow', input.text('ip-allow'))
    const mode = input.flag('test') ? 'test' : 'live'
    return withInstance(input, async ({ db, secretKeys }) => {
      const workspaceId = await findWorkspace(db, input.text('workspace'))
      const { id, key } = await db.transaction(async (tx) => {
        const userId = await findOwner(tx, workspaceId)
        const name = input.text('name') ?? `${mode} key created by the operator`
        const wanted = { workspaceId, userId, mode, name, scopes, expiresAt, ipAllow } as const
        const made = await createKey(tx, secretKeys, wanted)
        const entry = { action: 'key.create', workspaceId, subjectId: made.id } as const
        await recordOperator(tx, { ...entry, details: { name, mode, scopes } })
        return made
      })
      return { data: { id, key, mode, workspace_id: workspaceId, scopes }, text: key }
    })
  },
}

const list: Command = {
  words: ['keys', 'list'],
  summary: 'Lists the API keys of a workspace, without the keys themselves.',
  positionals: [],
  options: { workspace: workspaceOption },
  run: (input) =>
    withInstance(input, async ({ db }) => {
      const keys = await listKeys(db, await findWorkspace(db, input.text('workspace')))
      return { data: { data: keys.map(toJson) }, text: keys.map(toLine).join('\n') || 'There are no keys.' }
    }),
}

const revoke: Command = {
  words: ['keys', 'revoke'],
  summary: 'Revokes an API key for good. Every process refuses it within one second.',
  positionals: [{ name: 'id', about: 'the id of a key, as in keys list' }],
  options: { workspace: workspaceOption },
  run: (input) =>
    withInstance(input, async ({ db }) => {
      const id = input.needed('id')
      const workspaceId = await findWorkspace(db, input.text('workspace'))
      if (!isId(id)) throw notFound('API key')
      await db.transaction(async (tx) => {
        await revokeKey(tx, workspaceId, id)
        await recordOperator(tx, { action: 'key.revoke', workspaceId, subjectId: id })
      })
      return { data: { id, revoked: true }, text: `The key ${id} is revoked.` }
    }),
}

export const keyCommands: readonly Command[] = [create, list, revoke]

function readScopes(text: string | null): KeyScope[] {
  if (text === null) return [...allScopes]
  const given = text.split(',').map((scope) => scope.trim())
  const scopes = allScopes.filter((scope) => given.includes(scope))
  const unknown = given.find((scope) => !allScopes.some((known) => known === scope))
  if (unknown !== undefined)
    throw new UsageError(`"${unknown}" is not a scope. The scopes are ${allScopes.join(', ')}.`)
  return scopes
}

function stateOf({ revokedAt, expiresAt }: ShownKey): 'active' | 'revoked' | 'expired' {
  if (revokedAt) return 'revoked'
  return expiresAt && expiresAt.getTime() <= Date.now() ? 'expired' : 'active'
}

function toJson(key: ShownKey): Json {
  return {
    id: key.id,
    name: key.name,
    mode: key.mode,
    state: stateOf(key),
    scopes: key.scopes,
    last4: key.last4,
    ip_allow: key.ipAllow,
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    last_used_ip: key.lastUsedIp,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
  }
}

function toLine(key: ShownKey): string {
  const from = key.lastUsedIp === null ? '' : ` from ${key.lastUsedIp}`
  const used = key.lastUsedAt ? `used ${key.lastUsedAt.toISOString()}${from}` : 'never used'
  return `${key.id}  ${stateOf(key).padEnd(7)}  crier_${key.mode}_…${key.last4}  ${used}  ${key.name}`
}
