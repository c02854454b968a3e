import type { SocialAccount } from '@crier/sdk'

/** The groups that accounts are sorted into, in the order of their letters. */
export function groupsOf(accounts: readonly Pick<SocialAccount, 'tags'>[]): readonly string[] {
  return [...new Set(accounts.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b))
}
