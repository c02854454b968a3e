import type { ExpandedPost, PostWithResults } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { translateServerSentence } from '../../boot/server-sentences.ts'
import { useAuthorName } from '../../data/member-names.ts'
import { isAtLeast, useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { lookOf, StateMark } from '../../ui/state-mark.tsx'
import { ApprovalPanel } from './approval-panel.tsx'
import { History } from './history.tsx'
import { isInDoubt, isLeftOpen } from './in-doubt.ts'
import styles from './post.module.css'
import { PostLink } from './post-link.tsx'
import { PostMedia } from './post-media.tsx'
import { ResultRow } from './result-row.tsx'
import { UnsavedNote } from './unsaved-note.tsx'

const NotesPanel = lazyPart(() => import('../../notes/notes-panel.tsx'), 'NotesPanel')

/** Everything of a post below its heading: its words, and the truth about it, account by account. */
export function PostView({ post }: { readonly post: ExpandedPost }) {
  const { t } = useLingui()
  const results = post.results ?? []
  return (
    <>
      {post.status !== 'draft' && <UnsavedNote id={post.id} />}
      {post.approval !== null && <ApprovalPanel post={post} />}
      <article className={styles.post}>
        <p className={styles.caption} dir="auto">
          {post.caption === '' ? <span className={styles.quiet}>{t`Without words`}</span> : post.caption}
        </p>
        {post.media.length > 0 ? <PostMedia post={post} /> : <PostLink caption={post.caption} />}
        {post.tags.length > 0 && (
          <p className={styles.quiet}>{post.tags.map((tag) => `#${tag}`).join(' ')}</p>
        )}
        <FromFeed post={post} />
      </article>
      {results.length > 0 && (
        <section className={styles.section}>
          <h2>{t`What happened`}</h2>
          <ul className={styles.results}>
            {results.map((result) => (
              <ResultRow key={result.id} result={result} all={results} caption={post.caption} />
            ))}
          </ul>
        </section>
      )}
      {post.warnings.length > 0 && (
        <section className={styles.section}>
          <h2>{t`To know`}</h2>
          <ul className={styles.warnings}>
            {post.warnings.map(({ pointer, code, detail, ...told }) => (
              <li key={`${pointer} ${code}`}>{translateServerSentence(detail, told)}</li>
            ))}
          </ul>
        </section>
      )}
      <Late>
        <NotesPanel postId={post.id} />
      </Late>
      <History post={post} />
    </>
  )
}

/** Names the feed that made the post. */
function FromFeed({ post: { metadata } }: { readonly post: ExpandedPost }) {
  const { t } = useLingui()
  const { feed_id: feed, feed: name } = metadata
  if (feed === undefined) return null
  return (
    <p className={styles.quiet}>
      {t`Made of an item of the feed`}{' '}
      <Link to="/feeds/$feed" params={{ feed }}>
        {name ?? t`Feed`}
      </Link>
    </p>
  )
}

/** Stands where a post would be that is gone. */
export function NoPost({ actions }: { readonly actions?: ReactNode }) {
  const { t } = useLingui()
  return (
    <EmptyState title={t`This post doesn't exist, or it isn't yours.`} actions={actions}>
      {t`It may have been deleted, or it belongs to another workspace or to its other data.`}
    </EmptyState>
  )
}

/** The state of a post, and its time. */
export function PostWhen({ post }: { readonly post: PostWithResults }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const { workspace } = useSession()
  const { scheduled_at: at, status, created_at: made, approval, author, results = [] } = post
  const by = useAuthorName()(author)
  const isAsking = approval?.state === 'waiting'
  const state = status === 'failed' && results.some(isLeftOpen) ? 'left_open' : status
  const look = lookOf({ status: state, isAsking }, isAtLeast(workspace.role, 'editor'))
  return (
    <span className={styles.when}>
      <StateMark state={look} isAlone />
      {at !== null && t`${format.moment(at)} in ${format.place}`}
      {at === null && (status === 'draft' ? t`No time yet` : t`Sent at once, ${format.moment(made)}`)}
      {by !== null && <span className={styles.by}>{t`by ${by}`}</span>}
      {post.recurrence_id !== null && (
        <Link to="/recurrences" hash={post.recurrence_id} className={styles.by}>{t`Repeats`}</Link>
      )}
    </span>
  )
}

/** The outcome in a few words: "Published on 3 of 4". */
export function useStateSentence(): (post: PostWithResults) => string {
  const { t } = useLingui()
  return ({ status, approval, results = [] }) => {
    const published = results.filter((each) => each.status === 'published').length
    const open = results.filter(isLeftOpen).length
    const all = results.length
    switch (status) {
      case 'draft':
        return t`Draft`
      case 'scheduled':
        return t`Scheduled`
      case 'processing':
        return t`Going out…`
      case 'posted':
        return all === 1 ? t`Published` : t`Published on all ${all}`
      case 'partial':
        if (open > 0) return t`Published on ${published} of ${all}, and it may be public on ${open} more`
        return t`Published on ${published} of ${all}`
      case 'failed':
        if (open === 0) return t`Not published`
        return all === 1
          ? t`Closed, and it may be public`
          : t`Closed, and it may be public on ${open} of ${all}`
      case 'needs_review':
        if (published > 0) {
          const asking = results.filter((each) => each.status === 'needs_review').length
          return t`Published on ${published} of ${all}, and ${plural(asking, { one: 'one needs you', other: '# need you' })}`
        }
        return results.some((each) => each.status === 'needs_review' && isInDoubt(each))
          ? t`Is it live?`
          : t`It missed its time`
      case 'held':
        return approval?.state === 'waiting' ? t`Waiting for approval` : t`Waiting`
      case 'canceled':
        return t`Canceled`
    }
  }
}
