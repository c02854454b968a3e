import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { resultsQuery } from './sandbox-queries.ts'

interface ResultLinkProps {
  readonly account: string
  readonly result: string
}

/** Leads from a post on the sandbox to what happened to it here. */
export function ResultLink({ account, result }: ResultLinkProps) {
  const { t } = useLingui()
  const session = useSession()
  const { data: known } = useQuery(resultsQuery(session, account))
  const isOld = known !== undefined && !known.has(result)
  const { data: old } = useQuery({
    queryKey: [...session.scope, 'posts', 'result', result],
    enabled: isOld,
    queryFn: async ({ signal }) => (await session.api.postResults.get(result, { signal })).post_id,
  })
  const post = known?.get(result) ?? old
  if (post === undefined) return null
  return (
    <Link to="/posts/$post" params={{ post }}>
      {t`What happened`}
    </Link>
  )
}
