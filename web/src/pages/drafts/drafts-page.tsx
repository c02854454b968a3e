import type { PostWithResults } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useNamedAccounts } from '../../data/accounts.ts'
import { useAuthorName } from '../../data/people.ts'
import { useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { NetworkMark } from '../../ui/network-mark.tsx'
import { Page } from '../../ui/page.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { deleteLater } from './delete-later.ts'
import styles from './drafts.module.css'

const filters = ['all', 'mine', 'returned', 'timed'] as const
type Filter = (typeof filters)[number]

/** Everything that is not planned yet. */
export function DraftsPage() {
  const { t } = useLingui()
  const { show } = useSearch({ strict: false }) as { show?: string }
  const filter: Filter = filters.find((each) => each === show) ?? 'all'
  const words: Readonly<Record<Filter, string>> = {
    all: t`All`,
    mine: t`Mine`,
    returned: t`Sent back`,
    timed: t`With a time`,
  }
  return (
    <Page title={t`Drafts`}>
      <div className={styles.filters} role="group" aria-label={t`Which drafts`}>
        {filters.map((each) => (
          <Link
            key={each}
            to="/drafts"
            search={each === 'all' ? {} : { show: each }}
            className={styles.filter}
            aria-current={each === filter ? 'true' : undefined}
          >
            {words[each]}
          </Link>
        ))}
      </div>
      <DraftList filter={filter} />
    </Page>
  )
}

function DraftList({ filter }: { readonly filter: Filter }) {
  const { t } = useLingui()
  const { api, scope, person } = useSession()
  const { data, error, refetch, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: [...scope, 'posts', 'drafts', filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.posts
        .list(
          {
            status: 'draft',
            expand: 'author',
            limit: 50,
            cursor: pageParam,
            ...(filter === 'mine' ? { author: person.id } : {}),
            ...(filter === 'returned' ? { approval: 'returned' } : {}),
            ...(filter === 'timed' ? { in_calendar: true } : {}),
          },
          { signal },
        )
        .page(),
    getNextPageParam: ({ meta }) =>
      meta.next === null ? undefined : (new URL(meta.next).searchParams.get('cursor') ?? undefined),
  })
  const drafts = data?.pages.flatMap((page) => page.data)
  if (drafts === undefined)
    return error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />
  if (drafts.length === 0) return <NoDrafts filter={filter} />
  return (
    <>
      <ul className={styles.drafts}>
        {drafts.map((draft) => (
          <Draft key={draft.id} draft={draft} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" onClick={() => void fetchNextPage()}>
          {t`Show more`}
        </Button>
      )}
    </>
  )
}

function NoDrafts({ filter }: { readonly filter: Filter }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  if (filter === 'mine') return <EmptyState title={t`No drafts of yours.`} />
  if (filter === 'returned') return <EmptyState title={t`Nothing was sent back.`} />
  if (filter === 'timed') return <EmptyState title={t`No draft has a time yet.`} />
  return (
    <EmptyState
      title={t`No drafts.`}
      actions={<Button onClick={() => void navigate({ to: '/posts/new' })}>{t`New post`}</Button>}
    >{t`What you begin to write is kept here until it is planned or published.`}</EmptyState>
  )
}

function Draft({ draft }: { readonly draft: PostWithResults }) {
  const { t } = useLingui()
  const session = useSession()
  const client = useQueryClient()
  const format = useTimeFormat()
  const named = useNamedAccounts()
  const nameOf = useAuthorName()
  const [isGone, setGone] = useState(false)
  if (isGone) return null
  const by = draft.author === session.person.id ? t`You` : nameOf(draft.author)
  const networks = draft.social_accounts.map((id) => named(id))
  const attached = plural(draft.media.length, { one: '# attachment', other: '# attachments' })
  return (
    <li className={styles.draft}>
      <Link to="/posts/$post/edit" params={{ post: draft.id }} className={styles.words} dir="auto">
        {draft.caption === '' ? t`Without words yet` : draft.caption.slice(0, 280)}
      </Link>
      {draft.approval?.state === 'returned' && draft.approval.comment !== null && (
        <p className={styles.returned}>{t`Sent back: ${draft.approval.comment}`}</p>
      )}
      <footer className={styles.foot}>
        <span className={styles.networks}>
          {networks
            .slice(0, 5)
            .map(({ platform, handle, account }, index) =>
              platform === null ? null : (
                <NetworkMark
                  key={account?.id ?? index}
                  iconUrl={platform.icon_url}
                  name={`${platform.name} ${handle}`}
                />
              ),
            )}
          {networks.length > 5 && `+${networks.length - 5}`}
          {networks.length === 1 && networks[0]?.account !== null && (
            <span className={styles.handle}>{networks[0]?.handle}</span>
          )}
        </span>
        <span>
          {by !== null && <>{by} · </>}
          {draft.scheduled_at !== null && <>{t`meant for ${format.moment(draft.scheduled_at)}`} · </>}
          {draft.media.length > 0 && <>{attached} · </>}
          {t`changed ${format.away(draft.updated_at)}`}
        </span>
        <IconButton
          aria-label={t`Delete`}
          title={t`Delete`}
          onClick={() => {
            setGone(true)
            deleteLater({
              session,
              client,
              id: draft.id,
              words: t`Draft deleted.`,
              onKept: () => setGone(false),
            })
          }}
        >
          <IconTrash size={18} stroke={1.75} />
        </IconButton>
      </footer>
    </li>
  )
}
