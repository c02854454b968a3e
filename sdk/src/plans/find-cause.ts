import type { FieldProblem } from '../errors.ts'
import type { SocialAccount } from '../generated/models.ts'

/** The place in what a person wrote that a fault of the API is about. */
export interface PlanCause {
  /** The column or option; null for the post as a whole. */
  readonly column: string | null
  /** Which of several values it is, from 1; null where there is one. */
  readonly number: number | null
  /** The account whose network finds it; null where none is named. */
  readonly account: SocialAccount | null
}

/** Finds what a fault is about: `causes` has the column for each JSON pointer of the request. */
export function findCause(
  { pointer, social_account_id: accountId }: FieldProblem,
  causes: ReadonlyMap<string, string>,
  accounts: readonly SocialAccount[],
): PlanCause {
  const account = accounts.find(({ id }) => id === accountId) ?? null
  const index = /\/(\d+)(?:\/|$)/.exec(pointer)?.[1]
  const number = index === undefined ? null : Number(index) + 1
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const column = causes.get(at)
    if (column !== undefined) return { column, number, account }
  }
  return { column: null, number: null, account }
}
