/**
 * The states of a target: one post on one social account. `publishing/target.ts` has every step between them. The lists are
 * named here, below every room that counts or shows targets, so that none of them is written twice.
 */
export const states = [
  'scheduled',
  'preparing',
  'ready',
  'committing',
  'confirming',
  'unknown',
  'held',
  'published',
  'failed',
  'canceled',
  'needs_review',
] as const

export type State = (typeof states)[number]

/** Nothing is public or under way: the target may be edited, canceled and held. */
export const waitingStates = ['scheduled', 'preparing', 'ready'] as const satisfies readonly State[]

/** It waits, for its time or for a person: it may be edited, moved and canceled. */
export const editableStates = [...waitingStates, 'held'] as const satisfies readonly State[]

/** A publish is or may be in flight; an account has at most one such target. */
export const inFlightStates = ['committing', 'unknown'] as const satisfies readonly State[]

/** A worker may have claimed it and hold a lease. */
export const claimedStates = [
  'preparing',
  'ready',
  'committing',
  'unknown',
  'confirming',
] as const satisfies readonly State[]

/** Only a person acts on targets in these states. */
export const settledStates = [
  'published',
  'failed',
  'canceled',
  'needs_review',
] as const satisfies readonly State[]

/** Nothing more happens to these unless a person starts again. */
export const outcomeStates = ['published', 'failed', 'canceled'] as const satisfies readonly State[]

/** It is out, on its way, or may be: too late to change or cancel it. */
export const startedStates = [
  ...inFlightStates,
  'confirming',
  'published',
] as const satisfies readonly State[]
