import { useEffect } from 'react'

/** An action that the palette lists and a key does. */
export interface Command {
  /** Unique on the page, such as `go-calendar`. */
  readonly id: string
  /** The label says what it does: "New post", "Go to the calendar". */
  readonly label: string
  /** `c`, `g c` for two keys after each other, `mod+k` for ⌘K or Ctrl+K; left out where it has none. */
  readonly keys?: string
  /** Further words under which the palette finds it. */
  readonly words?: string
  readonly run: () => void
}

const lists = new Map<symbol, readonly Command[]>()
const watchers = new Set<() => void>()
let all: readonly Command[] = []

function gather(): void {
  all = [...lists.values()].flat()
  for (const watcher of watchers) watcher()
}

/** Offers commands as long as the component is shown. Commands of the page come after the commands of the whole app. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    const name = Symbol()
    lists.set(name, commands)
    gather()
    return () => {
      lists.delete(name)
      gather()
    }
  }, [commands])
}

/** Every command that can be given now. */
export const currentCommands = {
  read: () => all,
  watch: (watcher: () => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}

const sequenceMs = 1_500

/**
 * Does commands by their keys. A dialog or a menu over the page has all keys for itself; keys without a modifier do nothing
 * while somebody types, or where the person switched them off. Answers how to stop.
 */
export function listenToKeys(hasSingleLetters: () => boolean): () => void {
  let begun = ''
  let begunAt = 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const key = nameOf(event)
    if (key === null) return
    // A key that is meant for what lies over the page must not publish or undo anything behind it.
    if (isUnderSomething()) return
    const isModified = key.startsWith('mod+')
    // In a field the browser itself takes back what was typed.
    if (key === 'mod+z' && isTyping(event.target)) return
    if (!isModified && (!hasSingleLetters() || isTyping(event.target))) return
    const sequence = begun !== '' && performance.now() - begunAt < sequenceMs ? `${begun} ${key}` : key
    const command = all.findLast(({ keys }) => keys === sequence) ?? all.findLast(({ keys }) => keys === key)
    if (command !== undefined) {
      event.preventDefault()
      begun = ''
      command.run()
    } else {
      begun = all.some(({ keys }) => keys?.startsWith(`${key} `)) ? key : ''
      begunAt = performance.now()
    }
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}

/** Null for keys that no command has, such as a modifier alone. */
function nameOf({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): string | null {
  // German and Spanish keyboards have brackets under AltGr, which Windows tells as Ctrl and Alt, or under Option.
  if (altKey) return /^[[\]/?]$/.test(key) ? key : null
  const isModified = metaKey || ctrlKey
  if (key === 'Enter') return isModified ? 'mod+enter' : null
  if (key.length !== 1) return null
  if (!isModified) return key.toLowerCase()
  // Shift makes it another key of the browser: Ctrl+Shift+Z does again what Ctrl+Z took back.
  return shiftKey ? null : `mod+${key.toLowerCase()}`
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
  )
}

function isUnderSomething(): boolean {
  return document.querySelector('dialog[open], [role=menu]') !== null
}

/** The keys of a command as one reads them: `⌘K` on a Mac, `Ctrl+K` elsewhere. */
export function writeKeys(keys: string): string {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
  return keys
    .split(' ')
    .map((key) => {
      const [first, second] = key.split('+')
      if (second === undefined) return key.toUpperCase()
      const name = second === 'enter' ? '↵' : second.toUpperCase()
      return first === 'mod' && isMac ? `⌘${name}` : `Ctrl+${name}`
    })
    .join(' ')
}
