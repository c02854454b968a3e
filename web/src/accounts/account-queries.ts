import type { AttentionItem, Post } from '@crier/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Session } from '../session/session.ts'
import { useSession } from '../session/session.ts'
import { nowAtServer } from '../time/server-clock.ts'

/** One account. */
export const accountQuery = ({ api, scope }: Session, id: string) =>
  queryOptions({
    queryKey: [...scope, 'accounts', id],
    queryFn: ({ signal }) => api.socialAccounts.get(id, { signal }),
  })

/** The accounts and the results that need a person, with the posts that wait for accounts. */
export const attentionQuery = ({ api, scope }: Session) =>
  queryOptions({
    queryKey: [...scope, 'attention', 'items'],
    queryFn: ({ signal }) => api.attention.get({ kind: ['account', 'review'], limit: 500 }, { signal }),
  })

/** The most posts that come next of which one question tells. */
const mostNext = 100

/** The next posts of all accounts together: one question in place of one for each account. */
export const nextPostsQuery = ({ api, scope }: Session) =>
  queryOptions({
    queryKey: [...scope, 'posts', 'next'],
    queryFn: async ({ signal }) =>
      (
        await api.posts
          .list({ status: 'scheduled', order: 'scheduled_at', limit: mostNext }, { signal })
          .page()
      ).data,
  })

/** The next posts of one account. */
export const nextPostsOfQuery = ({ api, scope }: Session, account: string) =>
  queryOptions({
    queryKey: [...scope, 'posts', 'next', account],
    queryFn: async ({ signal }) =>
      (
        await api.posts
          .list(
            { social_account_id: account, status: 'scheduled', order: 'scheduled_at', limit: 20 },
            { signal },
          )
          .page()
      ).data,
  })

/** The first post of an account among those that come next; null where none of them is its. A late one is no next one. */
export function nextPostOf(posts: readonly Post[] | undefined, account: string): Post | null {
  const isNext = ({ scheduled_at: at }: Post) => at !== null && Date.parse(at) > nowAtServer()
  return posts?.find((post) => post.social_accounts.includes(account) && isNext(post)) ?? null
}

/**
 * The next post of an account, by the next posts of all accounts; null where it has none, undefined while it is read. An account
 * whose posts come after so many others is asked for by itself.
 */
export function useNextPost(posts: readonly Post[] | undefined, account: string): Post | null | undefined {
  const found = nextPostOf(posts, account)
  const isCut = posts !== undefined && posts.length === mostNext
  const isAsked = found === null && isCut
  const { data: own } = useQuery({ ...nextPostsOfQuery(useSession(), account), enabled: isAsked })
  if (posts === undefined || (isAsked && own === undefined)) return undefined
  return isAsked ? nextPostOf(own, account) : found
}

/** The thing that an account needs of a person; null where it needs nobody. */
export function useNeed(account: string): AttentionItem | null {
  const { data } = useQuery(attentionQuery(useSession()))
  const items = data?.data ?? []
  return items.find(({ kind, social_account_id: id }) => kind === 'account' && id === account) ?? null
}

/** The attempt of a sign-in, looked at until it is over. */
export const attemptQuery = ({ api, scope }: Session, id: string) =>
  queryOptions({
    queryKey: [...scope, 'connect-attempt', id],
    gcTime: 0,
    queryFn: ({ signal }) => api.connectAttempts.get(id, { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && ['waiting', 'finishing'].includes(state.data.status) ? 1_500 : false,
  })

/** The links with which somebody else connects an account. */
export const connectLinksQuery = ({ api, scope }: Session) =>
  queryOptions({
    queryKey: [...scope, 'accounts', 'links'],
    queryFn: ({ signal }) => api.connectLinks.list({}, { signal }).toArray(),
  })
