import { isLegal, steps } from '../../src/publishing/target.ts'
import { waitingStates } from '../../src/targets/states.ts'
import {
  chainAgain,
  childOf,
  closeCommit,
  dropArtefacts,
  failChild,
  type Model,
  move,
  raiseFence,
  releaseChild,
} from './database.ts'
import type { Emit } from './emit.ts'
import { bearRiskOfTwo } from './network.ts'
import { rest, type Target, targetOf, type World } from './world.ts'

/** Emits the acts that are open to people and the operator now, each in one transaction under the lock of the post. */
export function people(model: Model, world: World, emit: Emit): void {
  if (model.rules.restores) restore(model, world, emit)
  if (model.rules.persons === 'none') return
  const answersOnly = model.rules.persons === 'answers'
  if (!answersOnly) connect(model, world, emit)
  world.targets.forEach((target, index) => {
    const isAnswer = model.rules.shape === 'chain' && index === 1
    const act = (what: string, change: (next: World, its: Target) => void) =>
      emit('person', 'person', what, (next) => change(next, targetOf(next, index)))
    if (!isAnswer && !answersOnly) {
      if (target.approval !== 'none') review(model, target, index, act)
      if (target.hold !== 'draft') {
        cancel(model, target, index, act)
        edit(model, target, index, act)
      }
    }
    if (target.state === 'needs_review' || isLookedForFirst(target)) answer(model, target, index, act)
    if (target.state === 'failed') retry(model, world, index, act)
  })
}

/**
 * G2: the operator puts the database back to a state in which nothing was sent, and takes longer than a quarantine for it.
 * Every worker begins anew, and every target that was due asks a person.
 */
function restore(model: Model, world: World, emit: Emit): void {
  const isQuiet = world.targets.every(({ window }) => window === 'quiet')
  if (!isQuiet || world.workers.some(({ at }) => at === 'write' || at === 'wait')) return
  for (const state of steps.ask_restored.from) {
    emit('person', 'operator', `puts the database back to when it was ${state}`, (next) => {
      next.workers.forEach(rest)
      next.connected = state !== 'held'
      next.targets.forEach((target, index) => {
        closeCommit(next, index, 'none')
        const isHeld = state === 'held'
        // It was put back to before its approval, and may have been approved and sent since.
        const isUnapproved = isHeld && target.approval !== 'none'
        Object.assign(target, {
          state,
          timer: isHeld ? 'none' : 'soon',
          hold: isUnapproved ? 'approval' : isHeld ? 'account' : 'none',
          review: 'none',
        })
        if (target.approval !== 'none')
          Object.assign(target, { approval: isHeld ? 'waiting' : 'approved', reviewed: !isHeld })
        if (target.time !== 'before' && !model.wrong.has('restored_goes_on'))
          move(model, next, index, 'person', 'ask_restored', { review: 'restored' })
      })
    })
  }
}

type Act = (what: string, change: (next: World, target: Target) => void) => void

function connect(model: Model, world: World, emit: Emit): void {
  if (world.connected) {
    return void emit('person', 'person', 'disconnects the account', (next) => {
      next.connected = false
      next.targets.forEach((target, index) => {
        if (isIn(waitingStates, target))
          move(model, next, index, 'person', 'hold_waiting', { hold: 'account' })
        else if (target.state === 'committing' && model.wrong.has('holds_while_committing')) {
          Object.assign(target, { state: 'held', hold: 'account', timer: 'none' })
          raiseFence(next, index)
        }
      })
    })
  }
  emit('person', 'person', 'connects the account again', (next) => {
    next.connected = true
    if (model.wrong.has('reconnect_releases_nothing')) return
    next.targets.forEach((target, index) => {
      const isFreed = target.hold === 'account' || model.wrong.has('reconnect_frees_unapproved')
      if (target.state === 'held' && isFreed) move(model, next, index, 'person', 'release', { timer: 'soon' })
    })
  })
}

/** A3: cancels the post and its child. */
function cancel(model: Model, target: Target, index: number, act: Act): void {
  const isWrong = target.state === 'committing' && model.wrong.has('cancels_while_committing')
  if (!isLegal('cancel', target.state) && !isWrong) return
  if (isLookedForFirst(target) && !model.wrong.has('cancels_before_the_last_look')) return
  act('cancels, and is told that it is canceled', (next, its) => {
    if (isWrong) {
      Object.assign(its, { state: 'canceled', timer: 'none' })
      raiseFence(next, index)
    } else move(model, next, index, 'person', 'cancel')
    const child = childOf(model, next, index)
    if (child && isLegal('cancel', child.state)) move(model, next, 1, 'person', 'cancel')
  })
}

/**
 * A4 and A5: a reviewer reads what waits and approves what they read, for its time or, if that has passed, for now; or
 * returns it, which removes the target. Its author asks again.
 */
function review(model: Model, target: Target, index: number, act: Act): void {
  if (target.hold === 'draft') {
    return void act('is asked for approval again', (_, its) => {
      its.hold = 'approval'
    })
  }
  if (target.approval !== 'waiting') return
  if (!target.reviewed) {
    act('reads it', (_, its) => {
      its.reviewed = true
    })
  }
  if (target.reviewed || model.wrong.has('approves_what_changed')) {
    act('approves it', (next, its) => {
      its.approval = 'approved'
      if (its.state !== 'held') return
      if (its.time !== 'before') its.time = 'due'
      move(model, next, index, 'person', 'approve', { timer: 'soon' })
    })
  }
  if (target.state === 'held') {
    act('returns it', (next, its) => {
      raiseFence(next, index)
      Object.assign(its, { hold: 'draft', reviewed: false, time: 'before' })
    })
  }
}

