import type { Feed } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isAtLeast, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { StateChip } from '../ui/state-mark.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { useOpener } from '../ui/use-opener.ts'
import { Waiting } from '../ui/waiting.tsx'
import { feedsQuery, useFeedsChanged } from './feed-queries.ts'
import { feedLook, sayNote, useFeedWords } from './feed-words.ts'
import styles from './feeds.module.css'
import { NewFeed } from './new-feed.tsx'

/** The feeds whose new items become posts. */
export function FeedsPage() {
  const { t } = useLingui()
  const session = useSession()
  const [isAdding, setAdding] = useState(false)
  const opener = useOpener(isAdding)
  const changed = useFeedsChanged()
  const { data, error, refetch } = useQuery(feedsQuery(session))
  const mayAdd = isAtLeast(session.workspace.role, 'author')
  const add = (
    <Button
      ref={opener}
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
      onClick={() => setAdding(true)}
    >
      {t`New feed`}
    </Button>
  )
  return (
    <Page
      title={t`Feeds`}
      lead={t`Each new item of a blog, a channel or a podcast becomes a post, once.`}
      actions={mayAdd && !isAdding && data !== undefined && data.length > 0 && add}
    >
      {isAdding && <NewFeed onDone={() => setAdding(false)} onAdded={changed} />}
      {data === undefined &&
        (error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />)}
      {data?.length === 0 && !isAdding && (
        <EmptyState title={t`No feeds yet.`} actions={mayAdd && add}>
          {mayAdd
            ? t`Paste the address of your blog, and Crier looks there every quarter of an hour. What is there already stays as it is; what comes next becomes a draft, goes into the queue or goes out at once.`
            : t`Authors and editors add feeds. Ask one of them to begin.`}
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className={styles.feeds}>
          {data.map((feed) => (
            <li key={feed.id}>
              <FeedRow feed={feed} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

function FeedRow({ feed }: { readonly feed: Feed }) {
  const { t } = useLingui()
  const words = useFeedWords()
  const { id, title, last_item: last, problem, action } = feed
  const waiting = words.waiting(feed)
  return (
    <Link to="/feeds/$feed" params={{ feed: id }} className={styles.feed}>
      <span className={styles.name}>{title}</span>
      <span className={styles.state}>
        <StateChip state={feedLook[feed.status]} words={words.statuses[feed.status]} />
      </span>
      <span className={card.small}>
        {[words.actions[action], words.looks(feed)].filter((each) => each !== '').join(' · ')}
      </span>
      {last !== null && <span className={card.soft}>{t`Last item: ${last.title || (last.link ?? '')}`}</span>}
      {waiting !== '' && <span className={styles.waiting}>{waiting}</span>}
      {problem !== null && <span className={styles.waiting}>{sayNote(problem)}</span>}
    </Link>
  )
}
