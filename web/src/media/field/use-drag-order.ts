import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { placeAt, targetOf } from './move-entry.ts'

/** A tile that is being dragged. */
export interface Drag {
  readonly from: number
  /** The gap at which it would be put. */
  readonly before: number
  readonly x: number
  readonly y: number
}

const thresholdPx = 5

/**
 * Reorders the tiles of a list by mouse and pen. Fingers scroll; for them and for keys there is the menu of each tile.
 * Escape leaves all as it was.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  const begin = (event: PointerEvent<HTMLElement>, from: number) => {
    if (event.button !== 0 || event.pointerType === 'touch') return
    const start = { x: event.clientX, y: event.clientY }
    let now: Drag | null = null
    const move = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
      if (now === null && Math.hypot(x - start.x, y - start.y) < thresholdPx) return
      const boxes = [...(list.current?.querySelectorAll('[data-tile]') ?? [])].map((tile) =>
        tile.getBoundingClientRect(),
      )
      now = { from, before: placeAt(boxes, x, y), x, y }
      setDrag(now)
    }
    const end = () => {
      stop.current?.()
      if (now === null) return
      swallowClick()
      const to = targetOf(from, now.before)
      if (to !== from) onMove(from, to)
    }
    const press = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || now === null) return
      stop.current?.()
      swallowClick()
    }
    stop.current = () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
      removeEventListener('keydown', press)
      stop.current = null
      setDrag(null)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
    addEventListener('keydown', press)
  }
  return { drag, begin }
}

/** Letting go of a tile is no press on what lies below it. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.stopPropagation()
    event.preventDefault()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0)
}
