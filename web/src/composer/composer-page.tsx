import { ApiError } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { accountsQuery, platformsQuery } from '../data/accounts.ts'
import { onEvent } from '../live/live-events.ts'
import { isAtLeast, type Session, useSession } from '../session/session.ts'
import { instantOf, readDay } from '../time/zone.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Late } from '../ui/late.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { useLater } from '../ui/use-later.ts'
import { Composer } from './composer.tsx'
import type { Desk } from './desk.ts'
import { WritingPlace } from './editor/writing-place.tsx'
import { newId } from './new-id.ts'
import { type Beginning, placesOf, readBeginning, startDesk, workspaceQuery } from './start-desk.ts'
import { rememberedTime } from './usual.ts'

const NoWriter = lazyPart(() => import('./notices/no-writer.tsx'), 'NoWriter')

/** Requests the data of the page before anything is drawn. A failure is shown in its place. */
export function prepareComposer(client: QueryClient, session: Session): void {
  if (!isAtLeast(session.workspace.role, 'author')) return
  void client.prefetchQuery(accountsQuery(session))
  void client.prefetchQuery(platformsQuery(session))
  void client.prefetchQuery(workspaceQuery(session))
}

/** Writing a post, or changing one: a page of its own, so that nothing that is written is lost beside it. */
export function ComposerPage() {
  const { workspace, scope } = useSession()
  const { post } = useParams({ strict: false }) as { post?: string }
  const { draft, at, day } = useSearch({ strict: false }) as { draft?: string; at?: string; day?: string }
  const id = useNewId(draft)
  const mayWriteNow = isAtLeast(workspace.role, 'author')
  // Somebody whose role is lowered while they write keeps their words in sight.
  const [mightWrite] = useState(mayWriteNow)
  const mayWrite = mayWriteNow || mightWrite
  if (!mayWrite)
    return (
      <Late>
        <NoWriter />
      </Late>
    )
  const known = post ?? draft
  return (
    <LoadedComposer
      key={post ?? id}
      id={post ?? id}
      isNew={known === undefined}
      at={askedTime(at, day, scope, workspace.timezone)}
    />
  )
}

/** The time that the address asks for: a moment, or a day at the time of the last post. */
function askedTime(
  at: string | undefined,
  day: string | undefined,
  scope: readonly [string, string],
  zone: string,
): string | null {
  if (typeof at === 'string' && !Number.isNaN(Date.parse(at))) return new Date(at).toISOString()
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null
  const [hour = 9, minute = 0] = rememberedTime(scope).split(':').map(Number)
  return new Date(instantOf(zone, { ...readDay(day), hour, minute })).toISOString()
}

/** The id of a new post. It stays when the address begins to name it, and is another when a further post is begun. */
function useNewId(named: string | undefined): string {
  const [state, setState] = useState(() => ({ id: named ?? newId(), isNamed: named !== undefined }))
  const isOther = named !== undefined && named !== state.id
  const isFurther = named === undefined && state.isNamed
  if (isOther) setState({ id: named, isNamed: true })
  else if (isFurther) setState({ id: newId(), isNamed: false })
  else if (named !== undefined && !state.isNamed) setState({ ...state, isNamed: true })
  return state.id
}

interface LoadedComposerProps {
  readonly id: string
  readonly isNew: boolean
  readonly at: string | null
}

function LoadedComposer({ id, isNew, at }: LoadedComposerProps) {
  const { t } = useLingui()
  const session = useSession()
  // A post that was new when the page opened stays so, although its address names it after the first letter.
  const [wasNew] = useState(isNew)
  const accounts = useQuery(accountsQuery(session))
  const platforms = useQuery(platformsQuery(session))
  const workspace = useQuery(workspaceQuery(session))
  const beginning = useBeginning(id, wasNew)
  const isThere = accounts.data && platforms.data && workspace.data && (wasNew || beginning.data)
  // The composer is made in pieces of work between which the browser reacts to the person.
  const isDue = useLater(isThere !== undefined, false)
  const trouble = [accounts, platforms, workspace, beginning].find(
    ({ error, data }) => error !== null && data === undefined,
  )
  if (trouble !== undefined) {
    const isGone = trouble.error instanceof ApiError && trouble.error.status === 404
    return (
      <Page title={isGone ? t`No such post` : t`Edit post`} width="text">
        {isGone ? (
          <EmptyState
            title={t`This post doesn't exist, or it isn't yours.`}
            actions={<Link to="/calendar">{t`Go to the calendar`}</Link>}
          />
        ) : (
          <Trouble error={trouble.error} onRetry={() => void trouble.refetch()} />
        )}
      </Page>
    )
  }
  if (!isThere || !isDue)
    return <Page title={wasNew ? t`New post` : t`Edit post`}>{wasNew ? <WritingPlace /> : null}</Page>
  return (
    <StartedComposer
      id={id}
      at={at}
      accounts={accounts.data}
      platforms={platforms.data}
      workspace={workspace.data}
      beginning={beginning.data ?? null}
    />
  )
}

function useBeginning(id: string, isNew: boolean) {
  const session = useSession()
  return useQuery({
    queryKey: [...session.scope, 'composer', id],
    enabled: !isNew,
    // The work goes on from here; later changes of others are met when it is saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => readBeginning(session, id, signal),
  })
}

interface StartedComposerProps {
  readonly id: string
  readonly at: string | null
  readonly accounts: Parameters<typeof placesOf>[0]
  readonly platforms: Parameters<typeof placesOf>[1]
  readonly workspace: { readonly undo_seconds: number; readonly approval_mode: 'authors' | 'everyone' }
  readonly beginning: Beginning | null
}

function StartedComposer({ id, at, accounts, platforms, workspace, beginning }: StartedComposerProps) {
  const session = useSession()
  const navigate = useNavigate()
  const places = useMemo(() => placesOf(accounts, platforms), [accounts, platforms])
  const isHere = useRef(true)
  const [desk] = useState(() =>
    startDesk({
      id,
      at,
      session,
      places,
      beginning,
      undoSeconds: workspace.undo_seconds,
      approvalMode: workspace.approval_mode,
      onBegin: () => {
        const isUnnamed = location.pathname.endsWith('/posts/new') && !location.search.includes(id)
        if (isHere.current && isUnnamed)
          void navigate({
            to: '/posts/new',
            search: { draft: id } as never,
            replace: true,
            resetScroll: false,
          })
      },
    }),
  )
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  useEffect(() => desk.places.change(() => places), [desk, places])
  useEffect(() => desk.saver.follow(), [desk])
  useEffect(() => followPost(desk), [desk])
  return <Composer desk={desk} />
}

const calmMs = 1_500

/** Takes over what others do with the post while it is open here. */
function followPost({ id, saver }: Desk): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onEvent((event) => {
    const isOfPost = event?.type.startsWith('post.') && (event.data as { id?: unknown }).id === id
    if (event !== null && !isOfPost) return
    clearTimeout(timer)
    // Each save of our own is told too, so that a calm moment is waited for.
    timer = setTimeout(() => {
      if (!saver.isDirty() || saver.isWorkingCopy()) saver.refresh().catch(reportMissing)
    }, calmMs)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** A post that cannot be read now is met with the next save, which says so. */
function reportMissing(error: unknown): void {
  console.warn('The post could not be read again.', error)
}
