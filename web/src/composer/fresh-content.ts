import type { SocialAccount } from '@crier/sdk'
import type { Session } from '../session/session.ts'
import { type Content, emptyContent, type When } from './content.ts'
import { rememberedAccounts, rememberedWhen } from './usual.ts'

/** The beginning of a new post: the accounts and the way of the last one. `at` is a time that was asked for. */
export function freshContent(
  { scope, workspace }: Session,
  accounts: ReadonlyMap<string, SocialAccount>,
  at: string | null = null,
): Content {
  const known = rememberedAccounts(scope).filter((id) => accounts.get(id)?.status === 'active')
  const [only] = accounts.size === 1 ? [...accounts.keys()] : []
  const when: When = at === null ? rememberedWhen(scope, workspace.timezone) : { kind: 'at', at }
  return { ...emptyContent, accounts: known.length > 0 ? known : only === undefined ? [] : [only], when }
}
