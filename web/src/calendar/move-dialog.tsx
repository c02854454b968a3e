import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSession } from '../session/session.ts'
import { earliest, type ReadTime } from '../time/read-words.ts'
import { useTimeWords } from '../time/use-time-words.ts'
import { WordsField } from '../time/words-field.tsx'
import { dayAt, type Moment, wallTimeAt } from '../time/zone.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import type { MovablePost } from './calendar-data.ts'
import { useClockWords } from './clock-words.ts'
import { type Landing, timeOnDay } from './move/landing.ts'
import { useMover } from './move/use-mover.ts'
import styles from './move-dialog.module.css'

interface MoveDialogProps {
  readonly post: MovablePost
  readonly onClose: () => void
  /** Called once the server has moved the post. */
  readonly onMoved?: () => void
}

interface Chosen {
  readonly day: string
  /** `09:30` */
  readonly time: string
  /** The second of two times of the same name. */
  readonly isSecond: boolean
  /** The slot that was chosen; its own seconds are kept. */
  readonly slot: number | null
}

/** Moves a post to another time, without a drag: by date and time, or to a free slot. */
export function MoveDialog({ post, onClose, onMoved }: MoveDialogProps) {
  const { t } = useLingui()
  const { zone } = useClockWords().format
  const [chosen, setChosen] = useState<Chosen>(() => chosenAt(zone, Date.parse(post.at)))
  const latest = useRef(chosen)
  const [isMoving, setMoving] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { move } = useMover()
  const slots = useNextSlots(post)
  const choose = (next: Partial<Chosen>) => {
    setRefusal(null)
    latest.current = { ...latest.current, slot: null, isSecond: false, ...next }
    setChosen(latest.current)
  }
  // A day that is said without a time keeps the time of the post.
  const words = useTimeWords(chosenAt(zone, Date.parse(post.at)).time, (time) => choose(chosenBy(zone, time)))
  const pick = (next: Partial<Chosen>) => {
    words.write('')
    choose(next)
  }
  const landing = landingOf(zone, chosen)
  const run = async () => {
    if (isMoving) return
    if (!(await words.settled())) return setRefusal(t`Say another time, or choose a day and a time.`)
    const { slot } = latest.current
    const landing = landingOf(zone, latest.current)
    if (landing === null) return setRefusal(t`Choose a day and a time.`)
    setMoving(true)
    const isNext = slot !== null && slot === slots[0]
    // The dialog has said it all already, so the message below the page only says that it is done.
    const refused = await move(post, landing.at, isNext ? 'next-slot' : undefined)
    setMoving(false)
    if (refused !== null) return setRefusal(refused.sentence)
    onMoved?.()
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={t`Move to another time`}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <WordsField time={words} isFirst={matchMedia('(pointer: fine)').matches} />
        <WhenFields chosen={chosen} onChoose={pick} />
        {landing !== null && <ClockChoice landing={landing} chosen={chosen} onChoose={choose} />}
        <Slots slots={slots} chosen={chosen} onChoose={(at) => pick({ ...chosenAt(zone, at), slot: at })} />
        <Reading landing={landing} />
        {refusal !== null && (
          <p role="alert" className={styles.refusal}>
            {refusal}
          </p>
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" aria-disabled={isMoving}>
            {isMoving ? t`Moving…` : t`Move`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface Fields {
  readonly chosen: Chosen
  readonly onChoose: (next: Partial<Chosen>) => void
}

function WhenFields({ chosen, onChoose }: Fields) {
  const { t } = useLingui()
  return (
    <div className={styles.fields}>
      <label className={styles.field}>
        <span>{t`Date`}</span>
        <input
          type="date"
          value={chosen.day}
          required
          onChange={({ target }) => onChoose({ day: target.value })}
        />
      </label>
      <label className={styles.field}>
        <span>{t`Time`}</span>
        <input
          type="time"
          value={chosen.time}
          required
          onChange={({ target }) => onChoose({ time: target.value })}
        />
      </label>
    </div>
  )
}

interface SlotsProps {
  readonly slots: readonly number[]
  readonly chosen: Chosen
  readonly onChoose: (at: number) => void
}

/** The next times at which the queue has room for the post. */
function Slots({ slots, chosen, onChoose }: SlotsProps) {
  const { t } = useLingui()
  const { format } = useClockWords()
  if (slots.length === 0) return null
  return (
    <fieldset className={styles.slots}>
      <legend>{t`Next free slots`}</legend>
      {slots.map((at) => (
        <Button key={at} variant="default" aria-pressed={chosen.slot === at} onClick={() => onChoose(at)}>
          {format.moment(at)}
        </Button>
      ))}
    </fieldset>
  )
}

/** Says that a time does not exist on that day, or asks which of two is meant. */
function ClockChoice({ landing: { clock }, chosen, onChoose }: Fields & { readonly landing: Landing }) {
  const { t } = useLingui()
  const words = useClockWords()
  if (clock.kind === 'gap') return <p className={styles.clock}>{words.gap(clock)}</p>
  if (clock.kind === 'one') return null
  return (
    <fieldset className={styles.clock}>
      <legend>{words.twice(clock)}</legend>
      <label>
        <input
          type="radio"
          name="pass"
          checked={!chosen.isSecond}
          onChange={() => onChoose({ isSecond: false })}
        />
        {t`First, summer time`}
      </label>
      <label>
        <input
          type="radio"
          name="pass"
          checked={chosen.isSecond}
          onChange={() => onChoose({ isSecond: true })}
        />
        {t`Second`}
      </label>
    </fieldset>
  )
}

/** The time as it will be: "Thu 15 Oct, 09:00 Berlin, in 18 hours". */
function Reading({ landing }: { readonly landing: Landing | null }) {
  const { format } = useClockWords()
  if (landing === null) return null
  return (
    <p className={styles.reading}>
      <b>{format.moment(landing.at)}</b> {format.place}, {format.away(landing.at)}
    </p>
  )
}

function useNextSlots(post: MovablePost): readonly number[] {
  const { api, scope } = useSession()
  const { data } = useQuery({
    queryKey: [...scope, 'queue', 'next-for', post.social_accounts],
    queryFn: async ({ signal }) => {
      const query = { limit: 3, social_account_id: post.social_accounts }
      const free = await api.queueSlots.listFreeSlots(query, { signal })
      return free.data.map(({ scheduled_at }) => Date.parse(scheduled_at))
    },
  })
  return data ?? []
}

function chosenAt(zone: string, at: number): Chosen {
  const { hour, minute } = wallTimeAt(zone, at)
  const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  const day = dayAt(zone, at)
  const clock = timeOnDay(zone, day, time)?.clock
  return { day, time, slot: null, isSecond: clock?.kind === 'twice' && at >= clock.second }
}

/** The time that words name: by the clock, also where it does not show it, or a moment such as that in two hours. */
function chosenBy(zone: string, { wall, moment }: ReadTime): Chosen {
  if (wall === null) return chosenAt(zone, earliest(moment))
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${String(wall.year).padStart(4, '0')}-${two(wall.month)}-${two(wall.day)}`
  return { day, time: `${two(wall.hour)}:${two(wall.minute)}`, slot: null, isSecond: false }
}

function landingOf(zone: string, { day, time, isSecond, slot }: Chosen): Landing | null {
  const one = (at: number): Moment => ({ kind: 'one', at })
  if (slot !== null) return { at: slot, clock: one(slot) }
  const landing = day === '' ? null : timeOnDay(zone, day, time)
  if (landing?.clock.kind !== 'twice') return landing
  return { at: isSecond ? landing.clock.second : landing.clock.first, clock: landing.clock }
}
