import { keep, readKept } from '../boot/kept.ts'
import { nowAtServer } from '../time/server-clock.ts'
import { addDays, dayAt, instantOf, readDay, wallTimeAt } from '../time/zone.ts'
import type { Content, When } from './content.ts'

/** The choices that this person made last, in one workspace and mode. */
interface Usual {
  readonly accounts: readonly string[]
  readonly when: When['kind']
  /** Such as `09:00`. */
  readonly time: string
}

type Scope = readonly [workspace: string, mode: string]

// Nobody publishes at once by mistake before they have chosen to.
const fallback: Usual = { accounts: [], when: 'at', time: '09:00' }
const storedAt = (scope: Scope) => `crier-usual-${scope.join('-')}`

function read(scope: Scope): Usual {
  const stored = readKept(storedAt(scope))
  return stored === null ? fallback : { ...fallback, ...(JSON.parse(stored) as Partial<Usual>) }
}

/** Remembers what was chosen, as the beginning of the next post. */
export function rememberUsual(scope: Scope, zone: string, { accounts, when }: Content): void {
  const time = when.kind === 'at' ? clockOf(zone, Date.parse(when.at)) : read(scope).time
  keep(storedAt(scope), JSON.stringify({ accounts, when: when.kind, time } satisfies Usual))
}

/** The accounts of the last post. */
export const rememberedAccounts = (scope: Scope): readonly string[] => read(scope).accounts

/** The time of the last post, such as `09:00`. */
export const rememberedTime = (scope: Scope): string => read(scope).time

/** The times that nobody chose yet, neither for this post nor for one before. */
const guesses = new WeakSet<When>()

/** Whether a time stands only for want of one that somebody chose. */
export const isGuess = (when: When): boolean => guesses.has(when)

/** The way in which the last post got its time. */
export function rememberedWhen(scope: Scope, zone: string): When {
  const { when } = read(scope)
  const next: When = when === 'at' ? { kind: 'at', at: nextAt(scope, zone) } : { kind: when }
  if (readKept(storedAt(scope)) === null) guesses.add(next)
  return next
}

/** The next moment at which the clock shows the time of the last post. */
export function nextAt(scope: Scope, zone: string, now = nowAtServer()): string {
  const [hour = 9, minute = 0] = rememberedTime(scope).split(':').map(Number)
  const today = dayAt(zone, now)
  const at = (day: string) => instantOf(zone, { ...readDay(day), hour, minute })
  // A time that is a few minutes away is nearly always meant for tomorrow.
  const isNear = at(today) < now + 10 * 60_000
  return new Date(at(isNear ? addDays(today, 1) : today)).toISOString()
}

/** `09:00` on the clock of a zone. */
export function clockOf(zone: string, at: number): string {
  const { hour, minute } = wallTimeAt(zone, at)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
