import type { Media, PostWithResults } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { DeviceDraft } from '../../composer/drafts/device-drafts.ts'
import { useAuthorName } from '../../data/member-names.ts'
import { nextCursor } from '../../data/next-cursor.ts'
import { isAtLeast, useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchParam } from '../../ui/search-param.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { deleteLater, useLeavingDrafts } from './delete-later.ts'
import { DeviceDraftCard, useDeviceDrafts } from './device-draft.tsx'
import { DraftCard } from './draft-card.tsx'
import styles from './drafts.module.css'

const filters = ['all', 'mine', 'returned', 'timed'] as const
type Filter = (typeof filters)[number]

/** Everything that is not planned yet. */
export function DraftsPage() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const { show } = useSearch({ strict: false }) as { show?: string }
  const [text, setText] = useSearchParam('text')
  const filter: Filter = filters.find((each) => each === show) ?? 'all'
  const words: Readonly<Record<Filter, string>> = {
    all: t`All`,
    mine: t`Mine`,
    returned: t`Sent back`,
    timed: t`With a time`,
  }
  return (
    <Page
      title={t`Drafts`}
      actions={
        isAtLeast(workspace.role, 'author') && (
          <Link to="/import" className={styles.import}>
            {t`Import a table`}
          </Link>
        )
      }
    >
      <SearchField
        className={styles.search}
        label={t`Search in drafts`}
        value={text ?? ''}
        onChange={(next) => setText(next === '' ? null : next)}
      />
      <div className={styles.filters} role="group" aria-label={t`Which drafts`}>
        {filters.map((each) => (
          <Link
            key={each}
            to="/drafts"
            // The words of the address as it is when one presses: they may have changed a moment ago.
            search={(before: { readonly text?: unknown }) => ({
              ...(each === 'all' ? {} : { show: each }),
              ...(before.text === undefined ? {} : { text: before.text }),
            })}
            className={styles.filter}
            aria-current={each === filter ? 'true' : undefined}
          >
            {words[each]}
          </Link>
        ))}
      </div>
      <DraftList filter={filter} text={text ?? ''} />
    </Page>
  )
}

interface Shown {
  readonly filter: Filter
  /** The words that are searched for; empty for none. */
  readonly text: string
}

/** Whether a draft of this device is shown, which is always one's own and was never sent back. */
function isShown({ filter, text }: Shown, { content }: DeviceDraft): boolean {
  if (!content.caption.toLowerCase().includes(text.toLowerCase())) return false
  return filter === 'timed' ? content.when.kind === 'at' : filter !== 'returned'
}

function DraftList({ filter, text }: Shown) {
  const { t } = useLingui()
  const { data, error, refetch, fetchNextPage, hasNextPage } = useDraftPages({ filter, text })
  const leaving = useLeavingDrafts()
  const isStaying = ({ id }: { readonly id: string }) => !leaving.includes(id)
  const pages = data?.pages.map((page) => page.data.filter(isStaying)) ?? []
  const drafts = pages.flat()
  // A draft that has just reached the server is shown as that of the server.
  const known = new Set(drafts.map(({ id }) => id))
  const local = useDeviceDrafts().filter((each) => isShown({ filter, text }, each) && !known.has(each.id))
  const isEmpty = local.length === 0 && drafts.length === 0
  return (
    <>
      <ul className={styles.drafts}>
        {local.map((draft) => (
          <DeviceDraftCard key={draft.id} draft={draft} />
        ))}
        {data?.pages.map(({ data: [first] }, index) => (
          <DraftCards key={first?.id} drafts={pages[index] ?? []} />
        ))}
      </ul>
      {data === undefined &&
        (error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />)}
      {data !== undefined && isEmpty && !hasNextPage && <NoDrafts filter={filter} text={text} />}
      {hasNextPage && (
        <Button variant="default" onClick={() => void fetchNextPage()}>
          {t`Show more`}
        </Button>
      )}
    </>
  )
}

