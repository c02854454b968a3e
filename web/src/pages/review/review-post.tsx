import { useLingui } from '@lingui/react/macro'
import { IconExternalLink } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { DrawnPreview } from '../../preview/drawn-preview.tsx'
import { Avatar } from '../../preview/parts.tsx'
import { isAddress } from '../../ui/web-address.ts'
import styles from './review.module.css'
import { ReviewDecision } from './review-decision.tsx'
import type { ReviewedAccount, ReviewedMedium, ReviewedPost } from './review-link.ts'
import type { ReviewPostProps } from './review-post-props.ts'
import { useStateWords } from './review-words.ts'

/** One post: how it will look, when it goes out, and what was said to it. */
export function ReviewPost(props: ReviewPostProps) {
  const { t } = useLingui()
  const { post, platforms, format } = props
  const [at, setAt] = useState(0)
  const id = useId()
  const { tone, words } = useStateWords()(post)
  const account = post.accounts[at] ?? post.accounts[0]
  const time =
    post.at === null ? (post.state === 'draft' ? t`No time yet` : t`At once`) : format.time(post.at)
  return (
    <article className={styles.post} aria-labelledby={id}>
      <div className={styles.side}>
        <header className={styles.postHead}>
          <h3 id={id} className={styles.time}>
            {time}
          </h3>
          <span className={styles.chip} data-tone={tone}>
            {words}
          </span>
        </header>
        {hasAccountsToSay(post) && (
          <Accounts {...{ post, platforms, format, chosen: account }} onChoose={setAt} />
        )}
        <ReviewDecision {...props} />
      </div>
      <div className={styles.look}>
        {account === undefined ? (
          <p className={styles.soft}>{t`No account is chosen for it yet.`}</p>
        ) : (
          <Look account={account} platforms={platforms} at={account.at ?? post.at} format={format} />
        )}
      </div>
    </article>
  )
}

/** Whether the preview alone does not say everything of the accounts. */
function hasAccountsToSay({ accounts }: ReviewedPost): boolean {
  return accounts.length > 1 || accounts.some(({ at, url }) => at !== null || url !== null)
}

interface AccountsProps extends Pick<ReviewPostProps, 'post' | 'platforms' | 'format'> {
  readonly chosen: ReviewedAccount | undefined
  readonly onChoose: (index: number) => void
}

/** The accounts of a post. Where there are several, each is a button that shows how the post will look there. */
function Accounts({ post, platforms, format, chosen, onChoose }: AccountsProps) {
  const { t } = useLingui()
  const many = post.accounts.length > 1
  return (
    <ul className={styles.accounts} aria-label={t`Accounts`}>
      {post.accounts.map((account, index) => {
        const network = platforms.get(account.platform)?.name ?? account.platform
        const inside = (
          <>
            <Avatar account={account} size={28} />
            <span className={styles.accountWords}>
              <span dir="auto">{account.display_name || account.username}</span>
              <span className={styles.small}>
                {account.at === null ? network : t`${network}, at ${format.moment(account.at)}`}
              </span>
            </span>
          </>
        )
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: Accounts have no names here, and their order stays.
          <li key={index} className={styles.accountRow}>
            {many ? (
              <button
                type="button"
                className={styles.account}
                aria-pressed={account === chosen}
                onClick={() => onChoose(index)}
              >
                {inside}
              </button>
            ) : (
              <span className={styles.account}>{inside}</span>
            )}
            {account.url !== null && isAddress(account.url) && (
              <a className={styles.live} href={account.url} target="_blank" rel="noreferrer noopener">
                {t`See it live`} <span className="hidden-text">{network}</span>
                <IconExternalLink size={16} stroke={1.75} aria-hidden="true" />
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface LookProps extends Pick<ReviewPostProps, 'platforms' | 'format'> {
  readonly account: ReviewedAccount
  readonly at: string | null
}

function Look({ account, platforms, at, format }: LookProps) {
  const { t } = useLingui()
  const platform = platforms.get(account.platform)
  const media = account.parts.flatMap((part) => part.media)
  if (platform === undefined)
    return <p className={styles.soft}>{t`This network is not known here any more.`}</p>
  return (
    <>
      {account.parts.map(({ part, text, media: ofPart }, index) =>
        part === 'first_comment' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: A part is known by its place alone.
          <div key={index} className={styles.comment}>
            <strong>{t`First comment`}</strong>
            <p dir="auto">{text}</p>
          </div>
        ) : (
          <DrawnPreview
            // biome-ignore lint/suspicious/noArrayIndexKey: A part is known by its place alone.
            key={index}
            platform={platform}
            drawn={{
              ...{ look: platform.preview, account, text, title: account.title, link: null },
              media: ofPart.map(toShown),
              when: at === null ? t`now` : format.moment(at),
            }}
          />
        ),
      )}
      {media.length > 0 && <MediaLinks media={media} />}
    </>
  )
}

function toShown(medium: ReviewedMedium, index: number) {
  return { entry: { media_id: medium.url ?? `${index}` }, medium }
}

/** The way to each file whole: a preview shows a video as a picture, and pictures as they are cut. */
function MediaLinks({ media }: { readonly media: readonly ReviewedMedium[] }) {
  const { t } = useLingui()
  const wordsOf = ({ kind }: ReviewedMedium, number: number) => {
    if (kind === 'video') return media.length === 1 ? t`Watch the video` : t`Watch video ${number}`
    if (kind === 'document') return media.length === 1 ? t`Open the document` : t`Open document ${number}`
    return media.length === 1 ? t`See the whole picture` : t`See picture ${number} whole`
  }
  return (
    <ul className={styles.files}>
      {media.map((medium, index) =>
        medium.url === null ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: A post may have a file twice.
          <li key={index}>
            <a href={medium.url} target="_blank" rel="noreferrer noopener">
              {wordsOf(medium, index + 1)}
            </a>
          </li>
        ),
      )}
    </ul>
  )
}
