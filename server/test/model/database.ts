import { IllegalStep, isLegal, type StepName, steps } from '../../src/publishing/target.ts'
import { settledStates } from '../../src/targets/states.ts'
import type { Mutant, Rules } from './rules.ts'
import { type Target, targetOf, type Worker, type World } from './world.ts'

/** One exploration: its rules, and every step it took, each with the state it was taken from. */
export interface Model {
  readonly rules: Rules
  readonly wrong: ReadonlySet<Mutant>
  readonly taken: Set<string>
}

/** The columns that change with a step, as in `moveTarget`. A column that is left out is reset with the old state. */
interface Changes {
  timer?: Target['timer']
  hold?: Target['hold']
  review?: Target['review']
}

/**
 * `moveTarget`: one step of the product's own table, made only if the target still has the state and the fence that the
 * worker saw. A person holds the lock of the row, and a person's step takes the target away from every worker.
 */
export function move(
  model: Model,
  world: World,
  index: number,
  by: Worker | 'person',
  step: StepName,
  changes: Changes = {},
): boolean {
  const target = targetOf(world, index)
  const from = by === 'person' ? target.state : by.saw
  if (!isLegal(step, from)) throw new IllegalStep(step, from)
  if (by !== 'person') {
    if (!by.current && !model.wrong.has('no_fence')) return false
    if (target.state !== from && !model.wrong.has('no_state')) return false
    watchWorker(world, target, by)
  }
  model.taken.add(`${step} ${from}`)
  const before = toldOf(world)
  target.state = steps[step].to
  target.timer = changes.timer ?? 'none'
  target.hold = changes.hold ?? 'none'
  target.review = changes.review ?? 'none'
  if (steps[step].by === 'person' && !model.wrong.has('person_keeps_fence')) raiseFence(world, index)
  watchReported(world, before)
  return true
}

function watchWorker(world: World, target: Target, worker: Worker): void {
  if (!worker.current) world.broken ??= 'I8: a worker wrote with an old fence'
  if ((settledStates as readonly string[]).includes(target.state))
    world.broken ??= 'I8: a worker changed what was settled'
}

/** Workers that had claimed the target lose it. */
export function raiseFence(world: World, index: number): void {
  for (const worker of world.workers) if (worker.target === index) worker.current = false
}

// The status of a post as its events tell it: a part that waits for the part before it does not count.
function toldOf(world: World): 'posted' | 'other' {
  const counted = world.targets.filter((target) => target.hold !== 'parent')
  return counted.every((target) => target.state === 'published') ? 'posted' : 'other'
}

function watchReported(world: World, before: 'posted' | 'other'): void {
  if (world.targets.length < 2 || before === 'posted' || toldOf(world) !== 'posted') return
  if (world.targets.some((target) => target.state !== 'published'))
    world.broken ??= 'I7: a thread was told to be complete before all of it was public'
}

/** W1 and S1 as `claimDue` and `loseOverdue` make them: a new fence, a lease; a commit whose worker is gone becomes unknown. */
export function claim(model: Model, world: World, index: number, worker: Worker, isOld = false): void {
  const target = targetOf(world, index)
  const from = target.state
  if (!model.wrong.has('claim_keeps_fence')) raiseFence(world, index)
  if (from === 'committing') {
    take(model, 'lose_answer', target)
    target.timer = 'quiet'
    if (target.commit === 'pending') target.commit = 'unknown'
    return
  }
  if (from === 'scheduled') take(model, 'claim', target)
  if (from === 'ready' && isOld) take(model, 'prepare_anew', target)
  target.timer = 'lease'
  worker.target = index
  worker.current = true
  worker.own = from === 'unknown' || from === 'confirming'
  worker.saw = target.state
}

function take(model: Model, step: StepName, target: Target): void {
  if (!isLegal(step, target.state)) throw new IllegalStep(step, target.state)
  model.taken.add(`${step} ${target.state}`)
  target.state = steps[step].to
}

