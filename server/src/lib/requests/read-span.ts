import Type from 'typebox'
import { parseDateTime } from '../date-time.ts'
import { type FieldProblem, invalid } from '../problem.ts'

/** A span of time from a query. `to` includes the whole of its millisecond, because times are shown to the millisecond. */
export interface TimeRange {
  from: Date | null
  to: Date | null
}

/** Makes the schema of `from` or `to` in a query. */
export const spanEnd = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }))

/**
 * Reads `from` and `to`: dates (the whole day, UTC) or date-times, each cut to its millisecond. `prefix` stands before both
 * names in the query. @throws Problem 422
 */
export function readSpan(from: string | undefined, to: string | undefined, prefix = ''): TimeRange {
  const problems: FieldProblem[] = []
  const read = (text: string | undefined, name: string, endOfDay: boolean): Date | null => {
    if (text === undefined) return null
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
    const at = parseDateTime(isDay ? `${text}T${endOfDay ? '23:59:59.999' : '00:00'}` : text)
    const detail = `"${text.slice(0, 40)}" is neither a date nor a date and time.`
    if (!at) problems.push({ pointer: `?${prefix}${name}`, code: 'wrong_format', detail })
    return at
  }
  const span = { from: read(from, 'from', false), to: read(to, 'to', true) }
  if (problems.length > 0) throw invalid(problems)
  return span
}
