import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useTimeFormat } from '../../time/format.ts'
import { earliest, type ReadTime } from '../../time/read-words.ts'
import { nowAtServer } from '../../time/server-clock.ts'
import { useTimeWords } from '../../time/use-time-words.ts'
import { WordsField } from '../../time/words-field.tsx'
import { dayAt, type Moment, momentOf, readDay, type WallTime } from '../../time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { useDesk } from '../desk.ts'
import { clockOf, rememberedTime } from '../usual.ts'
import styles from './when.module.css'

interface TimeFieldsProps {
  readonly at: string
  readonly onChange: (at: string) => void
}

/** A time in words with its reading below, and the browser's own fields for a day and a time. */
export function TimeFields({ at, onChange }: TimeFieldsProps) {
  const { t } = useLingui()
  const { session } = useDesk()
  const { zone } = useTimeFormat()
  const [read, setRead] = useState<ReadTime | null>(null)
  const moment = Date.parse(at)
  const set = (time: ReadTime) => {
    setRead(time)
    onChange(new Date(earliest(time.moment)).toISOString())
  }
  const words = useTimeWords(rememberedTime(session.scope), set)
  const setWall = (day: string, time: string) => {
    const [hour = Number.NaN, minute = Number.NaN] = time.split(':').map(Number)
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(hour) || Number.isNaN(minute)) return
    const wall = { ...readDay(day), hour, minute }
    set({ wall, moment: momentOf(zone, wall) })
  }
  const day = dayAt(zone, moment)
  const clock = clockOf(zone, moment)
  return (
    <div className={styles.fields}>
      <WordsField time={words} />
      <div className={styles.pickers}>
        <label className={styles.picker}>
          <span>{t`Day`}</span>
          <input
            type="date"
            key={`day-${day}`}
            defaultValue={day}
            onChange={({ target }) => setWall(target.value, clock)}
          />
        </label>
        <label className={styles.picker}>
          <span>{t`Time`}</span>
          <input
            type="time"
            key={`time-${clock}`}
            defaultValue={clock}
            onBlur={({ target }) => target.value !== clock && setWall(day, target.value)}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && setWall(day, currentTarget.value)}
          />
        </label>
      </div>
      <Reading at={moment} />
      <ClockNote read={read} at={moment} onChoose={(chosen) => onChange(new Date(chosen).toISOString())} />
    </div>
  )
}

/** The whole time with its zone, so that nobody has to guess. */
function Reading({ at }: { readonly at: number }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const day = format.longDay(dayAt(format.zone, at))
  const isPast = at < nowAtServer() - 60_000
  const [time, place, away] = [format.time(at), format.place, format.away(at)]
  return (
    <p className={styles.reading} role="status" data-past={isPast || undefined}>
      {isPast ? t`${day}, ${time} ${place}. That time has passed.` : t`${day}, ${time} ${place}, ${away}`}
    </p>
  )
}

interface ClockNoteProps {
  readonly read: ReadTime | null
  readonly at: number
  readonly onChoose: (at: number) => void
}

/** Says so where the clock never shows a time, and asks which is meant where it shows it twice. */
function ClockNote({ read, at, onChoose }: ClockNoteProps) {
  const { t } = useLingui()
  const format = useTimeFormat()
  if (read === null || read.wall === null || !isAbout(read.moment, at)) return null
  const clock = writeClock(read.wall)
  const day = format.day(at)
  if (read.moment.kind === 'gap') {
    const before = format.time(read.moment.jumpsAt - 60_000)
    const [from, to] = [nextMinute(before), format.time(read.moment.jumpsAt)]
    const set = format.time(at)
    return (
      <p className={styles.note} role="status">
        {t`${clock} doesn't exist on ${day} in ${format.place}: clocks jump from ${from} to ${to}. We set ${set}.`}
      </p>
    )
  }
  if (read.moment.kind !== 'twice') return null
  const { first, second } = read.moment
  const [firstName, secondName] = [clockName(format.zone, first), clockName(format.zone, second)]
  return (
    <div className={styles.note} role="status">
      <p>{t`${clock} comes twice on ${day} in ${format.place}.`}</p>
      <div className={styles.twice}>
        <Button
          variant={at === first ? 'filled' : 'default'}
          aria-pressed={at === first}
          onClick={() => onChoose(first)}
        >
          {t`First, ${firstName}`}
        </Button>
        <Button
          variant={at === second ? 'filled' : 'default'}
          aria-pressed={at === second}
          onClick={() => onChoose(second)}
        >
          {t`Second, ${secondName}`}
        </Button>
      </div>
    </div>
  )
}

function isAbout(moment: Moment, at: number): boolean {
  return moment.kind === 'twice' ? at === moment.first || at === moment.second : at === moment.at
}

function writeClock({ hour, minute }: WallTime): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** The time after `01:59`, which a clock that jumps never shows. */
function nextMinute(clock: string): string {
  const [, hour = '0', minute = '0'] = /(\d+)\D(\d+)/.exec(clock) ?? []
  const next = Number(hour) * 60 + Number(minute) + 1
  return writeClock({ year: 0, month: 0, day: 0, hour: Math.floor(next / 60) % 24, minute: next % 60 })
}

/** The name of the time that a zone keeps at a moment, such as "Eastern Daylight Time". */
function clockName(zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat(undefined, { timeZone: zone, timeZoneName: 'long' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
