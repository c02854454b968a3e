import type { FeedCheck } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { accountHandle } from '../accounts/account-words.ts'
import { useAccountsById, usePlatformsByName } from '../data/accounts.ts'
import { PostPreview } from '../preview/post-preview.tsx'
import { useTimeFormat } from '../time/format.ts'
import card from '../ui/card.module.css'
import { Segments } from '../ui/segments.tsx'
import { sayNote } from './feed-words.ts'
import styles from './feeds.module.css'

interface FeedPreviewProps {
  readonly check: FeedCheck
  /** Told of another feed of the same page. */
  readonly onOther: (url: string) => void
}

/** A feed before it is added: what it is called, its newest items, and the newest of them as a post on each account. */
export function FeedPreview({ check, onOther }: FeedPreviewProps) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const { title, items, total, alternatives, url } = check
  const count = plural(total, { one: '# item', other: '# items' })
  return (
    <section className={card.stack} aria-label={t`The feed`}>
      <p>
        <b>{title}</b> <span className={card.soft}>{count}</span>
      </p>
      {alternatives.length > 1 && (
        <label className={card.row}>
          {t`The page has several feeds:`}
          <select value={url} onChange={(event) => onOther(event.currentTarget.value)}>
            {alternatives.map((each) => (
              <option key={each.url} value={each.url}>
                {each.title || each.url}
              </option>
            ))}
          </select>
        </label>
      )}
      {items.length === 0 && (
        <p className={card.soft}>{t`It has no items yet. The next one is the first.`}</p>
      )}
      <ul className={styles.newest}>
        {items.slice(0, 3).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Items of a feed may be equal in everything that is shown.
          <li key={index}>
            {item.title || item.link}
            {item.published_at !== null && (
              <span className={card.small}> {format.moment(item.published_at)}</span>
            )}
          </li>
        ))}
      </ul>
      <NewestAsPost check={check} />
    </section>
  )
}

function NewestAsPost({ check: { previews } }: { readonly check: FeedCheck }) {
  const { t } = useLingui()
  const accounts = useAccountsById()
  const platforms = usePlatformsByName()
  const [wanted, setWanted] = useState<string | null>(null)
  const shown = previews.find((each) => each.social_account_id === wanted) ?? previews[0]
  const account = accounts.get(shown?.social_account_id ?? '')
  const platform = platforms.get(shown?.platform ?? '')
  if (shown === undefined || account === undefined || platform === undefined)
    return <p className={card.soft}>{t`Choose accounts to see the newest item as a post.`}</p>
  return (
    <>
      {previews.length > 1 && (
        <Segments
          label={t`Account in the preview`}
          choices={previews.map(({ social_account_id: id }) => {
            const each = accounts.get(id)
            return { id, label: each === undefined ? '…' : accountHandle(each) }
          })}
          chosen={shown.social_account_id}
          onChoose={setWanted}
        />
      )}
      <PostPreview
        platform={platform}
        account={account}
        text={shown.caption}
        media={[]}
        link={null}
        at={null}
      />
      {shown.is_shortened && <p className={card.small}>{t`It was shortened to fit.`}</p>}
      {shown.problems.map((problem) => (
        <p key={problem.code} className={styles.fault}>
          {sayNote(problem)}
        </p>
      ))}
    </>
  )
}
