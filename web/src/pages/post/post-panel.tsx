import { useLingui } from '@lingui/react/macro'
import { IconArrowsDiagonal, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { type RefObject, useEffect, useId, useMemo, useRef } from 'react'
import { isRefused } from '../../session/query-client.ts'
import { useSession } from '../../session/session.ts'
import { type Command, useCommands } from '../../shell/commands.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { IconButton, IconLink } from '../../ui/icon-button.tsx'
import { useTitle } from '../../ui/page.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { PostActions } from './post-actions.tsx'
import styles from './post-panel.module.css'
import { postQuery } from './post-query.ts'
import { NoPost, PostView, PostWhen, useStateSentence } from './post-view.tsx'

const RoutedIcon = createLink(IconLink)

interface PostPanelProps {
  readonly id: string
  readonly onClose: () => void
  /** Goes to the next post, or to the one before. */
  readonly onStep: (count: 1 | -1) => void
  /** Called with the post that was open last, once the panel is gone and nothing has the focus. */
  readonly onGone: (id: string) => void
}

/** A post beside the page from which it was opened, which goes on working. Escape closes it. */
export function PostPanel({ id, onClose, onStep, onGone }: PostPanelProps) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useStepCommands(onStep)
  useEscape(heading, onClose)
  useReturn(id, onGone)
  return (
    <section role="dialog" aria-labelledby={titleId} className={styles.panel}>
      <header className={styles.bar}>
        <IconButton aria-label={t`Previous post`} title={t`Previous post (K)`} onClick={() => onStep(-1)}>
          <IconChevronUp size={18} stroke={1.75} />
        </IconButton>
        <IconButton aria-label={t`Next post`} title={t`Next post (J)`} onClick={() => onStep(1)}>
          <IconChevronDown size={18} stroke={1.75} />
        </IconButton>
        <span className={styles.space} />
        <RoutedIcon
          to="/posts/$post"
          params={{ post: id }}
          aria-label={t`Open as a page`}
          title={t`Open as a page`}
        >
          <IconArrowsDiagonal size={18} stroke={1.75} />
        </RoutedIcon>
        <IconButton aria-label={t`Close`} title={t`Close (Esc)`} onClick={onClose}>
          <IconX size={18} stroke={1.75} />
        </IconButton>
      </header>
      {/* Nothing that was unfolded or typed at one post stands at the next. */}
      <OnePost key={id} id={id} titleId={titleId} heading={heading} onGone={onClose} />
    </section>
  )
}

interface OnePostProps {
  readonly id: string
  readonly titleId: string
  readonly heading: RefObject<HTMLHeadingElement | null>
  /** Called once the post was deleted. */
  readonly onGone: () => void
}

/** The post itself. Its heading has the focus once it is opened. */
function OnePost({ id, titleId, heading, onGone }: OnePostProps) {
  const { t } = useLingui()
  const sentenceOf = useStateSentence()
  const { data, error, refetch } = useQuery(postQuery(useSession(), id))
  const title = data === undefined ? t`Post` : sentenceOf(data.post)
  useTitle(title)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
  }, [heading])
  return (
    <div className={styles.inside}>
      <div className={styles.head}>
        <h2 id={titleId} ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {data !== undefined && <PostWhen post={data.post} />}
      </div>
      <ErrorBoundary>
        {data !== undefined && (
          <>
            <div className={styles.actions}>
              <PostActions post={data.post} etag={data.etag} onGone={onGone} />
            </div>
            <PostView post={data.post} />
          </>
        )}
        {data === undefined &&
          error !== null &&
          (isRefused(error, 404) ? <NoPost /> : <Trouble error={error} onRetry={() => void refetch()} />)}
      </ErrorBoundary>
    </div>
  )
}

function useStepCommands(onStep: (count: 1 | -1) => void): void {
  const { t } = useLingui()
  const step = useRef(onStep)
  useEffect(() => {
    step.current = onStep
  })
  const commands = useMemo(
    (): readonly Command[] => [
      { id: 'post-next', label: t`Next post`, keys: 'j', run: () => step.current(1) },
      { id: 'post-previous', label: t`Previous post`, keys: 'k', run: () => step.current(-1) },
    ],
    [t],
  )
  useCommands(commands)
}

/** Escape leaves a field in which something is written; elsewhere it closes the panel. Dialogs and menus hear it first. */
function useEscape(heading: RefObject<HTMLElement | null>, onClose: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (document.querySelector('dialog[open], [role=menu]') !== null) return
      event.preventDefault()
      const { target } = event
      const isField = target instanceof HTMLElement && target.matches('textarea, input:not([type=radio])')
      if (isField) heading.current?.focus()
      else onClose()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [heading, onClose])
}

/** Once the panel is gone, somebody else is to have the focus. */
function useReturn(id: string, onGone: (id: string) => void): void {
  const last = useRef({ id, onGone })
  useEffect(() => {
    last.current = { id, onGone }
  })
  useEffect(
    () => () => {
      const { activeElement: focused } = document
      if (focused === null || focused === document.body) last.current.onGone(last.current.id)
    },
    [],
  )
}
