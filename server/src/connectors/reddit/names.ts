import type { Json } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'

export const website = 'https://www.reddit.com'
export const origin = 'https://oauth.reddit.com'

/** The full name of a post (`t3_…`) or of a comment (`t1_…`); null where it is none of that kind. */
export function fullNameOf(value: Json | undefined, kind: 't1' | 't3'): string | null {
  if (typeof value !== 'string') return null
  const bare = value.startsWith(`${kind}_`) ? value.slice(3) : value
  return /^[a-z0-9]{1,20}$/.test(bare) ? `${kind}_${bare}` : null
}

/** The name of the community that is the account's own profile. */
export function profileOf({ username }: Pick<Account, 'username'>): string {
  return `u_${username}`
}

/** The address of a post or a comment, by the path that is given where it is one, and by the full name otherwise. */
export function addressOf(fullName: string, given: Json | undefined): string {
  const address = typeof given === 'string' ? URL.parse(given, website) : null
  if (address?.origin === website && address.pathname.includes('/comments/')) return address.href
  // A comment has no address without that of its post, which its path names.
  return fullName.startsWith('t3_') ? `${website}/comments/${fullName.slice(3)}/` : `${website}/`
}
