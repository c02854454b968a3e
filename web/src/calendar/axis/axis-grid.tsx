import type { Calendar, CalendarPost } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useMinute } from '../../time/use-minute.ts'
import { dayAt } from '../../time/zone.ts'
import { findPost } from '../calendar-data.ts'
import type { CalendarTools } from '../calendar-tools.ts'
import { daysOf, type Range } from '../calendar-view.ts'
import { useCursorFocus } from '../grid/use-cursor-focus.ts'
import { snapWithin } from '../move/landing.ts'
import { slotPlace } from '../move/slot-place.ts'
import { listenToPresses } from '../use-presses.ts'
import styles from './axis.module.css'
import { AxisHead } from './axis-head.tsx'
import { AxisHours } from './axis-hours.tsx'
import { axisRows, keysWithin } from './axis-rows.ts'

interface AxisGridProps {
  readonly range: Range
  readonly calendar: Calendar | undefined
  readonly slots: readonly number[]
  readonly tools: CalendarTools
  readonly onKeyDown: (event: KeyboardEvent, postOf: (id: string) => CalendarPost | undefined) => void
}

const mostInWeek = 6

/** Hours as rows, days as columns. A post is a moment, so each has the same height; hours beside work without any are folded. */
export function AxisGrid({ range, calendar, slots, tools, onKeyDown }: AxisGridProps) {
  const { t } = useLingui()
  const { format, lift } = tools
  const ref = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  useCursorFocus(ref, tools)
  const days = useMemo(() => daysOf(range), [range])
  const posts = useMemo(() => calendar?.days.flatMap((day) => day.posts) ?? [], [calendar])
  const landing = lift.lifted?.landing.at
  const now = useMinute()
  const rows = useMemo(() => {
    const moments = posts.map(({ at }) => Date.parse(at))
    const busy = [...moments, ...slots, now, ...(landing === undefined ? [] : [landing])]
    return axisRows(format.zone, days, { busy, opened })
  }, [posts, slots, now, landing, days, opened, format.zone])
  const postOf = (id: string) => findPost(calendar, id)
  const presses = listenToPresses({ ...tools, postOf, placeAt: placeOnAxis(tools, t`free slot`) })
  return (
    <div
      ref={ref}
      role="grid"
      aria-label={tools.title}
      className={styles.axis}
      style={{ '--days': days.length } as CSSProperties}
      {...presses}
      onFocus={tools.onFocus}
      onKeyDown={(event) => onKeyDown(event, postOf)}
    >
      <AxisHead days={days} calendar={calendar} tools={tools} />
      {rows.map((row, index) => (
        <AxisHours
          key={row.key}
          row={row}
          isRepeated={rows[index + 1]?.hour === row.hour || row.pass > 0}
          days={days}
          posts={posts}
          slots={slots}
          now={now}
          most={days.length > 1 ? mostInWeek : Number.POSITIVE_INFINITY}
          isFirst={index === firstOpen(rows)}
          tools={tools}
          onOpen={() => setOpened((before) => new Set([...before, ...keysWithin(row)]))}
        />
      ))}
    </div>
  )
}

function firstOpen(rows: readonly { readonly isFolded: boolean }[]): number {
  return rows.findIndex(({ isFolded }) => !isFolded)
}

/** A drop on the axis takes a quarter of an hour, or five minutes with Alt; one on a free slot its time. */
function placeOnAxis({ format, mover }: CalendarTools, freeSlot: string) {
  return (post: CalendarPost, target: Element | null, { y, isFine }: { y: number; isFine: boolean }) => {
    const slot = slotPlace({ format, mover, freeSlot }, post, target)
    if (slot !== null) return slot
    const cell = target?.closest<HTMLElement>('[data-from]')
    const [from, to] = [Number(cell?.dataset.from), Number(cell?.dataset.to)]
    if (!cell || Number.isNaN(from) || Number.isNaN(to)) return null
    const box = cell.getBoundingClientRect()
    const minutes = isFine ? 5 : 15
    const at = snapWithin({ from, to }, (y - box.top) / box.height, minutes)
    if (at === Date.parse(post.at)) return null
    const step = (box.height * minutes * 60_000) / (to - from)
    const top = box.top + ((at - from) / (to - from)) * box.height
    const words =
      dayAt(format.zone, at) === dayAt(format.zone, Date.parse(post.at)) ? format.time(at) : format.moment(at)
    return { words, box: new DOMRect(box.x, top, box.width, step), drop: () => void mover.move(post, at) }
  }
}
