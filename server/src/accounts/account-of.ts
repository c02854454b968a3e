import type { Account } from '../connectors/connector.ts'
import type { JsonObject } from '../lib/json/json.ts'

/** The columns of `social_accounts` from which a connector's `Account` is made. */
export interface AccountFacts {
  readonly id: string
  readonly external_id: string
  readonly username: string
  readonly settings: JsonObject
}

/** An account as its connector sees it, of a row of `social_accounts`. */
export function accountOf(row: AccountFacts): Account {
  return { id: row.id, externalId: row.external_id, username: row.username, settings: row.settings }
}
