import type { CrierClient, Post, PostWithResults } from '@crier/sdk'
import type { Person } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { boot } from '../../boot/boot.ts'
import { rememberPlace } from '../../session/session.ts'
import { setupQuery } from '../../session/setup-query.ts'
import { clientOf } from '../../session/workspace-client.ts'
import { dateFormat, ownZone } from '../../time/date-format.ts'
import { regionalLocale } from '../../time/format.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useTitle } from '../../ui/page.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Feed } from './feed.tsx'
import { OwnerStep } from './owner-step.tsx'
import { type Clock, connectPracticeAccount } from './practice-account.ts'
import { isSettled } from './settled.ts'
import styles from './setup.module.css'
import { Step } from './step.tsx'

// The first step is there at once. The others come while somebody fills it in.
const loadWrite = () => import('./write-step.tsx')
const loadTruth = () => import('./truth-step.tsx')
const loadCards = () => import('./next-cards.tsx')
const WriteStep = lazyPart(loadWrite, 'WriteStep')
const Truth = lazyPart(loadTruth, 'Truth')
const NextCards = lazyPart(loadCards, 'NextCards')
// Nothing on the page waits for it.
const PasskeyOffer = lazyPart(() => import('./passkey-offer.tsx'), 'PasskeyOffer')

/** The first run: from nothing to a published post, on one page. */
export function SetupPage() {
  const { t } = useLingui()
  const [person, setPerson] = useState<Person | null>(null)
  const [post, setPost] = useState<Post | null>(null)
  useTitle(t`Hello`)
  useEffect(() => {
    const timer = setTimeout(() => void Promise.all([loadWrite(), loadTruth(), loadCards()]), 500)
    return () => clearTimeout(timer)
  }, [])
  const first = useFirstWorkspace(person)
  const result = useResult(first.api, post)
  const isWaiting = post !== null && !isSettled(result.data?.results?.[0])
  return (
    <div className={styles.page}>
      <main className={styles.left}>
        <header className={styles.brand}>
          <img src={`${boot.base}/icon.svg`} alt="" width={28} height={28} />
          Crier
        </header>
        <div className={styles.hello}>
          <h1>{t`Hello. This is your own Crier.`}</h1>
          <p>{t`You're the first here, so you'll be its owner. This page won't appear again.`}</p>
        </div>
        <ol className={styles.steps}>
          <Owner person={person} onOwner={setPerson} />
          <Write first={first} isDone={post !== null} isNext={person !== null} onSent={setPost} />
          <See first={first} post={post} result={result} onAgain={() => setPost(null)} />
        </ol>
      </main>
      <aside className={styles.right} aria-label={t`What the network shows`}>
        <Feed
          api={first.api}
          practice={first.practice.data ?? null}
          isWaiting={isWaiting}
          clock={first.clock}
        />
      </aside>
    </div>
  )
}

type Result = ReturnType<typeof useResult>
type First = ReturnType<typeof useFirstWorkspace>

/** The first workspace, with test data, and the practice account that is connected as soon as there is an owner. */
function useFirstWorkspace(person: Person | null) {
  const { i18n } = useLingui()
  const workspace = person?.workspaces[0]
  const zone = workspace?.timezone ?? ownZone()
  const api = useMemo(() => (workspace === undefined ? null : clientOf(workspace.id, 'test')), [workspace])
  const practice = useQuery({
    queryKey: ['setup', 'practice', workspace?.id],
    enabled: api !== null,
    staleTime: Infinity,
    queryFn: () => {
      if (api === null || person === null || workspace === undefined) return null
      rememberPlace(workspace.id, 'test')
      return connectPracticeAccount(api, person.email)
    },
  })
  const clock = useMemo((): Clock => {
    const format = dateFormat(regionalLocale(i18n.locale), {
      timeZone: zone,
      timeStyle: 'medium',
    })
    return (at) => format.format(new Date(at))
  }, [i18n.locale, zone])
  return { workspace, api, practice, clock }
}

/** The post with its result, looked at until nothing more happens to it. */
function useResult(api: CrierClient | null, post: Post | null) {
  return useQuery<PostWithResults | null>({
    queryKey: ['setup', 'post', post?.id],
    enabled: api !== null && post !== null,
    refetchInterval: ({ state }) => (isSettled(state.data?.results?.[0]) ? false : 300),
    queryFn: ({ signal }) =>
      api === null || post === null ? null : api.posts.get(post.id, { expand: 'results' }, { signal }),
  })
}

interface OwnerProps {
  readonly person: Person | null
  readonly onOwner: (person: Person) => void
}

function Owner({ person, onOwner }: OwnerProps) {
  const { t } = useLingui()
  const setup = useQuery(setupQuery)
  if (person !== null)
    return (
      <Step
        number={1}
        state="done"
        title={t`You are the owner, ${person.email}`}
        beside={
          <Suspense fallback={null}>
            <PasskeyOffer />
          </Suspense>
        }
      />
    )
  return (
    <Step number={1} state="now" title={t`Make it yours`}>
      {setup.data !== undefined && <OwnerStep needsToken={setup.data.needs_token} onOwner={onOwner} />}
    </Step>
  )
}

interface WriteProps {
  readonly first: First
  readonly isDone: boolean
  readonly isNext: boolean
  readonly onSent: (post: Post) => void
}

function Write({ first, isDone, isNext, onSent }: WriteProps) {
  const { t } = useLingui()
  const [text, setText] = useState(() => t`Hello from my own Crier.`)
  const { data: practice, error, refetch } = first.practice
  const title = t`Publish a first post`
  if (!isNext) return <Step number={2} state="later" title={title} />
  if (isDone) return <Step number={2} state="done" title={t`You wrote a first post`} />
  const handle = practice?.account.username ?? ''
  return (
    <Step
      number={2}
      state="now"
      title={title}
      lead={practice && t`We made a practice account, @${handle} in the sandbox. Nobody else can see it.`}
    >
      {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      <Suspense fallback={null}>
        {practice && first.api !== null && first.workspace !== undefined && (
          <WriteStep
            api={first.api}
            workspace={first.workspace.id}
            practice={practice}
            text={text}
            onText={setText}
            onSent={onSent}
          />
        )}
      </Suspense>
    </Step>
  )
}

interface SeeProps {
  readonly first: First
  readonly post: Post | null
  readonly result: Result
  readonly onAgain: () => void
}

function See({ first, post, result, onAgain }: SeeProps) {
  const { t } = useLingui()
  const title = t`See what happened`
  if (post === null) return <Step number={3} state="later" title={title} />
  const isPublished = result.data?.results?.[0]?.status === 'published'
  return (
    <Step number={3} state="now" title={title} takesFocus>
      {result.error !== null && <Trouble error={result.error} onRetry={() => void result.refetch()} />}
      <Suspense fallback={null}>
        {result.data && <Truth post={result.data} clock={first.clock} onAgain={onAgain} />}
        {isPublished && first.practice.data && first.workspace !== undefined && (
          <NextCards workspace={first.workspace.id} practice={first.practice.data} />
        )}
      </Suspense>
    </Step>
  )
}
