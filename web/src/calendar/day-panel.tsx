import { useLingui } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { boot } from '../boot/boot.ts'
import { useSession } from '../session/session.ts'
import { addDays, startOfDay } from '../time/zone.ts'
import { LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { useInPieces } from '../ui/use-later.ts'
import type { CalendarDay } from './calendar-data.ts'
import { calendarQuery, mostOfDay } from './calendar-queries.ts'
import type { CalendarTools } from './calendar-tools.ts'
import type { Filters } from './calendar-view.ts'
import styles from './day-panel.module.css'
import { FreeSlot } from './free-slot.tsx'
import { PostRow } from './post-row.tsx'
import { listenToPresses } from './use-presses.ts'

interface DayPanelProps {
  readonly day: string
  readonly filters: Filters
  readonly slots: readonly number[]
  readonly tools: CalendarTools
  readonly onClose: () => void
  /** The day as a month shows it; null while the month is read, left out where none is. */
  readonly planned?: CalendarDay | null | undefined
}

/** Every post of a day, and the times at which the queue has room. */
export function DayPanel({ day, onClose, ...rest }: DayPanelProps) {
  const { format } = rest.tools
  return (
    <Dialog isOpen onClose={onClose} title={format.longDay(day)} width="wide">
      <DayPosts day={day} {...rest} />
    </Dialog>
  )
}

/** The posts of one day as a list, all of them. */
export function DayPosts({ day, filters, slots, tools, planned }: Omit<DayPanelProps, 'onClose'>) {
  const { t } = useLingui()
  const session = useSession()
  const range = { from: day, to: day }
  // A month often has all posts of a day.
  const whole = planned?.next === null ? planned : undefined
  const query = calendarQuery(session, { range, filters, perDay: mostOfDay })
  const { data, error, refetch } = useQuery({ ...query, enabled: whole === undefined && planned !== null })
  const { format, mayWrite, today } = tools
  const read = whole ?? data?.days[0]
  // The first posts, which the month has, are shown while the others are read.
  const content = read ?? planned ?? undefined
  const postOf = (id: string) => content?.posts.find((post) => post.id === id)
  const free = slots.filter((at) => isWithin(at, format.zone, day))
  const trouble = error !== null && <Trouble error={error} onRetry={() => void refetch()} />
  // The rows that are known stay while they cannot be read anew.
  if (trouble && content === undefined) return trouble
  const more = (read?.total ?? 0) - (read?.posts.length ?? 0)
  return (
    <div className={styles.day} {...listenToPresses({ ...tools, postOf })}>
      {trouble}
      {mayWrite && day >= today && (
        <LinkButton
          href={`${boot.base}/posts/new?day=${day}`}
          data-new={day}
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
        >
          {t`New post on this day`}
        </LinkButton>
      )}
      {content?.total === 0 && <p className={styles.none}>{t`Nothing planned on this day.`}</p>}
      {content !== undefined && content.total > 0 && (
        <ul className={styles.list} aria-label={format.longDay(day)}>
          <Rows key={day} posts={content.posts} tools={tools} />
        </ul>
      )}
      {read === undefined && error === null && <p className={styles.none}>{t`Reading the day…`}</p>}
      {more > 0 && (
        <p className={styles.none}>{t`${more} more on this day. Filter the calendar to see them.`}</p>
      )}
      {free.length > 0 && (
        <div className={styles.slots}>
          {free.map((at) => (
            <FreeSlot key={at} at={at} format={format} isReached />
          ))}
        </div>
      )}
    </div>
  )
}

// More than a window shows.
const firstRows = 12

const Row = memo(PostRow)

interface RowsProps {
  readonly posts: CalendarDay['posts']
  readonly tools: CalendarTools
}

/** A row for each post of a day: at once those that one sees, and the others in pieces of work, between which the page reacts. */
function Rows({ posts, tools }: RowsProps) {
  const shown = useInPieces(posts, firstRows)
  return shown.map((post) => <Row key={post.id} post={post} tools={tools} />)
}

function isWithin(at: number, zone: string, day: string): boolean {
  return at >= startOfDay(zone, day) && at < startOfDay(zone, addDays(day, 1))
}
