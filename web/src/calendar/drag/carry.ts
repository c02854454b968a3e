import styles from './drag.module.css'

/** The place where a drop would put the post. */
export interface DropPlace {
  /** The words say where it will stand: "Thu 15 Oct, 09:00, same time". */
  readonly words: string
  /** The part of the page that is marked. */
  readonly box: DOMRect
  readonly drop: () => void
}

export interface Pointer {
  readonly x: number
  readonly y: number
  /** Whether the person asks for finer steps. */
  readonly isFine: boolean
}

export interface Drag {
  /** The chip that is dragged. */
  readonly chip: HTMLElement
  /** The place below the pointer; null where nothing can be dropped. */
  readonly placeAt: (target: Element | null, pointer: Pointer) => DropPlace | null
}

const edgePx = 72
const dwellMs = 600

/** A chip that is carried. */
export interface Carried {
  /** Takes everything away and answers the last place. */
  readonly release: () => DropPlace | null
}

/**
 * Draws a chip where the pointer is, and the place at which a drop would put it. Both stand outside of React, so that nothing is
 * redrawn while the pointer moves.
 */
export function carry(drag: Drag, from: { x: number; y: number }, pointer: () => Pointer): Carried {
  const { chip } = drag
  const start = chip.getBoundingClientRect()
  const ghost = ghostOf(chip, start)
  const mark = Object.assign(document.createElement('div'), { className: styles.place ?? '' })
  const label = mark.appendChild(document.createElement('span'))
  document.body.append(mark, ghost)
  chip.dataset.lifted = ''
  document.documentElement.dataset.dragging = ''
  let place: DropPlace | null = null
  const dwell = dwelling()
  const draw = () => {
    const at = pointer()
    scrollAtEdge(at.y)
    ghost.style.transform = `translate(${at.x - from.x}px, ${at.y - from.y}px)`
    const target = document.elementFromPoint(at.x, at.y)
    dwell.over(target)
    place = drag.placeAt(target, at)
    mark.hidden = place === null
    if (place !== null) {
      const { box, words } = place
      if (label.textContent !== words) label.textContent = words
      Object.assign(mark.style, { transform: `translate(${box.x}px, ${box.y}px)` })
      Object.assign(mark.style, { width: `${box.width}px`, height: `${box.height}px` })
    }
    frame = requestAnimationFrame(draw)
  }
  let frame = requestAnimationFrame(draw)
  return {
    release: () => {
      cancelAnimationFrame(frame)
      // The pointer may have moved since the last frame.
      const at = pointer()
      place = drag.placeAt(document.elementFromPoint(at.x, at.y), at)
      dwell.over(null)
      ghost.remove()
      mark.remove()
      delete chip.dataset.lifted
      delete document.documentElement.dataset.dragging
      return place
    },
  }
}

function ghostOf(chip: HTMLElement, { left, top, width }: DOMRect): HTMLElement {
  const ghost = chip.cloneNode(true) as HTMLElement
  for (const name of ['id', 'href', 'data-post']) ghost.removeAttribute(name)
  ghost.classList.add(styles.ghost ?? '')
  ghost.setAttribute('aria-hidden', 'true')
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` })
  return ghost
}

/** Presses a button over which the pointer rests: the next month, hours that are folded. */
function dwelling(): { over: (target: Element | null) => void } {
  let button: Element | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = (target: Element | null) => {
    const found = target?.closest('[data-dwell]') ?? null
    if (found === button) return
    clearTimeout(timer)
    button = found
    if (found instanceof HTMLElement)
      timer = setTimeout(() => {
        button = null
        found.click()
      }, dwellMs)
  }
  return { over }
}

function scrollAtEdge(y: number): void {
  const [above, below] = [edgePx + 56 - y, y - (innerHeight - edgePx)]
  const speed = Math.max(above, below)
  if (speed > 0) scrollBy(0, (above > below ? -1 : 1) * Math.min(16, speed / 4))
}
