import type { FocusEvent, RefObject } from 'react'
import type { TimeFormat } from '../time/format.ts'
import type { NetworksAndAccounts } from './calendar-queries.ts'
import type { ClockWords } from './clock-words.ts'
import type { Lift } from './move/use-lift.ts'
import type { Mover } from './move/use-mover.ts'
import type { NewPost, OpenMenu } from './use-presses.ts'

/** Each view of the calendar is given these. */
export interface CalendarTools {
  readonly format: TimeFormat
  readonly words: ClockWords
  readonly known: NetworksAndAccounts
  readonly mover: Mover
  readonly lift: Lift
  /** Whether the person may write posts; nobody else is offered places for new ones. */
  readonly mayWrite: boolean
  /** Today by the clock of the workspace. */
  readonly today: string
  /** The day to which Tab comes. */
  readonly cursor: string
  /** Marks the day within which something got the focus. */
  readonly onFocus: (event: FocusEvent) => void
  /** True once the keys moved the cursor and its day has yet to be focused. */
  readonly wantsFocus: RefObject<boolean>
  /** The name of the days that are shown: "October 2026". */
  readonly title: string
  readonly openPost: (id: string) => void
  /** The post that is open beside the calendar; null for none. */
  readonly opened: string | null
  readonly openDay: (day: string) => void
  readonly openMenu: (menu: OpenMenu) => void
  readonly newPost: (when: NewPost) => void
}
