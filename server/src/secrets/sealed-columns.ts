import type { SealedField } from '../lib/secrecy/seal.ts'

/** A column of sealed values, and the columns that name its row, in the order in which they are bound. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly key: readonly string[]
}

/**
 * Every column that is sealed. A value can be sealed into no other, and `secrets rotate` seals each of these again. Order and
 * names are bound into the stored values, so a listed column is never renamed.
 */
export const sealedColumns = [
  { table: 'connections', column: 'credentials', key: ['workspace_id', 'account_id'] },
  { table: 'connect_attempts', column: 'keep', key: ['workspace_id', 'id'] },
  { table: 'connect_attempts', column: 'candidates', key: ['workspace_id', 'id'] },
  { table: 'connect_links', column: 'secret', key: ['workspace_id', 'id'] },
  { table: 'prepared_secrets', column: 'secrets', key: ['workspace_id', 'target_id'] },
  { table: 'media_imports', column: 'url', key: ['workspace_id', 'media_id'] },
  { table: 'mails', column: 'letter', key: ['id'] },
  { table: 'platform_apps', column: 'settings', key: ['platform'] },
  { table: 'platform_registrations', column: 'registration', key: ['platform', 'name'] },
  { table: 'webhook_endpoints', column: 'secret', key: ['workspace_id', 'id'] },
  { table: 'webhook_endpoints', column: 'previous_secret', key: ['workspace_id', 'id'] },
  { table: 'authenticators', column: 'secret', key: ['user_id'] },
] as const satisfies readonly SealedColumn[]

type Listed = (typeof sealedColumns)[number]
type ColumnName = { [Each in Listed as `${Each['table']}.${Each['column']}`]: Each['key'] }
type ValuesOf<Key extends readonly string[]> = { [Index in keyof Key]: string }

/** The place of one value: `sealedIn('connections.credentials', workspaceId, accountId)`. */
export function sealedIn<Name extends keyof ColumnName>(
  name: Name,
  ...row: ValuesOf<ColumnName[Name]>
): SealedField {
  const [table = '', column = ''] = name.split('.')
  return sealedFieldOf({ table, column }, row)
}

export function sealedFieldOf(
  { table, column }: Pick<SealedColumn, 'table' | 'column'>,
  row: readonly string[],
): SealedField {
  return [table, column, ...row].join('|') as SealedField
}
