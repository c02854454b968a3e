import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouteContext, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo } from 'react'
import { loadServerSentences } from '../boot/server-sentences.ts'
import { useFirstAnswers } from '../session/first-answers.ts'
import { followSession } from '../session/follow-session.ts'
import { FreshProof } from '../session/fresh-proof.tsx'
import { type Session, SessionProvider } from '../session/session.ts'
import { onSignOut } from '../session/sign-out.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Late } from '../ui/late.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Toasts } from '../ui/toasts.tsx'
import { useLater } from '../ui/use-later.ts'
import { useMedia } from '../ui/use-media.ts'
import { BottomBar } from './bottom-bar.tsx'
import { listenToKeys } from './commands.ts'
import { useGoCommands } from './go-commands.ts'
import { LiveUpdates } from './live-updates.tsx'
import { OfflineLine } from './offline-line.tsx'
import { OverlayHost } from './overlay-host.tsx'
import styles from './shell.module.css'
import { SideBar } from './side-bar.tsx'
import { TopBar } from './top-bar.tsx'

// Files that are on their way go on wherever the person goes; the first page is there before the code for them.
const FilesUnderWay = lazyPart(() => import('./files-under-way.tsx'), 'FilesUnderWay')

// Hardly anybody takes over an account that somebody else may have made.
const InheritedNotice = lazyPart(() => import('./inherited-notice.tsx'), 'InheritedNotice')

// Hardly any workspace is without a subscription.
const LapseBar = lazyPart(() => import('./lapse-bar.tsx'), 'LapseBar')

/** Writing on this device belongs to the person alone. The code for it comes when it is needed. */
async function forgetDrafts(): Promise<void> {
  await (await import('../composer/drafts/wipe-drafts.ts')).wipeDrafts()
}

/** The frame around every page behind the sign-in. */
export function SignedInLayout() {
  const { session } = useRouteContext({ from: '/signed-in' }) as { session: Session }
  return (
    <SessionProvider value={session}>
      <Shell session={session} />
    </SessionProvider>
  )
}

/** Begins to keep the focus where a person works, which nobody needs before the page has its data. Answers how to end it. */
function keepFocusLater(): () => void {
  const ending = import('./keep-focus.ts').then(
    ({ keepFocus }) => keepFocus(),
    (error: unknown) => console.warn('The focus is not kept where one works.', error),
  )
  return () => void ending.then((end) => end?.())
}

/** A page that breaks leaves the frame, and the pages after it. */
function PageBoundary({ children }: { readonly children: ReactNode }) {
  // The address changes before its page is there.
  const place = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  return <ErrorBoundary place={place}>{children}</ErrorBoundary>
}

function Shell({ session }: { readonly session: Session }) {
  const { t } = useLingui()
  const isPhone = useMedia('(width < 768px)')
  const router = useRouter()
  useGoCommands(router)
  useEffect(() => onSignOut(forgetDrafts), [])
  const hasSingleLetters = session.person.single_letter_keys
  useEffect(() => listenToKeys(() => hasSingleLetters), [hasSingleLetters])
  const client = useQueryClient()
  useEffect(() => followSession(client, () => void router.invalidate()), [client, router])
  // Parts of another workspace start again: nothing that was typed or picked in one is in the other.
  const hasAnswers = useFirstAnswers()
  // A refusal that comes later is understood at once.
  useEffect(() => {
    if (hasAnswers) loadServerSentences()
  }, [hasAnswers])
  useEffect(() => (hasAnswers ? keepFocusLater() : undefined), [hasAnswers])
  const place = useMemo(() => session.scope.join(' '), [session.scope])
  // The frame is drawn at once. The page follows in pieces of work between which the browser reacts to the person.
  const isFrameDrawn = useLater(true, false)
  return (
    <div className={styles.shell} data-mode={session.mode}>
      <a className={styles.skip} href="#main">
        {t`Skip to the page`}
      </a>
      {!isPhone && <SideBar />}
      <div className={styles.column}>
        <TopBar />
        <OfflineLine />
        {session.person.inherited_at && (
          <Late isSpare>
            <InheritedNotice />
          </Late>
        )}
        {session.workspace.lapse && (
          <Late isSpare>
            <LapseBar />
          </Late>
        )}
        <main id="main" className={styles.main} key={place}>
          <PageBoundary>{isFrameDrawn && <Outlet />}</PageBoundary>
        </main>
      </div>
      {isPhone && <BottomBar />}
      <Late isSpare>{hasAnswers && <FilesUnderWay />}</Late>
      <Toasts />
      <OverlayHost />
      <FreshProof />
      {hasAnswers && <LiveUpdates />}
    </div>
  )
}
