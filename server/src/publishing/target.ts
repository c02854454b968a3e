import { editableStates, type State, waitingStates } from '../targets/states.ts'

interface Step {
  readonly from: readonly State[]
  readonly to: State
  /** Workers move a target only under the fence of their claim; people move it under a row lock. */
  readonly by: 'worker' | 'person'
}

/**
 * Every legal step between the states of a target: the table of `docs/states.md` as data, with its letters. One target is one
 * post on one social account; a commit is the one call that makes it public. `move.ts` is the only code that moves a state.
 */
export const steps = {
  /** A2: new content; anything prepared is dropped. */
  edit: { from: editableStates, to: 'scheduled', by: 'person' },
  /** A3: acknowledged only if this very step was made. */
  cancel: { from: editableStates, to: 'canceled', by: 'person' },
  /** A4: content without an approval waits for it; anything prepared is dropped. */
  ask_approval: { from: editableStates, to: 'held', by: 'person' },
  /** A5: a person approved exactly this content. */
  approve: { from: ['held'], to: 'scheduled', by: 'person' },
  /** W1 */
  claim: { from: ['scheduled'], to: 'preparing', by: 'worker' },
  /** W1 of a target that was ready long ago: the network may have dropped what was prepared. */
  prepare_anew: { from: ['ready'], to: 'preparing', by: 'worker' },
  /** W2 and W7: another round of preparing, after a wait or a try that failed. */
  prepare_again: { from: ['preparing'], to: 'preparing', by: 'worker' },
  /** H2: a person said that the post is not there, and the last look before the next send finds it. */
  find_first: { from: ['preparing'], to: 'published', by: 'worker' },
  /** H2: that look finds several, or comes to no end. */
  ask_first: { from: ['preparing'], to: 'needs_review', by: 'worker' },
  /** W3 */
  prepared: { from: ['preparing'], to: 'ready', by: 'worker' },
  /** W8: refused for good before anything was public. */
  refuse_early: { from: ['preparing'], to: 'failed', by: 'worker' },
  /** W9 */
  hold: { from: ['preparing', 'ready'], to: 'held', by: 'worker' },
  /** W10 */
  miss_window: { from: waitingStates, to: 'needs_review', by: 'worker' },
  /** Not yet: another target of the account is first, a limit is reached, or the network asked to wait. */
  wait_ready: { from: ['ready'], to: 'ready', by: 'worker' },
  /** W3 and W4 as one change, for a target that is due already. */
  intend_at_once: { from: ['preparing'], to: 'committing', by: 'worker' },
  /** W4 */
  intend: { from: ['ready'], to: 'committing', by: 'worker' },
  /** W6a */
  publish: { from: ['committing'], to: 'published', by: 'worker' },
  /** W6b */
  accept: { from: ['committing'], to: 'confirming', by: 'worker' },
  /** W6c */
  refuse: { from: ['committing'], to: 'failed', by: 'worker' },
  /** W6d and W6e: proven to have had no effect. */
  send_later: { from: ['committing'], to: 'ready', by: 'worker' },
  /** W6f and S1 */
  lose_answer: { from: ['committing'], to: 'unknown', by: 'worker' },
  /** R1 */
  find: { from: ['unknown'], to: 'published', by: 'worker' },
  /** R2 */
  send_again: { from: ['unknown'], to: 'committing', by: 'worker' },
  /** R3: prepared again, because the send may have used up what was prepared. */
  prove_absent: { from: ['unknown'], to: 'scheduled', by: 'worker' },
  /** A look found the network's own verdict that it refused. */
  find_refused: { from: ['unknown'], to: 'failed', by: 'worker' },
  /** R4, while it may still appear. */
  look_again: { from: ['unknown'], to: 'unknown', by: 'worker' },
  /** R4 at its end, R5 and R6. */
  ask: { from: ['unknown'], to: 'needs_review', by: 'worker' },
  /** C1 */
  confirm: { from: ['confirming'], to: 'published', by: 'worker' },
  confirm_refused: { from: ['confirming'], to: 'failed', by: 'worker' },
  confirm_again: { from: ['confirming'], to: 'confirming', by: 'worker' },
  confirm_ask: { from: ['confirming'], to: 'needs_review', by: 'worker' },
  /** H1 */
  say_published: { from: ['needs_review'], to: 'published', by: 'person' },
  /** H2 */
  say_not_published: { from: ['needs_review'], to: 'scheduled', by: 'person' },
  /** H3; a waiting target only until the last look that follows a person's answer that it is not there. */
  discard: { from: ['needs_review', 'scheduled', 'preparing', 'held'], to: 'failed', by: 'person' },
  /** H4 */
  retry: { from: ['failed'], to: 'scheduled', by: 'person' },
  /** A failed part of a thread goes back to waiting when its parent is retried. */
  chain_again: { from: ['failed'], to: 'held', by: 'person' },
  /** W11: the part that it replies to will never be public. */
  orphan: { from: editableStates, to: 'failed', by: 'person' },
  /** G1 */
  hold_waiting: { from: waitingStates, to: 'held', by: 'person' },
  release: { from: ['held'], to: 'scheduled', by: 'person' },
  /** G2: due before the database was put back to an older state, so it may be public already. */
  ask_restored: { from: editableStates, to: 'needs_review', by: 'person' },
} as const satisfies Record<string, Step>

export type StepName = keyof typeof steps

/** Why a target is held. */
export type HoldReason =
  | 'parent'
  | 'approval'
  | 'reconnect'
  | 'blocked'
  | 'disconnected'
  | 'subscription'
  | 'paused'
  | 'guard'

/** The target to move, as it was last seen. */
export interface Seen {
  workspaceId: string
  id: string
  postId: string
  state: State
  /** The fence of the worker's claim; null for a person, whose transaction has locked the row. */
  fence: number | null
  /** The post has no other targets, so nobody else can change its status meanwhile. */
  isOnlyTarget: boolean
}

/** The table has no such step: a bug of ours, never a person's mistake. */
export class IllegalStep extends Error {
  override name = 'IllegalStep'
  constructor(step: StepName, from: State) {
    super(`A target that is ${from} cannot ${step} to ${steps[step].to}.`)
  }
}

export function isLegal(step: StepName, from: State): boolean {
  return (steps[step].from as readonly State[]).includes(from)
}

/** How late a target may go out without asking, in milliseconds; null: however late. */
export const latePolicies = {
  publish_24h: 24 * 3_600_000,
  publish_1h: 3_600_000,
  publish_always: null,
  ask: 60_000,
} as const

export type LatePolicy = keyof typeof latePolicies

/** How late a target may be that its network defers: a day, unless its policy says less. */
export function patienceOf(latePolicy: LatePolicy): number {
  return latePolicies[latePolicy] ?? latePolicies.publish_24h
}
