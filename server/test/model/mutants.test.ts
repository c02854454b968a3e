// @module-tag slow
import { describe, expect, test } from 'vitest'
import { type Explored, explore } from './explore.ts'
import { printExplored } from './print-explored.ts'
import { type Mutant, mutants, type Rules, usual } from './rules.ts'

/** A way to make it wrong, where it shows, which promise it breaks, and in how few steps. */
interface Case {
  readonly mutant: Mutant
  readonly rules?: Partial<Rules>
  readonly breaks: `I${number}`
  readonly steps: number
}

const stale: Partial<Rules> = { list: 'stale' }
const storedLate: Partial<Rules> = { network: 'expiring_key', keyHolds: 'once_posted', persons: 'none' }
const pair: Partial<Rules> = { shape: 'pair', persons: 'none' }

const cases: Case[] = [
  { mutant: 'lease_end_sends_again', breaks: 'I2', steps: 11 },
  { mutant: 'no_write_ahead', breaks: 'I2', steps: 10 },
  { mutant: 'cancels_while_committing', breaks: 'I3', steps: 8 },
  { mutant: 'edits_while_committing', breaks: 'I7', steps: 8 },
  { mutant: 'holds_while_committing', breaks: 'I7', steps: 8 },
  { mutant: 'reads_5xx_as_failure', breaks: 'I7', steps: 8 },
  { mutant: 'resends_by_way_of_ready', breaks: 'I7', steps: 8 },
  { mutant: 'rejection_proves_absence', rules: { network: 'key', ...stale }, breaks: 'I7', steps: 14 },
  {
    mutant: 'rejection_proves_absence',
    rules: { network: 'expiring_key', ...stale },
    breaks: 'I2',
    steps: 25,
  },
  { mutant: 'no_window_check', breaks: 'I3', steps: 18 },
  { mutant: 'no_window_check', breaks: 'I2', steps: 22 },
  { mutant: 'resends_on_blind', rules: { network: 'blind' }, breaks: 'I12', steps: 10 },
  { mutant: 'resends_on_blind', rules: { network: 'blind' }, breaks: 'I2', steps: 19 },
  { mutant: 'no_quarantine', rules: { resendsOnList: true }, breaks: 'I2', steps: 16 },
  { mutant: 'no_quarantine', breaks: 'I7', steps: 15 },
  { mutant: 'repeats_a_key_stored_late', rules: storedLate, breaks: 'I2', steps: 20 },
  { mutant: 'repeats_a_key_stored_late', rules: storedLate, breaks: 'I12', steps: 10 },
  { mutant: 'sends_without_a_last_look', breaks: 'I2', steps: 18 },
  { mutant: 'cancels_before_the_last_look', breaks: 'I3', steps: 13 },
  { mutant: 'edits_before_the_last_look', breaks: 'I2', steps: 20 },
  { mutant: 'takes_a_lost_session_for_death', breaks: 'I2', steps: 21 },
  { mutant: 'resends_an_expired_key', rules: { network: 'expiring_key' }, breaks: 'I2', steps: 20 },
  { mutant: 'checks_age_before_pause', rules: { network: 'expiring_key' }, breaks: 'I2', steps: 20 },
  { mutant: 'sends_without_commit', breaks: 'I2', steps: 13 },
  { mutant: 'sends_early', breaks: 'I4', steps: 6 },
  { mutant: 'no_fence', breaks: 'I8', steps: 3 },
  { mutant: 'no_fence', breaks: 'I2', steps: 17 },
  { mutant: 'claim_keeps_fence', breaks: 'I2', steps: 17 },
  { mutant: 'no_state', breaks: 'I8', steps: 3 },
  { mutant: 'later_goes_first', rules: pair, breaks: 'I5', steps: 6 },
  { mutant: 'newest_is_ours', rules: pair, breaks: 'I7', steps: 15 },
  { mutant: 'accepted_is_published', breaks: 'I7', steps: 8 },
  { mutant: 'retries_what_may_be_public', breaks: 'I7', steps: 13 },
  { mutant: 'children_after_parent', rules: { shape: 'chain' }, breaks: 'I7', steps: 7 },
  { mutant: 'children_in_their_own_transaction', rules: { shape: 'chain' }, breaks: 'I7', steps: 7 },
  { mutant: 'children_in_their_own_transaction', rules: { shape: 'chain' }, breaks: 'I1', steps: 8 },
  { mutant: 'forgets_orphans', rules: { shape: 'chain' }, breaks: 'I1', steps: 2 },
  { mutant: 'holds_on_an_old_look', breaks: 'I1', steps: 4 },
  { mutant: 'reconnect_releases_nothing', breaks: 'I1', steps: 2 },
  { mutant: 'restored_goes_on', rules: { restores: true }, breaks: 'I2', steps: 14 },
  { mutant: 'restored_discard_is_failure', rules: { restores: true }, breaks: 'I2', steps: 17 },
  { mutant: 'edits_what_was_approved', rules: { approvals: true }, breaks: 'I13', steps: 7 },
  { mutant: 'approves_what_changed', rules: { approvals: true }, breaks: 'I13', steps: 5 },
  { mutant: 'reconnect_frees_unapproved', rules: { approvals: true }, breaks: 'I13', steps: 6 },
  { mutant: 'resolves_unapproved', rules: { approvals: true, restores: true }, breaks: 'I13', steps: 7 },
  { mutant: 'no_timer_while_committing', breaks: 'I1', steps: 4 },
]

