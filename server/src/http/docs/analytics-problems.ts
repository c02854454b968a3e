import type { ProblemEntry } from './problem-entry.ts'

/** The problems of analytics. */
export const analyticsProblems: Readonly<Record<string, ProblemEntry>> = {
  synced_recently: {
    status: 429,
    cause: 'The figures of this workspace were asked for less than 30 minutes ago.',
    cure: 'Read them with GET /v1/analytics: they come in by themselves. Ask again after Retry-After.',
  },
}