/** A2: new words for a later time. The parts that are chained to the post are stored anew. */
function edit(model: Model, target: Target, index: number, act: Act): void {
  const isWrong = target.state === 'committing' && model.wrong.has('edits_while_committing')
  if (!isLegal('edit', target.state) && !isWrong) return
  if (isLookedForFirst(target) && !model.wrong.has('edits_before_the_last_look')) return
  const change = (next: World, its: Target, isContent: boolean) => {
    if (isWrong) {
      Object.assign(its, { state: 'scheduled', timer: 'soon' })
      raiseFence(next, index)
    } else {
      if (isLookedForFirst(its)) closeCommit(next, index, 'none')
      else bearRiskOfAnother(its)
      if (isContent) changeContent(model, next, its, index)
      else move(model, next, index, 'person', 'edit', { timer: 'soon' })
    }
    if (model.rules.shape === 'one') its.time = 'before'
    dropArtefacts(next, index)
    const child = childOf(model, next, index)
    if (child) Object.assign(child, { state: 'held', hold: 'parent', timer: 'none' })
  }
  act('edits it', (next, its) => change(next, its, true))
  if (target.approval === 'approved') act('gives it another time', (next, its) => change(next, its, false))
}

/** New content of a post that needs approval waits for it; a person who never read it approves nothing. */
function changeContent(model: Model, world: World, target: Target, index: number): void {
  if (target.approval === 'none') return void move(model, world, index, 'person', 'edit', { timer: 'soon' })
  const isKept = target.approval === 'approved' && model.wrong.has('edits_what_was_approved')
  target.reviewed = false
  if (isKept) return void move(model, world, index, 'person', 'edit', { timer: 'soon' })
  target.approval = 'waiting'
  move(model, world, index, 'person', 'ask_approval', { hold: 'approval' })
}

/** A person said that the post is not there, and the network has not been looked at since. */
function isLookedForFirst({ state, lookFirst }: Target): boolean {
  return lookFirst && isLegal('cancel', state) && isLegal('discard', state)
}

/**
 * The artefacts are dropped or forgotten, so the next send has another key. An earlier send that was not found has the old
 * key, and may become a second post.
 */
function bearRiskOfAnother(target: Target): void {
  const mayAppear = target.late > 0 || target.processing === 'yes'
  if (mayAppear || (target.risked && target.posts > 0)) bearRiskOfTwo(target)
}

/** H1 to H3: a person says what they see, or, where the rules allow it, something untrue. */
function answer(model: Model, target: Target, index: number, act: Act): void {
  const isAsking = target.state === 'needs_review'
  const isMaybeSent = isAsking && (target.review !== 'missed_window' || target.commit !== 'none')
  const mayErr = model.rules.persons === 'wrong'
  const isThere = target.posts > 0
  // A child must name its parent, and only the network knows that name, so no person can say that the parent is live.
  const hasAnswers = model.rules.shape === 'chain' && index === 0
  if (isMaybeSent && !hasAnswers && (isThere || mayErr)) {
    act(isThere ? 'sees it and says so' : 'says it is live, and is wrong', (next, its) => {
      if (!isThere) its.wronged = true
      closeCommit(next, index, 'ok')
      releaseChild(model, next, index)
      move(model, next, index, 'person', 'say_published')
    })
  }
  const isUnapproved = target.approval === 'waiting' && !model.wrong.has('resolves_unapproved')
  if (isAsking && !isUnapproved && (!isThere || mayErr)) {
    act(isThere ? 'says it is not there, and is wrong' : 'does not see it and has it sent', (next, its) => {
      if (isThere) its.wronged = true
      // A restored database has no record of an earlier send, so there is nothing to look for.
      if (its.commit === 'none') bearRiskOfAnother(its)
      if (model.wrong.has('sends_without_a_last_look')) closeCommit(next, index, 'none')
      its.lookFirst = its.commit !== 'none'
      move(model, next, index, 'person', 'say_not_published', { timer: 'soon' })
      its.time = 'due'
    })
  }
  act('leaves it undecided', (next, its) => {
    // A restored database may have no record of an earlier send, but the post may be public all the same.
    if (target.review === 'restored' && !model.wrong.has('restored_discard_is_failure'))
      its.commit = 'unknown'
    move(model, next, index, 'person', 'discard')
    failChild(model, next, index)
  })
}

/** H4: only where nothing can be public. */
function retry(model: Model, world: World, index: number, act: Act): void {
  if (targetOf(world, index).approval === 'waiting') return
  const isOpen = targetOf(world, index).commit !== 'none' && !model.wrong.has('retries_what_may_be_public')
  const isFirst = world.targets.findIndex(({ state }) => state === 'failed') === index
  if (isOpen || (model.rules.shape === 'chain' && !isFirst)) return
  act('tries again', (next, its) => {
    if (its.commit === 'none') bearRiskOfAnother(its)
    move(model, next, index, 'person', 'retry', { timer: 'soon' })
    dropArtefacts(next, index)
    its.time = 'due'
    chainAgain(model, next, index)
  })
}

function isIn(list: readonly string[], target: Target): boolean {
  return list.includes(target.state)
}
