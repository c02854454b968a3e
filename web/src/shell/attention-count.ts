import { queryOptions, useQuery } from '@tanstack/react-query'
import { useFirstAnswers } from '../session/first-answers.ts'
import { type Session, useSession } from '../session/session.ts'

/** How many things need a person, by kind. */
const attentionCountQuery = ({ api, scope }: Session) =>
  queryOptions({
    queryKey: [...scope, 'attention', 'count'],
    queryFn: ({ signal }) => api.attention.get({ limit: 0 }, { signal }),
  })

/** How many things need a person here; 0 until that is known. */
export function useAttentionCount(): number {
  const isAsked = useFirstAnswers()
  return useQuery({ ...attentionCountQuery(useSession()), enabled: isAsked }).data?.total ?? 0
}
