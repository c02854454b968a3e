import type { CalendarPost } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { boot } from '../boot/boot.ts'
import { StateMark } from '../ui/state-mark.tsx'
import textButton from '../ui/text-button.module.css'
import type { NetworksAndAccounts } from './calendar-queries.ts'
import type { CalendarTools } from './calendar-tools.ts'
import { PostMarks } from './post-marks.tsx'
import styles from './post-row.module.css'
import { usePostWords } from './post-words.ts'
import { useLook } from './use-look.ts'

interface PostRowProps {
  readonly post: CalendarPost
  readonly tools: CalendarTools
  /** Stands first: a box that selects the post. */
  readonly before?: ReactNode
  /** Stands behind the accounts, where there is room: author and tags. */
  readonly after?: ReactNode
}

/** A post as a line of a list. The list listens to its presses. */
export function PostRow({ post, tools, before, after }: PostRowProps) {
  const { t } = useLingui()
  const { format, known, mover } = tools
  const refused = mover.refused?.post === post.id ? mover.refused : null
  const isOpened = tools.opened === post.id
  const state = useLook(post)
  const words = usePostWords(post)
  return (
    <li className={styles.item} data-post-row={post.id}>
      <div className={styles.row}>
        {before}
        <a
          className={styles.link}
          data-post={post.id}
          aria-current={isOpened || undefined}
          href={`${boot.base}/posts/${post.id}`}
          draggable={false}
        >
          <time className={styles.time} dateTime={post.at}>
            {format.time(post.at)}
          </time>
          <span className={styles.state}>
            <StateMark state={state} />
          </span>
          <span className={styles.text}>
            {post.thumbnail_url !== null && (
              <img src={post.thumbnail_url} alt="" width={28} height={28} loading="lazy" decoding="async" />
            )}
            <span className={styles.words}>{words}</span>
          </span>
          <span className={styles.accounts}>
            <PostMarks post={post} known={known.platforms} />
            <span className={styles.names}>{namesOf(post, known)}</span>
          </span>
          {after}
        </a>
        <button type="button" className={styles.menu} data-menu={post.id}>
          <IconDots size={18} stroke={1.75} aria-hidden="true" />
          <span className="hidden-text">{t`More for ${words}`}</span>
        </button>
      </div>
      {refused !== null && (
        <p className={styles.refused} data-refusal>
          {refused.sentence}
          {refused.action !== undefined && (
            <button type="button" className={textButton.button} onClick={refused.action.run}>
              {refused.action.label}
            </button>
          )}
        </p>
      )}
    </li>
  )
}

function namesOf(
  { social_accounts, social_account_count }: CalendarPost,
  { accounts }: NetworksAndAccounts,
): string {
  const [first] = social_accounts
  const known = first === undefined ? undefined : accounts.get(first)
  if (known === undefined) return ''
  return social_account_count > 1 ? `@${known.username} +${social_account_count - 1}` : `@${known.username}`
}
