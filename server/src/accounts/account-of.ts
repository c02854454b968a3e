import type { Account } from '../connectors/connector.ts'
import type { JsonObject } from '../lib/json/json.ts'

/** An account as its connector sees it, of a row of `social_accounts`. */
export function accountOf(row: {
  readonly id: string
  readonly external_id: string
  readonly username: string
  readonly settings: JsonObject
}): Account {
  return { id: row.id, externalId: row.external_id, username: row.username, settings: row.settings }
}
