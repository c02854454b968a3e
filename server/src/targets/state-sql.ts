import { raw, type Sql } from '../db/database.ts'
import { type State, settledStates } from './states.ts'

/** The states that no timer leads to: a worker never finds a target in one of them. */
export const restingStates = [...settledStates, 'held'] as const satisfies readonly State[]

/**
 * Whether the state of the target `alias` is one of these, written as constants: PostgreSQL uses a partial index only
 * where the statement repeats the index's own condition, which a parameter does not.
 */
export function isInState(alias: string, states: readonly State[]): Sql {
  return raw(`${alias}.state in (${quote(states)})`)
}

/** The opposite of `isInState`. */
export function isNotInState(alias: string, states: readonly State[]): Sql {
  return raw(`${alias}.state not in (${quote(states)})`)
}

/** Whether the commit `alias` is not proven to have had no effect, and not settled either. */
export function isOpenCommit(alias: string): Sql {
  return raw(`${alias}.outcome in ('pending', 'unknown', 'accepted')`)
}

/**
 * Whether a person discarded the target `alias` although it may be public. Older versions stored the code `discarded` for
 * that too, without `retryable`.
 */
export function isLeftUnknown(alias: string): Sql {
  return raw(`coalesce(${alias}.error->>'code' in ('outcome_unknown', 'discarded')
    and ${alias}.error->>'retryable' = 'false', false)`)
}

function quote(states: readonly State[]): string {
  return states.map((state) => `'${state}'`).join(', ')
}
