import type { CalendarPost } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { boot } from '../boot/boot.ts'
import type { TimeFormat } from '../time/format.ts'
import { StateMark, toneOf } from '../ui/state-mark.tsx'
import type { NetworksAndAccounts } from './calendar-queries.ts'
import type { RefusedPost } from './move/use-mover.ts'
import styles from './post-chip.module.css'
import { PostMarks } from './post-marks.tsx'
import { usePostWords } from './post-words.ts'
import { useLook } from './use-look.ts'

interface PostChipProps {
  readonly post: CalendarPost
  /** The lines of its words below its time, where there is room; none for words beside the time. */
  readonly lines: 0 | 1 | 2
  readonly format: TimeFormat
  readonly known: NetworksAndAccounts['platforms']
  /** Whether Tab reaches it: in the day that has the focus. */
  readonly isReached: boolean
  /** Whether it is open beside the calendar. */
  readonly isOpened: boolean
  /** Why it stays where it was; null unless somebody just tried to move it. */
  readonly refused: RefusedPost | null
}

// As in 09:00; clocks of twelve hours write more.
const clockLength = 5

/**
 * A post in the calendar. The calendar around it listens to presses, by its `data-post`: a listener and a router link
 * for each of many posts would make the calendar slow.
 */
export const PostChip = memo(function PostChip({
  post,
  lines,
  format,
  known,
  isReached,
  isOpened,
  refused,
}: PostChipProps) {
  const { t } = useLingui()
  const state = useLook(post)
  const tabIndex = isReached ? 0 : -1
  const words = usePostWords(post)
  const time = format.time(post.at)
  return (
    <div className={styles.box}>
      <a
        className={styles.chip}
        data-tone={toneOf(state)}
        data-post={post.id}
        data-lines={lines || undefined}
        data-clock={time.length > clockLength ? 'long' : undefined}
        aria-current={isOpened || undefined}
        href={`${boot.base}/posts/${post.id}`}
        tabIndex={tabIndex}
        draggable={false}
      >
        <StateMark state={state} isAlone />
        <time className={styles.time} dateTime={post.at}>
          {time}
        </time>
        {lines > 0 && <PostMarks post={post} known={known} />}
        {post.text === '' && post.thumbnail_url !== null ? (
          <span className={styles.text}>
            <Thumbnail url={post.thumbnail_url} name={words} />
          </span>
        ) : (
          <span className={styles.text}>{words}</span>
        )}
        {lines > 0 && post.text !== '' && post.thumbnail_url !== null && (
          <span className={styles.beside}>
            <Thumbnail url={post.thumbnail_url} name="" />
          </span>
        )}
        {lines === 0 && <PostMarks post={post} known={known} />}
      </a>
      <button type="button" className={styles.menu} data-menu={post.id} tabIndex={tabIndex}>
        <span className="hidden-text">{t`More for ${words}`}</span>
      </button>
      {refused !== null && (
        <p className={styles.refused} data-refusal>
          {refused.sentence}
          {refused.action !== undefined && (
            <button type="button" onClick={refused.action.run}>
              {refused.action.label}
            </button>
          )}
        </p>
      )}
    </div>
  )
})

function Thumbnail({ url, name }: { readonly url: string; readonly name: string }) {
  return (
    <img
      className={styles.thumbnail}
      src={url}
      alt={name}
      width={28}
      height={18}
      loading="lazy"
      decoding="async"
    />
  )
}
