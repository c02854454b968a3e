import { type FieldProblem, invalid, type Notice, type Problem } from '../lib/problem.ts'
import { partsOf, type Words } from '../lib/text/sentence.ts'

/** The reason why a feed could not be read. */
export interface FeedFault {
  readonly code: string
  readonly detail: Words
  /** Whether its server says that it is gone for good. */
  readonly isGone: boolean
  /** How long its server asks us to wait; null where it does not say. */
  readonly retryAfterMs: number | null
}

/** A reason as rows keep it and the API shows it: an English sentence, with its varying parts apart. */
export type StoredNote = Omit<Notice, 'pointer'>

export function feedFault(
  code: string,
  detail: Words,
  more: Partial<Pick<FeedFault, 'isGone' | 'retryAfterMs'>> = {},
): FeedFault {
  return { code, detail, isGone: false, retryAfterMs: null, ...more }
}

export function toNote({ code, detail, social_account_id: account }: Noted): StoredNote {
  const about = account === undefined ? {} : { social_account_id: account }
  return { code, detail: String(detail), ...partsOf(detail), ...about }
}

type Noted = Pick<FieldProblem, 'code' | 'detail' | 'social_account_id'>

/** A fault for the one who named the address. */
export function refuseAddress({ code, detail }: FeedFault, pointer = '/url'): Problem {
  return invalid([{ pointer, code, detail }])
}
