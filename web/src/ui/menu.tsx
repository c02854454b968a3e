import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './menu.module.css'

export interface MenuAction {
  readonly label: string
  readonly run: () => void
  /** Stands at the end of the line, such as a key that does the same. */
  readonly detail?: string
  /** Whether this choice is taken, among choices that exclude each other. */
  readonly isChosen?: boolean
  /** Begins a part of the menu: its title, or nothing for a line alone. */
  readonly part?: string
}

interface MenuProps {
  /** The button that opened it, which gets the focus back. */
  readonly button: HTMLElement
  /** The words for those who hear the menu. */
  readonly label: string
  readonly actions: readonly MenuAction[]
  readonly onClose: () => void
}

/** A menu below the button that opened it, or above where there is no room. */
export function Menu({ button, label, actions, onClose }: MenuProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ left: 0, top: 0 })
  const put = useCallback(() => {
    const [box, own] = [button.getBoundingClientRect(), ref.current?.getBoundingClientRect()]
    const [width, height] = [own?.width ?? 0, own?.height ?? 0]
    const left = Math.max(
      8,
      Math.min(box.width > width ? box.left : box.right - width, innerWidth - width - 8),
    )
    const isAbove = box.bottom + height + 8 > innerHeight
    // One that fits on neither side covers its button.
    setPlace({ left, top: isAbove ? Math.max(8, box.top - height - 4) : box.bottom + 4 })
  }, [button])
  useLayoutEffect(() => {
    put()
    ref.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true })
  }, [put])
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      const isInside = (part: Node) => ref.current?.contains(part) === true || button.contains(part)
      if (event.target instanceof Node && !isInside(event.target)) onClose()
    }
    addEventListener('pointerdown', onPress, true)
    addEventListener('scroll', put, true)
    return () => {
      removeEventListener('pointerdown', onPress, true)
      removeEventListener('scroll', put, true)
    }
  }, [button, onClose, put])
  const close = () => {
    onClose()
    button.focus()
  }
  // A dialog is above everything of the page, so a menu that is opened in it is drawn in it. A menu in a landmark is drawn there too.
  const ground = button.closest('dialog, main, nav') ?? document.body
  return createPortal(
    <div
      ref={ref}
      role="menu"
      aria-label={label}
      className={styles.menu}
      style={place}
      tabIndex={-1}
      // A press here is no press on what the menu belongs to, such as a tile that can be dragged.
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => hearMenuKeys(event, close)}
    >
      {partsOf(actions).map((part) => (
        <div key={part[0]?.label} role="group" aria-label={part[0]?.part || undefined}>
          {Boolean(part[0]?.part) && <span aria-hidden="true">{part[0]?.part}</span>}
          {part.map(({ label: words, detail, isChosen, run }) => (
            <button
              key={words}
              type="button"
              {...(isChosen === undefined
                ? { role: 'menuitem' }
                : { role: 'menuitemradio', 'aria-checked': isChosen })}
              tabIndex={-1}
              onClick={() => {
                close()
                run()
              }}
            >
              {words}
              {detail !== undefined && <kbd>{detail}</kbd>}
            </button>
          ))}
        </div>
      ))}
    </div>,
    ground,
  )
}

function partsOf(actions: readonly MenuAction[]): MenuAction[][] {
  const parts: MenuAction[][] = []
  for (const action of actions) {
    // A line stands between parts, so none begins before the first action.
    if (action.part !== undefined || parts.length === 0) parts.push([])
    parts.at(-1)?.push(action)
  }
  return parts
}

function hearMenuKeys(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const index = items.findIndex((item) => item.matches(':focus'))
  const to = { ArrowDown: index + 1, ArrowUp: index - 1 + items.length, Home: 0, End: items.length - 1 }[
    event.key
  ]
  if (to !== undefined) items[to % items.length]?.focus()
  else if (isLetter(event)) beginningWith(event.key, [...items.slice(index + 1), ...items])?.focus()
  else if (event.key === 'Escape' || event.key === 'Tab') close()
  else return
  event.preventDefault()
  event.stopPropagation()
}

function isLetter({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !altKey && !ctrlKey && !metaKey
}

/** The first of the choices whose words begin with a letter. */
function beginningWith(letter: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  return items.find(({ textContent }) => textContent.toLowerCase().startsWith(letter.toLowerCase()))
}