/** Whether a dispatcher finds it: its timer is due. */
export function isDue(model: Model, target: Target): boolean {
  switch (target.timer) {
    case 'none':
      return false
    case 'soon':
    case 'lease':
      return true
    case 'quiet':
      return target.window === 'quiet' || model.wrong.has('no_quarantine')
  }
}

/** `commits_one_open` and `targets_one_in_flight`: whether an index refuses the commit of this target. */
export function isRefusedByIndex(model: Model, world: World, index: number): boolean {
  const { commit } = targetOf(world, index)
  if (commit !== 'none' && !model.wrong.has('no_open_commit_index')) return true
  return isAnotherInFlight(world, index) && !model.wrong.has('no_in_flight_index')
}

export function isAnotherInFlight(world: World, index: number): boolean {
  return world.targets.some(
    ({ state }, other) => other !== index && (state === 'committing' || state === 'unknown'),
  )
}

/** The write-ahead record; the window to send begins. */
export function writeCommit(world: World, index: number, worker: Worker): void {
  const target = targetOf(world, index)
  if (target.approval === 'waiting' || (target.approval === 'approved' && !target.reviewed))
    world.broken ??= 'I13: it is sent, and nobody approved this content'
  disown(world, index)
  Object.assign(target, {
    commit: 'pending',
    ambiguous: false,
    sends: 1,
    looks: 0,
    lookFirst: false,
    evidence: false,
    window: 'open',
    keyAge: 'trusted',
    processing: target.processing === 'yes' ? 'yes' : 'no',
  })
  worker.own = true
  worker.ambiguous = false
}

/** Settles the record for good: `none` stands for rejected, not sent and absent, after which another may be written. */
export function closeCommit(world: World, index: number, outcome: 'ok' | 'none'): void {
  const target = targetOf(world, index)
  disown(world, index)
  Object.assign(target, {
    commit: outcome,
    ambiguous: false,
    sends: 0,
    looks: 0,
    lookFirst: false,
    evidence: false,
    window: 'quiet',
    keyAge: 'trusted',
  })
  if (target.processing === 'refused') target.processing = 'no'
}

// Workers may still learn something, but about an older record, which nobody reads any more.
function disown(world: World, index: number): void {
  for (const worker of world.workers) if (worker.target === index) worker.own = false
}

/** Drops the artefacts. A worker that still sends them sends something else than what is prepared next. */
export function dropArtefacts(world: World, index: number): void {
  const target = targetOf(world, index)
  const isGone = target.container === 'expired' || target.container === 'error'
  if (target.container !== 'none') target.container = 'none'
  if (!isGone) target.strays = Math.min(1, target.strays + target.late)
  target.late = 0
  for (const worker of world.workers) {
    if (worker.target !== index || !['check', 'too_late', 'write', 'wait'].includes(worker.at)) continue
    // A container that has expired or failed is refused, whenever its request arrives.
    if (isGone) Object.assign(worker, { at: 'settle', has: 'unclear' })
    else worker.has = 'stray'
  }
}

/** G1: the parent is public, so its child may go. */
export function releaseChild(model: Model, world: World, parent: number): void {
  const child = childOf(model, world, parent)
  if (child?.state === 'held') move(model, world, 1, 'person', 'release', { timer: 'soon' })
}

/** W11: the parent will never be public, so its child fails. */
export function failChild(model: Model, world: World, parent: number): void {
  const child = childOf(model, world, parent)
  if (!child || model.wrong.has('forgets_orphans')) return
  if (isLegal('orphan', child.state)) move(model, world, 1, 'person', 'orphan')
}

/** H4 for a chain: the child waits for its parent again. */
export function chainAgain(model: Model, world: World, parent: number): void {
  const child = childOf(model, world, parent)
  if (child?.state === 'failed') move(model, world, 1, 'person', 'chain_again', { hold: 'parent' })
}

export function childOf(model: Model, world: World, parent: number): Target | null {
  return model.rules.shape === 'chain' && parent === 0 ? targetOf(world, 1) : null
}
