import type { CalendarPost } from '@crier/sdk'
import type { KeyboardEvent } from 'react'
import type { ViewName } from './calendar-view.ts'
import type { Lift } from './move/use-lift.ts'

interface Keys {
  readonly view: ViewName
  readonly lift: Lift
  /** Takes the focus to another day. */
  readonly walk: (to: {
    readonly days?: number
    readonly months?: number
    readonly edge?: 'start' | 'end'
  }) => void
  /** Moves the focus to the day to which a post is being moved. */
  readonly follow: (day: string | null) => void
  readonly openDay: () => void
}

/** Hears the keys of a calendar: arrows walk or move, Enter opens or places, Escape puts back. */
export function listenToCalendarKeys(event: KeyboardEvent, keys: Keys): void {
  if (event.metaKey || event.ctrlKey) return
  const isHeard = keys.lift.lifted === null ? hearWalk(event, keys) : hearMove(event, keys)
  if (!isHeard) return
  event.preventDefault()
  event.stopPropagation()
}

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function hearMove({ key, altKey }: KeyboardEvent, { view, lift, follow }: Keys): boolean {
  const [x, y] = steps[key] ?? [0, 0]
  if (x !== 0) follow(lift.byDays(x))
  else if (y !== 0) follow(view === 'month' ? lift.byDays(y * 7) : lift.byMinutes(y * (altKey ? 5 : 15)))
  else if (key === 'PageUp' || key === 'PageDown') follow(lift.byDays(key === 'PageUp' ? -28 : 28))
  else if (key === 'Enter') lift.place()
  else if (key === 'Escape') lift.putBack()
  else return false
  return true
}

function hearWalk({ key, target, altKey }: KeyboardEvent, { view, walk, openDay }: Keys): boolean {
  // With Alt the arrows are the browser's way back and forward.
  if (altKey) return false
  if (!(target instanceof Element) || target.getAttribute('role') !== 'gridcell') return false
  if (view !== 'month' && walkHour(target, key)) return true
  const [x, y] = steps[key] ?? [0, 0]
  if (x !== 0) walk({ days: x })
  else if (y !== 0 && view === 'month') walk({ days: y * 7 })
  else if (y !== 0) walkRows(target, y)
  else if (key === 'Home' || key === 'End') walk({ edge: key === 'Home' ? 'start' : 'end' })
  else if (key === 'PageUp' || key === 'PageDown') walk({ months: key === 'PageUp' ? -1 : 1 })
  else if (key === 'Enter' || key === ' ') openDay()
  else return false
  return true
}

/** On an axis the same hour of another of its days takes the focus; answers whether there is one. */
function walkHour(from: Element, key: string): boolean {
  const cells = [...(from.closest('[role=row]')?.querySelectorAll<HTMLElement>('[role=gridcell]') ?? [])]
  const index = cells.findIndex((cell) => cell.isSameNode(from))
  const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: cells.length - 1 }[key]
  const cell = to === undefined ? undefined : cells[to]
  // A day whose clock goes forward does not have every hour.
  if (cell?.dataset.day === undefined) return false
  cell.focus()
  return true
}

/** On an axis the next hour of the same day takes the focus. */
function walkRows(from: Element, step: number): void {
  const day = from.getAttribute('data-day')
  const cells = [...(from.closest('[role=grid]')?.querySelectorAll<HTMLElement>(`[data-day="${day}"]`) ?? [])]
  const index = cells.findIndex((cell) => cell.isSameNode(from))
  cells[index + step]?.focus()
}

/** The post of the chip that has the focus, or the first of the day that has it that can be moved. */
export function postToLift(postOf: (id: string) => CalendarPost | undefined): CalendarPost | undefined {
  const focused = document.activeElement
  const chip = focused?.closest<HTMLElement>('[data-post], [data-menu]')
  const id = chip?.dataset.post ?? chip?.dataset.menu
  if (id !== undefined) return postOf(id)
  const all = [...(focused?.querySelectorAll<HTMLElement>('[data-post]') ?? [])]
  const posts = all.flatMap((each) => postOf(each.dataset.post ?? '') ?? [])
  return posts.find(({ movable }) => movable) ?? posts[0]
}
