const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The ages at which the figures of a post are read: after an hour and after six, daily for 30 days, weekly to the 90th. */
const ages: readonly number[] = [
  hourMs,
  6 * hourMs,
  ...Array.from({ length: 30 }, (_, index) => (index + 1) * dayMs),
  ...Array.from({ length: 8 }, (_, index) => (37 + 7 * index) * dayMs),
  90 * dayMs,
]

/** Posts are measured until this age. */
export const oldestMs = 90 * dayMs

/**
 * When a post is to be measured that became public at `publishedAt`; null: never again. One that was never measured although
 * it is old enough is measured at once.
 */
export function nextLook(publishedAt: Date, now: Date, wasMeasured: boolean): Date | null {
  const age = now.getTime() - publishedAt.getTime()
  if (!wasMeasured && age >= hourMs && age < oldestMs) return now
  const next = ages.find((each) => each > age)
  return next === undefined ? null : new Date(publishedAt.getTime() + next)
}
