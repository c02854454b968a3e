import { useLingui } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { sayNotUndone } from './say-problem.ts'
import styles from './toasts.module.css'

/** A short message about something that was done. */
export interface Toast {
  readonly text: string
  /** Takes back what was done. It is offered as a button, and afterwards by ⌘Z until something else is done. */
  readonly undo?: () => Promise<void>
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
let lastUndo: (() => Promise<void>) | null = null
let count = 0
const watchers = new Set<() => void>()

function show(next: readonly Shown[]): void {
  shown = next
  for (const watcher of watchers) watcher()
}

/** Shows a message below the page, read out to people who cannot see it. */
export function toast(message: Toast): void {
  count += 1
  lastUndo = message.undo ?? null
  show([...shown.slice(-2), { ...message, key: count }])
}

/** Takes back the last thing that was done, once; answers whether there was one. */
export async function undoLast(): Promise<boolean> {
  const undo = lastUndo
  if (undo === null) return false
  await takeBack(undo)
  return true
}

/** Takes something back, once. Says why where that fails. */
async function takeBack(undo: () => Promise<void>): Promise<void> {
  if (lastUndo === undo) lastUndo = null
  show(shown.filter((each) => each.undo !== undo))
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
  useEffect(() => {
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
