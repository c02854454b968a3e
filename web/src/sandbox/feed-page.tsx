import type { SandboxFeed, SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { AccountAvatar } from '../accounts/account-avatar.tsx'
import { isRefused } from '../session/query-client.ts'
import { isAtLeast, rememberPlace, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { OlderButton } from '../ui/older-button.tsx'
import { Page } from '../ui/page.tsx'
import { useSearchParam } from '../ui/search-param.ts'
import { Trouble } from '../ui/trouble.tsx'
import { Arrivals } from './arrivals.tsx'
import { BehavesCard } from './behaves-card.tsx'
import { FeedThread } from './feed-thread.tsx'
import styles from './sandbox.module.css'
import {
  feedQuery,
  findPracticeAccount,
  otherPracticeAccountsQuery,
  practiceAccountsQuery,
} from './sandbox-queries.ts'
import { TestClockCard } from './test-clock-card.tsx'

/** The feed of one practice account, beside how it behaves. `name`: its id, or that of its profile. */
export function FeedPage({ name }: { readonly name: string }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(practiceAccountsQuery(useSession()))
  const account = findPracticeAccount(data, name)
  if (account !== null) return <Feed account={account} />
  return (
    <Page title={t`Sandbox`}>
      {data !== undefined && <NotHere name={name} />}
      {data === undefined && error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
    </Page>
  )
}

/** An account that is among the other data, or nowhere. */
function NotHere({ name }: { readonly name: string }) {
  const { t } = useLingui()
  const session = useSession()
  const router = useRouter()
  const { data } = useQuery(otherPracticeAccountsQuery(session))
  if (data === undefined) return null
  const account = findPracticeAccount(data, name)
  const other = session.mode === 'live' ? 'test' : 'live'
  if (account === null)
    return (
      <EmptyState
        title={t`There is no such practice account here.`}
        actions={<Link to="/build/sandbox">{t`All practice accounts`}</Link>}
      >
        {t`It was disconnected, or it is in another workspace.`}
      </EmptyState>
    )
  return (
    <EmptyState
      title={
        other === 'test'
          ? t`${account.display_name} is among your test data.`
          : t`${account.display_name} is among your live data.`
      }
      actions={
        <Button
          onClick={() => {
            rememberPlace(session.workspace.id, other)
            void router.invalidate()
          }}
        >
          {other === 'test' ? t`Go to test data` : t`Go to live data`}
        </Button>
      }
    />
  )
}

function Feed({ account }: { readonly account: SocialAccount }) {
  const { t } = useLingui()
  const { workspace, mode } = useSession()
  return (
    <Page
      title={account.display_name}
      lead={
        <span className={card.row}>
          <AccountAvatar account={account} size={24} />
          <Link to="/accounts/$account" params={{ account: account.id }}>
            {t`The account`}
          </Link>
          <Link to="/build/sandbox">{t`All practice accounts`}</Link>
        </span>
      }
    >
      <div className={styles.columns}>
        <Threads account={account} />
        <div className={card.stack}>
          {isAtLeast(workspace.role, 'admin') && <BehavesCard account={account} />}
          {mode === 'test' && <TestClockCard />}
        </div>
      </div>
    </Page>
  )
}

function Threads({ account }: { readonly account: SocialAccount }) {
  const { t } = useLingui()
  const [post, setPost] = useSearchParam('post')
  const list = useInfiniteQuery(feedQuery(useSession(), account.id, post))
  const { data, error, refetch } = list
  const pages: readonly SandboxFeed[] = data?.pages ?? []
  const threads = pages.flatMap((page) => page.data)
  const arrivals = pages[0]?.arrivals ?? []
  if (isRefused(error, 404))
    return (
      <EmptyState
        title={t`This post is not there.`}
        actions={<Button onClick={() => setPost(null)}>{t`All posts of ${account.display_name}`}</Button>}
      >
        {t`It was deleted, or it is not public yet.`}
      </EmptyState>
    )
  if (data === undefined)
    return error === null ? <div /> : <Trouble error={error} onRetry={() => void refetch()} />
  return (
    <div className={styles.feed}>
      {post !== null && (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setPost(null)}>
          {t`All posts of ${account.display_name}`}
        </Button>
      )}
      {arrivals.length > 0 && <Arrivals arrivals={arrivals} />}
      {threads.length === 0 && (
        <EmptyState title={t`No posts yet.`} actions={<Link to="/posts/new">{t`Write a post`}</Link>}>
          {t`Posts that are published to this account appear here.`}
        </EmptyState>
      )}
      {threads.map((thread) => (
        <FeedThread key={thread.posts[0]?.id} account={account} thread={thread} here={post} />
      ))}
      <OlderButton label={t`Older posts`} list={list} />
    </div>
  )
}
