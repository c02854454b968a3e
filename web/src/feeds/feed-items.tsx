import type { Feed, FeedItem } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Fault } from '../ui/confirm.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useAction } from '../ui/form.tsx'
import { OlderButton } from '../ui/older-button.tsx'
import { useSearchParam } from '../ui/search-param.ts'
import { StateMark } from '../ui/state-mark.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { isRunning, itemsQuery, type Outcome, useFeedsChanged } from './feed-queries.ts'
import { outcomeLook, sayNote, useFeedWords } from './feed-words.ts'
import styles from './feeds.module.css'

const outcomes: readonly Outcome[] = ['waiting', 'posted', 'failed', 'skipped', 'old']

interface FeedItemsProps {
  readonly feed: Feed
  readonly mayChange: boolean
}

/** The items of a feed and what became of each, with the decisions that are a person's. */
export function FeedItems({ feed, mayChange }: FeedItemsProps) {
  const { t } = useLingui()
  const words = useFeedWords()
  const [wanted, setOutcome] = useSearchParam('outcome')
  const outcome = outcomes.find((each) => each === wanted) ?? null
  const list = useInfiniteQuery(itemsQuery(useSession(), feed.id, outcome))
  const { data, error, refetch } = list
  const items = data?.pages.flatMap((page) => page.data)
  return (
    <Tabs
      label={t`Show`}
      look="chips"
      tabs={[{ id: 'all', label: t`All` }, ...outcomes.map((id) => ({ id, label: words.outcomes[id] }))]}
      current={outcome ?? 'all'}
      onChange={(next) => setOutcome(next === 'all' ? null : next)}
    >
      {mayChange && feed.waiting > 0 && <DecideAll feed={feed} />}
      {items === undefined && error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      {items?.length === 0 && (
        <EmptyState title={outcome === null ? t`It has had no items yet.` : t`No items match.`}>
          {outcome === null
            ? t`The next one that comes becomes a post.`
            : t`Others are hidden by the filter.`}
        </EmptyState>
      )}
      {items !== undefined && items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item) => (
            <ItemRow key={item.id} item={item} feed={feed} mayChange={mayChange} />
          ))}
        </ul>
      )}
      <OlderButton label={t`Older items`} list={list} />
    </Tabs>
  )
}

function useDecide(feed: Feed) {
  const { api } = useSession()
  const changed = useFeedsChanged()
  return useAction(async (decision: 'post' | 'skip', item: FeedItem | null) => {
    await api.feeds.decideItems(feed.id, { decision, ...(item === null ? {} : { items: [item.id] }) })
    await changed()
  })
}

function DecideAll({ feed }: { readonly feed: Feed }) {
  const { t } = useLingui()
  const words = useFeedWords()
  const deciding = useDecide(feed)
  return (
    <section className={card.card} data-tone="brass" aria-label={words.waiting(feed)}>
      <p>{words.waiting(feed)}.</p>
      {deciding.error !== null && <Fault error={deciding.error} />}
      <div className={card.row}>
        {isRunning(feed) && (
          <Button
            variant="default"
            aria-disabled={deciding.isBusy}
            onClick={() => void deciding.start('post', null)}
          >
            {t`Post them`}
          </Button>
        )}
        <Button
          variant="default"
          aria-disabled={deciding.isBusy}
          onClick={() => void deciding.start('skip', null)}
        >
          {t`Skip them`}
        </Button>
      </div>
    </section>
  )
}

interface ItemRowProps extends FeedItemsProps {
  readonly item: FeedItem
}

function ItemRow({ item, feed, mayChange }: ItemRowProps) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const words = useFeedWords()
  const deciding = useDecide(feed)
  const { title, link, outcome, post_id: post, notes, published_at: at, found_at: found } = item
  const name = title || (link ?? t`An item without words`)
  const isOpen = outcome === 'waiting' || outcome === 'failed'
  return (
    <li className={styles.item}>
      <span className={styles.mark}>
        <StateMark state={outcomeLook[outcome]} isToldBeside />
      </span>
      <span className={styles.words}>
        {link === null ? (
          <span>{name}</span>
        ) : (
          <a href={link} target="_blank" rel="noopener noreferrer nofollow ugc">
            {name}
          </a>
        )}
        <span className={card.small}>
          {words.outcomes[outcome]} · <time dateTime={at ?? found}>{format.moment(at ?? found)}</time>
        </span>
        {notes.map((note) => (
          <span key={`${note.code} ${note.social_account_id ?? ''}`} className={card.small}>
            {sayNote(note)}
          </span>
        ))}
        {deciding.error !== null && <Fault error={deciding.error} />}
      </span>
      <span className={card.row}>
        {post !== null && (
          <Link to="/posts/$post" params={{ post }}>
            {t`The post`} <span className="hidden-text">{name}</span>
          </Link>
        )}
        {mayChange && isRunning(feed) && outcome !== 'posted' && outcome !== 'due' && (
          <Button
            variant="default"
            aria-disabled={deciding.isBusy}
            onClick={() => void deciding.start('post', item)}
          >
            {t`Post it`} <span className="hidden-text">{name}</span>
          </Button>
        )}
        {mayChange && isOpen && (
          <Button
            variant="default"
            aria-disabled={deciding.isBusy}
            onClick={() => void deciding.start('skip', item)}
          >
            {t`Skip it`} <span className="hidden-text">{name}</span>
          </Button>
        )}
      </span>
    </li>
  )
}
