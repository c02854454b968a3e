const dayMs = 24 * 3_600_000

/** A Monday, 30 to 36 days after the server started. */
const monday = (() => {
  const soonest = Date.now() + 30 * dayMs
  const daysToMonday = (8 - new Date(soonest).getUTCDay()) % 7
  return soonest + daysToMonday * dayMs
})()

/**
 * A time for the examples of the documentation, in UTC: a clock such as `09:00:00.000` on the Monday for which their post is planned,
 * or on a day so many days after it. The server takes no time that is more than 365 days ahead, so that a fixed date would be refused to
 * people who send an example as it stands.
 */
export function exampleTime(clock: string, daysAfter = 0): string {
  const day = new Date(monday + daysAfter * dayMs).toISOString().slice(0, 10)
  return `${day}T${clock}Z`
}
