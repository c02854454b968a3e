import type { CrierClient, SandboxPost } from '@crier/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Trouble } from '../../ui/trouble.tsx'
import styles from './feed.module.css'
import type { Clock, PracticeAccount } from './practice-account.ts'

interface FeedProps {
  readonly api: CrierClient | null
  readonly practice: PracticeAccount | null
  /** Whether something is on its way, so that the feed is looked at often. */
  readonly isWaiting: boolean
  readonly clock: Clock
}

/** The feed of the practice account, as the simulated network shows it. */
export function Feed({ api, practice, isWaiting, clock }: FeedProps) {
  const { t } = useLingui()
  const id = practice?.account.id ?? ''
  const feed = useQuery({
    // The end of the waiting asks once more at once: the feed shows what the step beside it calls published.
    queryKey: ['setup', 'feed', id, isWaiting],
    placeholderData: keepPreviousData,
    enabled: api !== null && practice !== null,
    refetchInterval: isWaiting ? 400 : 2_000,
    queryFn: ({ signal }) => api?.socialAccounts.getSandboxFeed(id, {}, { signal }) ?? null,
  })
  const name = practice?.account.display_name ?? t`You`
  const handle = practice?.account.username ?? t`you`
  const posts = feed.data?.data.flatMap((thread) => thread.posts) ?? []
  return (
    <section className={styles.feed} aria-labelledby="feed">
      <header className={styles.head}>
        <span className={styles.face} aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
        <div className={styles.names}>
          <h2 id="feed">
            <Trans>The sandbox</Trans>
          </h2>
          <span>
            <Trans>@{handle}, seen by nobody else</Trans>
          </span>
        </div>
      </header>
      <div className={styles.list}>
        {feed.error !== null && <Trouble error={feed.error} onRetry={() => void feed.refetch()} />}
        {posts.length === 0 && feed.error === null && (
          <p className={styles.empty}>
            <Trans>Nothing here yet. The post that you publish appears here.</Trans>
          </p>
        )}
        {posts.map((post) => (
          <Post key={post.id} post={post} name={name} clock={clock} />
        ))}
      </div>
    </section>
  )
}

interface PostProps {
  readonly post: SandboxPost
  readonly name: string
  readonly clock: Clock
}

function Post({ post, name, clock }: PostProps) {
  return (
    <article className={styles.post}>
      <span className={styles.face} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <div className={styles.words}>
        <p>
          <strong>{name}</strong>{' '}
          <time className={styles.when} dateTime={post.created_at}>
            {clock(post.created_at)}
          </time>
        </p>
        <p className={styles.text}>{post.text}</p>
      </div>
    </article>
  )
}
