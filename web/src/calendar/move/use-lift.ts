import type { CalendarPost } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo, useState } from 'react'
import { addDays, dayAt } from '../../time/zone.ts'
import { announce } from '../announcer.tsx'
import type { ClockWords } from '../clock-words.ts'
import { keepClock, type Landing } from './landing.ts'
import type { Mover } from './use-mover.ts'

/** A post that is moved by keys, and its place at the moment. */
export interface Lifted {
  readonly post: CalendarPost
  readonly landing: Landing
  /** The day on which it would stand. */
  readonly day: string
  /** "Thu 15 Oct, 09:00" */
  readonly words: string
}

export interface Lift {
  readonly lifted: Lifted | null
  /** Answers the day of the post. */
  readonly take: (post: CalendarPost) => string
  /** Takes it to another day, at the same time of the clock. */
  readonly byDays: (count: number) => string | null
  readonly byMinutes: (count: number) => string | null
  readonly place: () => void
  readonly putBack: () => void
}

/** Moves a post by keys: lift it, choose, place it. */
export function useLift(mover: Mover, { format }: ClockWords): Lift {
  const { t } = useLingui()
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const { move } = mover
  const show = useCallback(
    (post: CalendarPost, landing: Landing) => {
      const words = format.moment(landing.at)
      const day = dayAt(format.zone, landing.at)
      setLifted({ post, landing, words, day })
      announce(words)
      return day
    },
    [format],
  )
  return useMemo(
    () => ({
      lifted,
      take: (post) => {
        const at = Date.parse(post.at)
        const day = show(post, { at, clock: { kind: 'one', at } })
        announce(t`Lifted. Choose with the arrow keys, place with Enter, put back with Escape.`)
        return day
      },
      byDays: (count) => {
        if (lifted === null) return null
        const day = addDays(lifted.day, count)
        return show(lifted.post, keepClock(format.zone, dayTime(lifted), day))
      },
      byMinutes: (count) => {
        if (lifted === null) return null
        const at = lifted.landing.at + count * 60_000
        return show(lifted.post, { at, clock: { kind: 'one', at } })
      },
      place: () => {
        if (lifted === null) return
        setLifted(null)
        const { post, landing } = lifted
        if (landing.at === Date.parse(post.at)) announce(t`Put back.`)
        else void move(post, landing.at, landing.clock)
      },
      putBack: () => {
        if (lifted === null) return
        setLifted(null)
        announce(t`Put back.`)
      },
    }),
    [t, lifted, show, format.zone, move],
  )
}

// A time that a day lacks comes back on the next one: days are counted from the time that the post had.
function dayTime({ post, landing }: Lifted): number {
  return landing.clock.kind === 'gap' ? Date.parse(post.at) : landing.at
}
