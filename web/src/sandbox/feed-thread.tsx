import type { SandboxFeed, SocialAccount } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { AccountAvatar } from '../accounts/account-avatar.tsx'
import { humanize } from '../schema-form/read-schema.ts'
import { useTimeFormat } from '../time/format.ts'
import { useSearchParam } from '../ui/search-param.ts'
import { FeedMedia } from './feed-media.tsx'
import { LinkedText } from './linked-text.tsx'
import { ResultLink } from './result-link.tsx'
import styles from './sandbox.module.css'

type Thread = SandboxFeed['data'][number]
type Post = Thread['posts'][number]

interface FeedThreadProps {
  readonly account: SocialAccount
  readonly thread: Thread
  /** The post that the address names. */
  readonly here: string | null
}

/** A post with its replies, as its network shows them. */
export function FeedThread({ account, thread, here }: FeedThreadProps) {
  const { t } = useLingui()
  const [root] = thread.posts
  return (
    <ol className={styles.thread} aria-label={thread.posts.length > 1 ? t`Thread` : t`Post`}>
      {thread.posts.map((post) => (
        <li key={post.id} className={styles.post} data-here={post.id === here || undefined}>
          <AccountAvatar account={account} size={40} />
          <FeedPost
            account={account}
            post={post}
            // The parts of a thread share one result, so it is named once.
            hasResult={post === root || post.post_result_id !== root?.post_result_id}
          />
        </li>
      ))}
    </ol>
  )
}

interface FeedPostProps {
  readonly account: SocialAccount
  readonly post: Post
  readonly hasResult: boolean
}

function FeedPost({ account, post, hasResult }: FeedPostProps) {
  const { t, i18n } = useLingui()
  const format = useTimeFormat()
  const [, setPost] = useSearchParam('post')
  const { language, channel, poll, media, text, cover_url: cover, post_result_id: result } = post
  return (
    <article className={styles.body}>
      <p className={styles.by}>
        <strong>{account.display_name}</strong>
        <button type="button" className={styles.when} onClick={() => setPost(post.id, true)}>
          <time dateTime={post.created_at}>{format.exact(post.created_at)}</time>
          <span className="hidden-text">{t`Show this post alone`}</span>
        </button>
      </p>
      {cover !== null && <img className={styles.cover} src={cover} alt="" loading="lazy" />}
      {text !== '' && (
        <p className={styles.text} dir="auto" lang={language ?? undefined}>
          <LinkedText text={text} />
        </p>
      )}
      {media.length > 0 &&
        (post.is_sensitive ? (
          <details className={styles.veil}>
            <summary>{t`Sensitive media`}</summary>
            <FeedMedia media={media} />
          </details>
        ) : (
          <FeedMedia media={media} />
        ))}
      {poll !== null && <Poll poll={poll} />}
      <p className={styles.foot}>
        {language !== null && <span>{languageName(language, i18n.locale)}</span>}
        {channel !== null && <span>{t`in ${humanize(channel)}`}</span>}
        {hasResult && result !== null && <ResultLink account={account.id} result={result} />}
      </p>
    </article>
  )
}

function Poll({ poll }: { readonly poll: NonNullable<Post['poll']> }) {
  const { t } = useLingui()
  const { duration_minutes: minutes } = poll
  const open =
    minutes % 1_440 === 0
      ? plural(minutes / 1_440, { one: 'open for # day', other: 'open for # days' })
      : minutes % 60 === 0
        ? plural(minutes / 60, { one: 'open for # hour', other: 'open for # hours' })
        : plural(minutes, { one: 'open for # minute', other: 'open for # minutes' })
  return (
    <div>
      <ul className={styles.poll} data-multiple={poll.multiple || undefined}>
        {poll.options.map((option) => (
          <li key={option} dir="auto">
            {option}
          </li>
        ))}
      </ul>
      <p className={styles.foot}>{poll.multiple ? t`several choices, ${open}` : t`one choice, ${open}`}</p>
    </div>
  )
}

// Extensions such as `-u-ca-gregory` name no language, and DisplayNames refuses them.
function languageName(tag: string, locale: string): string {
  try {
    const { baseName } = new Intl.Locale(tag)
    return new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' }).of(baseName) ?? tag
  } catch (error) {
    if (error instanceof RangeError) return tag
    throw error
  }
}
