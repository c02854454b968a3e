import { hashToken, isTokenOf, makeToken } from '../../../api-keys/token-form.ts'
import type { Config } from '../../../config.ts'
import { sql } from '../../../db/database.ts'
import type { Locale } from '../../../words/locales.ts'

/** The person, in their workspace, whom an address belongs to. */
export interface AddressOwner {
  readonly workspaceId: string
  readonly userId: string
}

/** An address as its person sees it. Nobody sees its secret again. */
export interface ShownAddress {
  readonly id: string
  readonly name: string
  readonly accountIds: readonly string[]
  readonly language: Locale
  readonly lastReadAt: Date | null
  readonly createdAt: Date
}

/** An address with its secret: shown once and stored nowhere. */
export interface MadeAddress {
  readonly id: string
  readonly url: string
}

export const addressColumns = sql`
  id, name, account_ids as "accountIds", language, last_read_at as "lastReadAt", created_at as "createdAt"`

const ending = '.ics'

/** A new secret, with its hash and the address that it makes. */
export function newCalendarSecret({ publicUrl }: Pick<Config, 'publicUrl'>): { url: string; hash: Buffer } {
  const secret = makeToken('calendar')
  return { url: `${publicUrl}/calendars/${secret}${ending}`, hash: hashToken(secret) }
}

/** The hash of the secret in the last part of an address; null unless it can be one. */
export function hashOfFileName(name: string): Buffer | null {
  const secret = name.endsWith(ending) ? name.slice(0, -ending.length) : ''
  return isTokenOf('calendar', secret) ? hashToken(secret) : null
}
