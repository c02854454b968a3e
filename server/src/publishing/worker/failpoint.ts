/** Places at which a process may die; `docs/states.md` says what happens then. Tests kill the process at each. */
export const failpoints = [
  'after_claim',
  'after_token_refresh',
  'after_prepare_call',
  'after_artefact_save',
  'before_intent_commit',
  'after_intent_commit',
  'before_write',
  'after_first_byte',
  'after_response',
  'before_settle_commit',
  'after_settle_commit',
  'in_reconcile_read',
  'after_reconcile_commit',
] as const

export type FailpointName = (typeof failpoints)[number]

/** Called at each of these places. It does nothing in a real installation. */
export type Failpoint = (name: FailpointName) => void
