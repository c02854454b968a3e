import type { ProblemEntry } from './problem-entry.ts'

/** The problems of calendars that programs of people read. */
export const calendarProblems: Readonly<Record<string, ProblemEntry>> = {
  calendar_read_too_often: {
    status: 429,
    cause:
      'A calendar was read more than 30 times within a minute, or too many addresses of calendars that do not exist were asked for from one network address.',
    cure: 'Wait as long as Retry-After says, and have the program read it less often.',
  },
  too_many_calendar_addresses: {
    status: 409,
    cause: 'You have 20 calendar addresses in this workspace, which is as many as a person may have.',
    cure: 'Remove one that nothing reads.',
  },
}
