import type { Calendar, CalendarPost } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useAuthorName } from '../../data/member-names.ts'
import { isAtLeast, useSession } from '../../session/session.ts'
import { startOfDay } from '../../time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { type CalendarDay, findPost } from '../calendar-data.ts'
import type { CalendarTools } from '../calendar-tools.ts'
import { PostRow } from '../post-row.tsx'
import { usePostWords } from '../post-words.ts'
import { listenToPresses } from '../use-presses.ts'
import { BulkBar } from './bulk-bar.tsx'
import styles from './list.module.css'

interface ListViewProps {
  readonly calendar: Calendar | undefined
  readonly tools: CalendarTools
  readonly isPhone: boolean
  /** Whether the days are asked for and not known yet. */
  readonly isReading: boolean
  /** Another object each time that somebody asks for today. */
  readonly sought: object | null
}

/** Posts below their days, to be read through, selected, and changed together. */
export function ListView({ calendar, tools, isPhone, isReading, sought }: ListViewProps) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const [selected, setSelected] = useState<ReadonlyMap<string, CalendarPost>>(new Map())
  const maySelect = isAtLeast(workspace.role, 'author')
  const [isChoosing, setChoosing] = useState(false)
  const select = useCallback((post: CalendarPost, isSelected: boolean) => {
    setSelected((before) => {
      const next = new Map(before)
      if (isSelected) next.set(post.id, post)
      else next.delete(post.id)
      return next
    })
  }, [])
  const days = calendar?.days.filter(({ total }) => total > 0) ?? []
  // The rows are as they are now, and no longer as they were when they were selected.
  const posts = useMemo(
    () => [...selected.values()].map((post) => findPost(calendar, post.id) ?? post),
    [selected, calendar],
  )
  const list = useToday(calendar, tools.today, sought)
  const presses = listenToPresses({ ...tools, postOf: (id) => findPost(calendar, id) })
  const choose = () => {
    setChoosing(!isChoosing)
    setSelected(new Map())
  }
  return (
    <div ref={list} className={styles.list} {...presses}>
      {isPhone && maySelect && days.length > 0 && (
        <Button className={styles.choose} variant="subtle" onClick={choose}>
          {isChoosing ? t`Done` : t`Select posts`}
        </Button>
      )}
      {isReading && <Waiting />}
      {days.map((day) => (
        <DaySection
          key={day.date}
          day={day}
          tools={tools}
          selected={selected}
          onSelect={maySelect && (isChoosing || !isPhone) ? select : undefined}
        />
      ))}
      {posts.length > 0 && <BulkBar posts={posts} onDone={() => setSelected(new Map())} />}
    </div>
  )
}

/** Brings today into sight when it is asked for, or the next day that has posts. */
function useToday(calendar: Calendar | undefined, today: string, sought: object | null) {
  const list = useRef<HTMLDivElement>(null)
  const found = useRef<object | null>(null)
  const day = firstDayFrom(calendar, today)
  useEffect(() => {
    if (sought === null || sought === found.current || day === undefined) return
    found.current = sought
    const whole = list.current
    if (whole === null) return
    // Days that were never in sight have a guessed height. All are drawn once, and the browser remembers how high they are.
    whole.dataset.whole = ''
    whole.querySelector(`[data-list-day="${day}"]`)?.scrollIntoView()
    requestAnimationFrame(() => requestAnimationFrame(() => delete whole.dataset.whole))
  }, [sought, day])
  return list
}

/** The first day with posts from today on. While the days of another month are still shown, there is none. */
function firstDayFrom(calendar: Calendar | undefined, today: string): string | undefined {
  const first = calendar?.days.at(0)
  if (calendar === undefined || first === undefined || first.date > today) return undefined
  return calendar.days.find(({ date, total }) => date >= today && total > 0)?.date
}

interface DaySectionProps {
  readonly day: CalendarDay
  readonly tools: CalendarTools
  readonly selected: ReadonlyMap<string, CalendarPost>
  readonly onSelect: ((post: CalendarPost, isSelected: boolean) => void) | undefined
}

function DaySection({ day, tools, selected, onSelect }: DaySectionProps) {
  const { t } = useLingui()
  const { format, openDay, today } = tools
  const more = day.total - day.posts.length
  const name = format.longDay(day.date)
  const isToday = day.date === today
  return (
    <section className={styles.day} aria-label={name} data-list-day={day.date}>
      <h2
        className={styles.dayName}
        data-today={isToday || undefined}
        aria-current={isToday ? 'date' : undefined}
      >
        <span className={styles.short} aria-hidden="true">
          {format.day(startOfDay(format.zone, day.date))}
        </span>
        <span className="hidden-text">{name}</span>
        {isToday && <span className="hidden-text">{t`Today`}</span>}
      </h2>
      <ul className={styles.rows}>
        {day.posts.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            tools={tools}
            before={
              onSelect && (
                <label className={styles.select}>
                  <input
                    type="checkbox"
                    checked={selected.has(post.id)}
                    onChange={({ target }) => onSelect(post, target.checked)}
                  />
                  <Named post={post} />
                </label>
              )
            }
            after={<Details post={post} />}
          />
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className={styles.more} onClick={() => openDay(day.date)}>
          {t`${more} more`} <span className="hidden-text">{name}</span>
        </button>
      )}
    </section>
  )
}

/** Names the box of a post. */
function Named({ post }: { readonly post: CalendarPost }) {
  const { t } = useLingui()
  const words = usePostWords(post)
  return <span className="hidden-text">{t`Select ${words}`}</span>
}

/** Who wrote it, and its tags. */
function Details({ post }: { readonly post: CalendarPost }) {
  const nameOf = useAuthorName()
  return (
    <>
      <span className={styles.author}>{nameOf(post.author)}</span>
      <span className={styles.tags}>
        {post.tags.slice(0, 2).map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
          </span>
        ))}
        {post.tags.length > 2 && `+${post.tags.length - 2}`}
      </span>
    </>
  )
}
