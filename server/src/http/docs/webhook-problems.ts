import type { ProblemEntry } from './problem-entry.ts'

/** The problems of events and webhooks. */
export const webhookProblems: Readonly<Record<string, ProblemEntry>> = {
  endpoint_disabled: {
    status: 409,
    cause: 'The webhook endpoint is switched off, so nothing is sent to it.',
    cure: 'Send it a test, switch it on, then resend.',
  },
  too_many_endpoints: {
    status: 409,
    cause: 'The workspace has as many webhook endpoints as it may have.',
    cure: 'Delete one that is not needed.',
  },
  too_many_streams: {
    status: 429,
    cause: 'The workspace, or the server process, has as many streams of events open as it may have.',
    cure: 'Close one, or share one among your programs.',
  },
}
