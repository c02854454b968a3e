import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Session, useSession } from '../session/session.ts'

/** The most links that the page lists. */
const most = 100

/** The review links of the workspace and the mode, newest first. */
export const reviewLinksQuery = ({ api, scope }: Session) =>
  queryOptions({
    queryKey: [...scope, 'review-links'],
    queryFn: async ({ signal }) => (await api.reviewLinks.list({ limit: most }, { signal }).page()).data,
  })

/** Reads the list again after a change. */
export function useReadLinksAgain(): () => Promise<void> {
  const client = useQueryClient()
  const session = useSession()
  return () => client.invalidateQueries({ queryKey: reviewLinksQuery(session).queryKey })
}
