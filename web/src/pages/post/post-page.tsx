import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { isRefused } from '../../session/query-client.ts'
import { useSession } from '../../session/session.ts'
import { Page } from '../../ui/page.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { PostActions } from './post-actions.tsx'
import { postQuery } from './post-query.ts'
import { NoPost, PostView, PostWhen, useStateSentence } from './post-view.tsx'

/** The page of a post: the truth about it, account by account. */
export function PostPage() {
  const { t } = useLingui()
  const { post: id } = useParams({ strict: false })
  const navigate = useNavigate()
  const sentenceOf = useStateSentence()
  const { data, error, refetch } = useQuery(postQuery(useSession(), id ?? ''))
  if (error !== null && data === undefined)
    return (
      <Page title={t`Post`} width="text">
        {isRefused(error, 404) ? (
          <NoPost actions={<Link to="/calendar">{t`Go to the calendar`}</Link>} />
        ) : (
          <Trouble error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  if (data === undefined)
    return (
      <Page title={t`Post`} width="text">
        <Waiting />
      </Page>
    )
  const { post, etag } = data
  return (
    <Page
      title={sentenceOf(post)}
      width="text"
      lead={<PostWhen post={post} />}
      actions={<PostActions post={post} etag={etag} onGone={() => void navigate({ to: '/calendar' })} />}
    >
      <PostView post={post} />
    </Page>
  )
}
