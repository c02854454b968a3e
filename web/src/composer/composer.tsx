import { useLingui } from '@lingui/react/macro'
import { IconChevronLeft } from '@tabler/icons-react'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Command, useCommands } from '../shell/commands.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Late } from '../ui/late.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Page } from '../ui/page.tsx'
import { useLater } from '../ui/use-later.ts'
import { useMedia } from '../ui/use-media.ts'
import { useWasEverTrue } from '../ui/use-was-ever-true.ts'
import { AccountList } from './accounts/account-list.tsx'
import styles from './composer.module.css'
import { type Desk, DeskProvider, type Tab } from './desk.ts'
import { Editor } from './editor/editor.tsx'
import { goToField } from './go-to-field.ts'
import { ApprovalBanner } from './notices/approval-banner.tsx'
import { ClashPanel } from './notices/clash-panel.tsx'
import { SaveWords } from './notices/save-words.tsx'
import { CodeStrip } from './parts/code-strip.tsx'
import { Details } from './parts/details.tsx'
import { FirstComment } from './parts/first-comment.tsx'
import folds from './parts/fold.module.css'
import { Options } from './parts/options.tsx'
import { PreviewPane } from './parts/preview-pane.tsx'
import { ProblemList } from './parts/problem-list.tsx'
import { PrimaryBar } from './primary/primary-bar.tsx'
import { useSlice } from './store.ts'
import { useCheck } from './use-check.ts'
import { WhenPanel } from './when/when-panel.tsx'

// It comes with a post that is planned already: a draft has no use for it.
const EditNotice = lazyPart(() => import('./notices/edit-notice.tsx'), 'EditNotice')
const GoneNotice = lazyPart(() => import('./notices/gone-notice.tsx'), 'GoneNotice')
const NotesPanel = lazyPart(() => import('../notes/notes-panel.tsx'), 'NotesPanel')
const OthersHere = lazyPart(() => import('./notices/others-here.tsx'), 'OthersHere')

/** The composer: accounts, words, and how they will look; beside each other or behind tabs, as the window allows. */
export function Composer({ desk }: { readonly desk: Desk }) {
  const { t } = useLingui()
  const status = useSlice(desk.saver.keeping, ({ saved }) => saved?.post.status ?? null)
  const isNew = status === null
  const title = isNew ? t`New post` : status === 'draft' ? t`Draft` : t`Edit post`
  useCheck(desk)
  useComposerCommands(desk)
  return (
    <DeskProvider value={desk}>
      <Page
        title={title}
        actions={
          <>
            <Late isSpare>{!isNew && <OthersHere />}</Late>
            <SaveWords />
          </>
        }
      >
        <Panes desk={desk} />
      </Page>
    </DeskProvider>
  )
}

function Panes({ desk }: { readonly desk: Desk }) {
  const tab = useSlice(desk.view, (view) => view.tab)
  const isGoingOut = useSlice(desk.view, (view) => view.isGoingOut)
  const isGone = useSlice(desk.saver.keeping, ({ state }) => state.kind === 'gone')
  const status = useSlice(desk.saver.keeping, ({ saved }) => saved?.post.status)
  const isPlanned = (status ?? 'draft') !== 'draft'
  // One can write before the rest is made, and what stands behind a tab is made when the tab is opened.
  const isRestDue = useLater(true, false)
  const isPhone = useMedia('(width < 768px)')
  const isNarrow = useMedia('(width < 1200px)')
  const hasWhen = useWasEverTrue(!isPhone || tab === 'when')
  const hasPreview = useWasEverTrue(!isNarrow || tab === 'preview')
  const notes = <Late isSpare>{isRestDue && status && !isGone && <NotesPanel postId={desk.id} />}</Late>
  return (
    <div className={styles.composer} data-tab={tab}>
      <div className={styles.notices}>
        <ApprovalBanner />
        <Late>
          {isGone && <GoneNotice />}
          {isPlanned && !isGone && <EditNotice />}
        </Late>
        <ClashPanel />
      </div>
      <Tabs desk={desk} />
      <div className={styles.panes} inert={isGoingOut}>
        <div className={styles.accounts}>
          <AccountList />
        </div>
        <div className={styles.write}>
          <Editor />
          {isRestDue && (
            <div className={folds.folds}>
              <FirstComment />
              <Options />
              <Details />
            </div>
          )}
        </div>
        <div className={styles.when}>{isRestDue && hasWhen && <WhenPanel />}</div>
        <div className={styles.preview}>
          {isRestDue && hasPreview && <PreviewPane />}
          {!isNarrow && notes}
        </div>
        <div className={styles.rest}>
          <ProblemList />
          {isNarrow && notes}
          {isRestDue && <CodeStrip />}
        </div>
      </div>
      <PrimaryBar />
    </div>
  )
}

function Tabs({ desk }: { readonly desk: Desk }) {
  const { t } = useLingui()
  const tab = useSlice(desk.view, (view) => view.tab)
  const names: Readonly<Record<Tab, string>> = { write: t`Write`, preview: t`Preview`, when: t`When` }
  return (
    <div className={styles.head}>
      <BackButton />
      <div className={styles.tabs} role="group" aria-label={t`Parts of the composer`}>
        {(['write', 'preview', 'when'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className={styles.tab}
            data-name={name}
            aria-pressed={tab === name}
            onClick={() => desk.view.change((view) => ({ ...view, tab: name }))}
          >
            {names[name]}
          </button>
        ))}
      </div>
    </div>
  )
}

/** The way back on a phone, where the composer takes the room of the places of the app. */
function BackButton() {
  const { t } = useLingui()
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const navigate = useNavigate()
  return (
    <IconButton
      className={styles.back}
      size="lg"
      aria-label={t`Back`}
      onClick={() => (canGoBack ? history.back() : void navigate({ to: '/calendar' }))}
    >
      <IconChevronLeft size={22} stroke={1.75} />
    </IconButton>
  )
}

function useComposerCommands(desk: Desk): void {
  const { t } = useLingui()
  const commands = useMemo((): readonly Command[] => {
    const go = (tab: Tab, id: string) => () => goToField(desk, tab, id)
    return [
      { id: 'composer-save', label: t`Save`, keys: 'mod+s', run: () => void desk.saver.flush() },
      {
        id: 'composer-accounts',
        label: t`Choose accounts`,
        keys: 'a',
        run: go('write', 'composer-accounts'),
      },
      { id: 'composer-media', label: t`Add media`, keys: 'm', run: go('write', 'composer-media-0') },
      {
        id: 'composer-saved',
        label: t`Put in a saved text`,
        keys: 't',
        run: go('write', 'composer-text-0-saved'),
      },
      { id: 'composer-when', label: t`Choose when`, keys: 'w', run: go('when', 'composer-when') },
      {
        id: 'composer-preview',
        label: t`See the preview`,
        keys: 'p',
        run: go('preview', 'composer-preview'),
      },
      {
        id: 'composer-code',
        label: t`Show this post as code`,
        keys: 'x',
        run: () => desk.view.change((view) => ({ ...view, isCodeShown: !view.isCodeShown })),
      },
    ]
  }, [desk, t])
  useCommands(commands)
}
