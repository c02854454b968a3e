import type { NetworkClass } from '../../src/connectors/connector.ts'

/** The protection of a network against a second post: the five classes of the connector contract. */
export const classes = [
  'key',
  'expiring_key',
  'two_phase',
  'list',
  'blind',
] as const satisfies readonly NetworkClass['class'][]

export type Class = (typeof classes)[number]

/** The rules of one exploration: everything that may happen in it. */
export interface Rules {
  readonly network: Class
  /**
   * From when an expiring key holds: from the arrival of the first request, which is what the class means; or only once the
   * post is made, which the product takes for a list.
   */
  readonly keyHolds: 'from_arrival' | 'once_posted'
  /** Whether a list of our posts always shows what is there, or may lag behind. */
  readonly list: 'strong' | 'stale'
  /**
   * Whether a process pauses no longer than the quarantine between its look at the clock and the write; and whether, on
   * `expiring_key`, a request reaches its server within the quarantine and the key outlives it. How long a server works
   * on a request is bounded by neither.
   */
  readonly timing: 'holds' | 'broken'
  /**
   * Nobody acts; people answer what they see, and try again; they also edit, cancel and disconnect; or they answer wrongly
   * as well.
   */
  readonly persons: 'none' | 'answers' | 'truthful' | 'wrong'
  /** One post, two posts of one account, or a post and its answer. */
  readonly shape: 'one' | 'pair' | 'chain'
  /** Sends again on a class `list` when a look shows nothing. The product never does; the model shows why. */
  readonly resendsOnList: boolean
  /** How often one record is sent at most, and how often a network is looked at that shows nothing. */
  readonly sends: number
  readonly looks: number
  /** Whether the database may be put back to a state before the commit. */
  readonly restores: boolean
  /** Whether the post is an author's: it waits until a person approves its content, and new content waits again. */
  readonly approvals: boolean
  /** Also follows workers that have lost their claim to where they find out. */
  readonly keepsLost: boolean
  /** Ways in which this design was made wrong, to see that it is found. */
  readonly mutants: readonly Mutant[]
}

export const usual: Rules = {
  network: 'list',
  keyHolds: 'from_arrival',
  list: 'strong',
  timing: 'holds',
  persons: 'truthful',
  shape: 'one',
  resendsOnList: false,
  sends: 3,
  looks: 1,
  restores: false,
  approvals: false,
  keepsLost: false,
  mutants: [],
}

/** Every way in which the model can be made wrong. */
export const mutants = {
  lease_end_sends_again: 'the end of a lease sends the commit again',
  no_write_ahead: 'sends before the commit is written down',
  cancels_while_committing: 'a cancel is acknowledged while the commit is under way',
  edits_while_committing: 'an edit is taken while the commit is under way',
  holds_while_committing: 'a disconnected account holds what is being committed',
  reads_5xx_as_failure: 'an error of the server is read as a failure',
  resends_by_way_of_ready: 'a commit whose worker is gone goes back to ready',
  rejection_proves_absence: 'a refusal of a second send is read as proof of absence',
  no_window_check: 'sends however long ago the commit was written down',
  resends_on_blind: 'sends again on a network that shows nothing',
  no_quarantine: 'looks at the network at once',
  repeats_a_key_stored_late: 'sends again under a key that its server stores only once the post is made',
  sends_without_a_last_look: 'sends what a person does not see without looking for it once more',
  cancels_before_the_last_look: 'lets a person cancel what was sent and is not looked for yet',
  edits_before_the_last_look: 'lets a person edit what was sent and is not looked for yet',
  takes_a_lost_session_for_death: 'looks before the quarantine is over when a worker has lost its session',
  resends_an_expired_key: 'sends again however old the key is',
  checks_age_before_pause: 'checks the age of a key, and sends again in a later transaction',
  sends_without_commit: 'sends although the COMMIT of its record failed',
  sends_early: 'does not look at the time before it commits',
  no_fence: 'a worker writes without comparing its fence',
  no_state: 'a step is made without comparing the state',
  claim_keeps_fence: 'a claim does not raise the fence',
  person_keeps_fence: 'a person’s step does not raise the fence',
  looks_not_behind: 'does not look whether another target of the account is in flight',
  later_goes_first: 'does not look whether an earlier target of the account is ready',
  no_in_flight_index: 'no index allows an account one target in flight',
  no_open_commit_index: 'no index allows a target one open commit',
  newest_is_ours: 'takes the newest post of the account for the one it looks for',
  accepted_is_published: 'takes what the network accepted for published',
  retries_what_may_be_public: 'tries again what a person left undecided',
  children_in_their_own_transaction:
    'releases the answer in a transaction of its own, after its parent is published',
  children_after_parent: 'releases the answer after its parent is told to be published',
  forgets_orphans: 'does not fail the answer to what failed',
  holds_on_an_old_look: 'holds for an account that was connected again since it was looked at',
  reconnect_releases_nothing: 'connecting again releases nothing',
  restored_goes_on: 'asks nothing of what was due before the database was put back',
  restored_discard_is_failure: 'takes what was left undecided after the database was put back for not public',
  edits_what_was_approved: 'keeps the approval when the content changes',
  approves_what_changed: 'approves content that nobody looked at',
  reconnect_frees_unapproved: 'frees what waits for approval when the account is connected again',
  resolves_unapproved: 'sends what nobody approved when a person says after a restore that it is not there',
  no_timer_while_committing: 'the commit has no timer',
} as const

export type Mutant = keyof typeof mutants

/** The class that the product takes the network for. */
export function classOf({ network, keyHolds }: Rules, wrong: ReadonlySet<Mutant>): Class {
  const isLate = network === 'expiring_key' && keyHolds === 'once_posted'
  return isLate && !wrong.has('repeats_a_key_stored_late') ? 'list' : network
}
