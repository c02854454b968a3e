import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { sayNotUndone } from './say-problem.ts'
import styles from './toasts.module.css'

/** A short message about something that was done. */
export interface Toast {
  readonly text: string
  /** Takes back what was done. It is offered as a button, and afterwards by ⌘Z on the same page until something else is done. */
  readonly undo?: () => Promise<void>
  /** Called once the message is gone and was not taken back: from then on it cannot be. */
  readonly onGone?: () => void
  /** Another thing to do about it. */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** `bad` stays until it is closed. */
  readonly tone?: 'usual' | 'bad'
}

interface Shown extends Toast {
  readonly key: number
}

const shownMs = 10_000
let shown: readonly Shown[] = []
/** The last thing that can be taken back, and the page on which it was done. */
let last: { readonly undo: () => Promise<void>; readonly page: string } | null = null
let count = 0
const watchers = new Set<() => void>()

/** Shows these messages and no others. `undone` was taken back, so that its message has not just gone. */
function show(next: readonly Shown[], undone?: Toast['undo']): void {
  const gone = shown.filter((each) => !next.includes(each) && each.undo !== undone)
  shown = next
  for (const watcher of watchers) watcher()
  for (const { undo, onGone } of gone) {
    if (onGone === undefined) continue
    if (last?.undo === undo) last = null
    onGone()
  }
}

/** Shows a message below the page, read out to people who cannot see it. */
export function toast(message: Toast): void {
  count += 1
  last = message.undo === undefined ? null : { undo: message.undo, page: location.pathname }
  show([...shown.slice(-2), { ...message, key: count }])
}

/** Takes back the last thing that was done, once: while it is offered, or on the page on which it was done. */
export async function undoLast(): Promise<void> {
  if (last === null) return
  const { undo, page } = last
  if (page === location.pathname || shown.some((each) => each.undo === undo)) await takeBack(undo)
}

/** Takes something back, once. Says why where that fails. */
async function takeBack(undo: () => Promise<void>): Promise<void> {
  if (last?.undo === undo) last = null
  show(
    shown.filter((each) => each.undo !== undo),
    undo,
  )
  try {
    await undo()
  } catch (error) {
    toast({ text: sayNotUndone(error), tone: 'bad' })
  }
}

/** The place of the messages. The page has it once. */
export function Toasts() {
  const all = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => shown,
  )
  return (
    <div className={styles.toasts} role="status">
      {all.map((each) => (
        <OneToast key={each.key} message={each} onEnd={() => show(shown.filter((other) => other !== each))} />
      ))}
    </div>
  )
}

function OneToast({ message, onEnd }: { readonly message: Shown; readonly onEnd: () => void }) {
  const { t } = useLingui()
  const [isHeld, setHeld] = useState(false)
  const { text, undo, action, tone = 'usual' } = message
  // A message that somebody has reached for stays, even if its time would be over before the browser draws again.
  useLayoutEffect(() => {
    if (isHeld || tone === 'bad') return
    const timer = setTimeout(onEnd, shownMs)
    return () => clearTimeout(timer)
  })
  return (
    <div
      role="group"
      className={styles.toast}
      data-message
      data-tone={tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{text}</p>
      {undo !== undefined && (
        <Button variant="subtle" onClick={() => void takeBack(undo)}>
          {t`Undo`}
        </Button>
      )}
      {action !== undefined && (
        <Button
          variant="subtle"
          onClick={() => {
            onEnd()
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <Button variant="subtle" color="gray" onClick={onEnd}>
        {t`Close`}
      </Button>
    </div>
  )
}
