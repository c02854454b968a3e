import { inFlightStates, type State, settledStates, waitingStates } from '../../src/targets/states.ts'
import type { Model } from './database.ts'
import { classOf, type Rules } from './rules.ts'
import type { Target, World } from './world.ts'

/** The first promise that does not hold in a world, by its name; null when all do. */
export function brokenPromise(model: Model, world: World): string | null {
  if (world.broken) return world.broken
  for (const target of world.targets) {
    const broken = brokenBy(model, target)
    if (broken) return broken
  }
  return brokenTogether(model, world)
}

function brokenBy(model: Model, target: Target): string | null {
  const { state, posts } = target
  if (isStuck(target)) return 'I1: nothing will ever look at it again'
  if (isSentAgain(target) && !sendsAgain.has(safeClassOf(model.rules)))
    return 'I12: sent again on a network that takes it twice'
  // A person answers for the consequences of an untrue statement.
  if (target.wronged) return null
  if (posts > 1) return 'I2: it is public twice'
  if (state === 'published' && posts === 0) return 'I7: it is said to be published and is not public'
  if (state === 'published' && target.wrongId) return 'I7: it is published under the id of another post'
  if (target.risked) return null
  if (state === 'canceled' && posts > 0) return 'I3: it is public although it was canceled'
  // A post that a person left undecided may be public, because its commit stays open.
  if (state === 'failed' && posts > 0 && target.commit === 'none')
    return 'I7: it is said to have failed and is public'
  // A post that a person did not see may be public too, until the network was looked at once more.
  if (posts > 0 && (isIn(waitingStates, state) || state === 'held') && !target.lookFirst)
    return 'I7: it is said to wait and is public'
  return null
}

// The real class of the network, also where a mutant takes it for another.
const safeClassOf = (rules: Rules) => classOf(rules, new Set())
const sendsAgain: ReadonlySet<string> = new Set(['key', 'expiring_key', 'two_phase'])

function isSentAgain({ sends }: Target): boolean {
  return sends > 1
}

// The CHECK of the table.
function isStuck({ state, timer }: Target): boolean {
  return timer === 'none' && state !== 'held' && !isIn(settledStates, state)
}

// A request is in flight until its server is done with it, but an account is served one at a time until we hang up.
function brokenTogether(model: Model, { targets, workers }: World): string | null {
  const waiting = workers.filter(({ at }) => at === 'wait')
  if (waiting.length > 1) return 'I5: two requests of one account are waited for'
  const inFlight = targets.filter(({ state }) => isIn(inFlightStates, state)).length
  if (inFlight > 1) return 'I5: two targets of one account are in flight'
  if (sendsAgain.has(safeClassOf(model.rules))) return null
  const isTwice = targets.some(({ late, wronged }, index) => {
    const waited = waiting.filter(({ target }) => target === index).length
    return !wronged && late + waited > 1
  })
  return isTwice ? 'Rule 7: two requests of one target are in flight' : null
}

/** Nothing is owed any more: each target is settled, or asks, or is held for a reason that stands. */
export function isSettled(world: World): boolean {
  return world.targets.every((target, index) => {
    if (isIn(settledStates, target.state)) return true
    if (target.state !== 'held') return false
    if (target.hold === 'account') return !world.connected
    if (target.hold === 'approval' || target.hold === 'draft') return true
    const parent = world.targets[index - 1]
    return parent !== undefined && (parent.state === 'needs_review' || parent.state === 'held')
  })
}

function isIn(list: readonly State[], state: State): boolean {
  return list.includes(state)
}
