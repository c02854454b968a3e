import type { SocialAccount } from '@crier/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { accountsQuery } from '../data/accounts.ts'
import { nextCursor } from '../data/next-cursor.ts'
import type { Mode } from '../session/clients.ts'
import type { Session } from '../session/session.ts'
import { clientOf } from '../session/workspace-client.ts'

/** The practice accounts of the mode that is shown. */
export const practiceAccountsQuery = (session: Session) =>
  queryOptions({ ...accountsQuery(session), select: practiceOf })

/** The practice accounts of the other mode: an address may lead to one of them. */
export const otherPracticeAccountsQuery = ({ workspace, mode }: Session) => {
  const other: Mode = mode === 'live' ? 'test' : 'live'
  return queryOptions({
    queryKey: [workspace.id, other, 'accounts', 'all'],
    queryFn: ({ signal }) => clientOf(workspace.id, other).socialAccounts.list({}, { signal }).toArray(),
    select: practiceOf,
  })
}

function practiceOf(accounts: SocialAccount[]): SocialAccount[] {
  return accounts.filter(({ behavior }) => behavior !== null)
}

/** The account that an address names: by its id, or by that of its profile on the sandbox. */
export function findPracticeAccount(
  accounts: readonly SocialAccount[] | undefined,
  name: string,
): SocialAccount | null {
  return accounts?.find(({ id, external_id: profile }) => id === name || profile === name) ?? null
}

/** The posts that an account has published, the newest thread first. Events of posts have it read again. */
export const feedQuery = ({ api, scope }: Session, account: string, post: string | null) =>
  infiniteQueryOptions({
    queryKey: [...scope, 'posts', 'sandbox-feed', account, post],
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      api.socialAccounts.getSandboxFeed(
        account,
        { ...(pageParam === '' ? {} : { cursor: pageParam }), ...(post === null ? {} : { post }) },
        { signal },
      ),
    getNextPageParam: nextCursor,
  })

/** The posts here to which the newest results of an account belong, by the ids of the results. */
export const resultsQuery = ({ api, scope }: Session, account: string) =>
  queryOptions({
    queryKey: [...scope, 'posts', 'results-of', account],
    queryFn: async ({ signal }) => {
      const { data } = await api.postResults
        .list({ social_account_id: account, status: 'any', limit: 100 }, { signal })
        .page()
      return new Map(data.map(({ id, post_id: post }) => [id, post]))
    },
  })