/** The drafts of the server, a page after another. */
function useDraftPages({ filter, text }: Shown) {
  const { api, scope, person } = useSession()
  return useInfiniteQuery({
    queryKey: [...scope, 'posts', 'drafts', filter, text],
    initialPageParam: '',
    // Drafts that were found stay while one types on.
    ...(text === '' ? {} : { placeholderData: keepPreviousData }),
    queryFn: ({ pageParam, signal }) =>
      api.posts
        .list(
          {
            status: 'draft',
            expand: ['author', 'open_notes'],
            limit: 50,
            cursor: pageParam,
            ...(text === '' ? {} : { text }),
            ...(filter === 'mine' ? { author: person.id } : {}),
            ...(filter === 'returned' ? { approval: 'returned' } : {}),
            ...(filter === 'timed' ? { in_calendar: true } : {}),
          },
          { signal },
        )
        .page(),
    getNextPageParam: nextCursor,
  })
}

function NoDrafts({ filter, text }: Shown) {
  const { t } = useLingui()
  const navigate = useNavigate()
  if (text !== '') return <EmptyState title={t`No drafts match.`} />
  if (filter === 'mine') return <EmptyState title={t`No drafts of yours.`} />
  if (filter === 'returned') return <EmptyState title={t`Nothing was sent back.`} />
  if (filter === 'timed') return <EmptyState title={t`No draft has a time yet.`} />
  return (
    <EmptyState
      title={t`No drafts.`}
      actions={
        <Button variant="default" onClick={() => void navigate({ to: '/posts/new' })}>{t`New post`}</Button>
      }
    >{t`What you begin to write is kept here until it is planned or published.`}</EmptyState>
  )
}

/** The drafts of one page. All their pictures are asked for at once. */
function DraftCards({ drafts }: { readonly drafts: readonly PostWithResults[] }) {
  const { api, scope } = useSession()
  const ids = drafts.filter(({ media }) => media.length > 0).map(({ id }) => id)
  const { data } = useQuery({
    queryKey: [...scope, 'media', 'of-posts', ids],
    enabled: ids.length > 0,
    staleTime: 60_000,
    // The pictures stay while a draft more or less has them asked for again.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.media.list({ post_id: ids, limit: 100 }, { signal }).toArray(),
  })
  const media = new Map(data?.map((medium) => [medium.media_id, medium]))
  return drafts.map((draft) => (
    <Draft key={draft.id} draft={draft} medium={media.get(draft.media_ids[0] ?? '')} />
  ))
}

interface DraftProps {
  readonly draft: PostWithResults
  readonly medium: Media | undefined
}

function Draft({ draft, medium }: DraftProps) {
  const { t } = useLingui()
  const session = useSession()
  const client = useQueryClient()
  const format = useTimeFormat()
  const nameOf = useAuthorName()
  const by = draft.author === session.person.id ? t`You` : nameOf(draft.author)
  const { open_notes: notes = 0 } = draft
  const remove = () => deleteLater({ session, client, draft, words: t`Draft deleted.` })
  return (
    <DraftCard
      to={{ post: draft.id }}
      caption={draft.caption}
      medium={medium}
      mediaCount={draft.media.length}
      accounts={draft.social_accounts}
      note={
        draft.approval?.state === 'returned' &&
        draft.approval.comment !== null && (
          <p className={styles.returned}>{t`Sent back: ${draft.approval.comment}`}</p>
        )
      }
      facts={
        <>
          {notes > 0 && <>{plural(notes, { one: '# open note', other: '# open notes' })} · </>}
          {by !== null && <>{by} · </>}
          {draft.scheduled_at !== null && <>{t`meant for ${format.moment(draft.scheduled_at)}`} · </>}
          {t`changed ${format.away(draft.updated_at)}`}
        </>
      }
      onDelete={remove}
    />
  )
}
