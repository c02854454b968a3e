import type { Carried, Drag, Pointer } from './carry.ts'

const thresholdPx = 5

/** Loads what is drawn while a chip is carried; null where that fails. */
export const loadCarry = () =>
  import('./carry.ts').then(
    ({ carry }) => carry,
    () => null,
  )

/** Follows the pointer from a press on a chip. Below five pixels it is a click. Escape puts everything back. */
export function beginDrag(press: PointerEvent, drag: Drag): void {
  const from = { x: press.clientX, y: press.clientY }
  let pointer: Pointer = { ...from, isFine: press.altKey }
  let carried: Carried | null = null
  let isOver = false
  const loading = loadCarry()
  const begin = async () => {
    const carry = await loading
    if (!isOver) carried ??= carry?.(drag, from, () => pointer) ?? null
  }
  const read = (event: PointerEvent) => {
    pointer = { x: event.clientX, y: event.clientY, isFine: event.altKey }
  }
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== press.pointerId) return
    read(event)
    if (carried === null && Math.hypot(pointer.x - from.x, pointer.y - from.y) >= thresholdPx) void begin()
  }
  const end = (isDropped: boolean) => {
    isOver = true
    for (const stop of stops) stop()
    if (carried === null) return
    const place = carried.release()
    swallowClick()
    if (isDropped) place?.drop()
  }
  const stops = [
    listen('pointermove', onMove),
    listen('pointerup', (event) => {
      if (event.pointerId !== press.pointerId) return
      read(event)
      end(true)
    }),
    listen('pointercancel', (event) => event.pointerId === press.pointerId && end(false)),
    listen('keydown', (event) => {
      if (carried === null) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') end(false)
    }),
  ]
}

// The press and the release on one chip would otherwise open it.
function swallowClick(): void {
  const stop = listen('click', (event) => {
    event.preventDefault()
    event.stopPropagation()
  })
  setTimeout(stop, 0)
}

function listen<K extends keyof WindowEventMap>(
  type: K,
  listener: (event: WindowEventMap[K]) => void,
): () => void {
  addEventListener(type, listener, { capture: true })
  return () => removeEventListener(type, listener, { capture: true })
}