function wayTo(explored: Explored, promise: string): string[] {
  return explored.broken.find((each) => each.promise.startsWith(`${promise}:`))?.lines ?? []
}

describe('a design that', () => {
  test.each(cases.map((each) => ({ ...each, does: mutants[each.mutant] })))(
    '$does breaks $breaks in $steps steps',
    ({ mutant, rules, breaks, steps, does }) => {
      const explored = explore({ ...usual, ...rules, mutants: [mutant] }, breaks)
      printExplored(`it ${does}`, explored)
      expect(wayTo(explored, breaks)).toHaveLength(steps)
    },
  )
})

/** Two guards against the same: without either nothing breaks, without both it does. */
const pairsOfGuards: {
  guards: readonly Mutant[]
  spare: readonly Mutant[]
  rules: Partial<Rules>
  breaks: `I${number}`
}[] = [
  {
    guards: ['looks_not_behind', 'no_in_flight_index'],
    spare: ['looks_not_behind', 'no_in_flight_index'],
    rules: pair,
    breaks: 'I5',
  },
  {
    guards: ['no_open_commit_index', 'retries_what_may_be_public'],
    spare: ['no_open_commit_index'],
    rules: {},
    breaks: 'I2',
  },
  { guards: ['person_keeps_fence', 'no_state'], spare: ['person_keeps_fence'], rules: {}, breaks: 'I8' },
]

describe.each(pairsOfGuards)(
  'guards that stand in for each other: $guards',
  ({ guards, spare, rules, breaks }) => {
    test.each(spare)('%s alone breaks nothing', (mutant) => {
      expect(explore({ ...usual, ...rules, mutants: [mutant] }).broken).toEqual([])
    })

    test(`both together break ${breaks}`, () => {
      const explored = explore({ ...usual, ...rules, mutants: guards }, breaks)
      printExplored(`both ${guards.join(' and ')}`, explored)
      expect(wayTo(explored, breaks)).not.toEqual([])
    })
  },
)

test('every way to make it wrong is tried', () => {
  const tried = new Set([
    ...cases.map(({ mutant }) => mutant),
    ...pairsOfGuards.flatMap(({ guards }) => guards),
  ])
  expect(Object.keys(mutants).filter((mutant) => !tried.has(mutant as Mutant))).toEqual([])
})

test('the way to a broken promise can be read', () => {
  const explored = explore({ ...usual, mutants: ['lease_end_sends_again'] }, 'I2')
  expect(wayTo(explored, 'I2')).toMatchInlineSnapshot(`
    [
      "worker 1 claims the target [preparing, 0 public]",
      "clock the time of the post has come [preparing, 0 public]",
      "worker 1 prepares everything [preparing, 0 public]",
      "worker 1 writes the commit down [committing, 0 public]",
      "worker 1 finds the window to send open [committing, 0 public]",
      "worker 1 sends [committing, 0 public]",
      "worker 1 the network publishes it and says so [committing, 1 public]",
      "worker 2 finds the lease ended and claims the target [committing, 1 public]",
      "worker 2 finds the window to send open [committing, 1 public]",
      "worker 2 sends [committing, 1 public]",
      "worker 2 the network publishes it and says so [committing, 2 public]",
    ]
  `)
})
