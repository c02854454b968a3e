import type { MediaDetail, Post } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { StateMark } from '../ui/state-mark.tsx'
import styles from './medium.module.css'

/** The posts that use a medium, newest first. */
export function UsedIn({ medium }: { readonly medium: MediaDetail }) {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const { total, posts } = medium.used_in
  const read = useQueries({
    queries: posts.map(({ id }) => ({
      queryKey: [...scope, 'posts', 'one', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.posts.get(id, {}, { signal }),
    })),
  })
  return (
    <section className={styles.part} id="used-in" aria-labelledby="used-in-words" tabIndex={-1}>
      <h2 id="used-in-words">{t`Where it is used`}</h2>
      {total === 0 ? (
        <p className={styles.quiet}>{t`No post uses it.`}</p>
      ) : (
        <ul className={styles.rows}>
          {posts.map(({ id, status }, index) => (
            <li key={id}>
              <Link to="/posts/$post" params={{ post: id }} className={styles.use}>
                <StateMark state={status} />
                <UseWords post={read[index]?.data} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {total > posts.length && (
        <p className={styles.quiet}>
          {t`${plural(total - posts.length, { one: 'And in # older post.', other: 'And in # older posts.' })}`}
        </p>
      )}
    </section>
  )
}

function UseWords({ post }: { readonly post: Post | undefined }) {
  const { t } = useLingui()
  const time = useTimeFormat()
  const caption = post?.caption.split('\n').find((line) => line.trim() !== '')
  return (
    <>
      <span className={styles.caption}>{post === undefined ? '…' : (caption ?? t`No text`)}</span>
      {post !== undefined && post.scheduled_at !== null && (
        <time className={styles.quiet}>{time.moment(post.scheduled_at)}</time>
      )}
    </>
  )
}
