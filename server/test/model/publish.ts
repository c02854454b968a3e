import {
  closeCommit,
  dropArtefacts,
  failChild,
  isAnotherInFlight,
  isRefusedByIndex,
  type Model,
  move,
  releaseChild,
  writeCommit,
} from './database.ts'
import type { Cause, Emit } from './emit.ts'
import { arrivals, bearRiskOfTwo, prepareContainer, publish, wordsOf } from './network.ts'
import { rest, type Target, targetOf, type Word, type Worker, type World, workerOf } from './world.ts'

/** One worker at one place: what it may do next is emitted as a change of its own copy. */
export interface Turn {
  readonly model: Model
  readonly world: World
  readonly worker: Worker
  readonly target: Target
  act(cause: Cause, what: string, change: (world: World, worker: Worker, target: Target) => void): void
}

const names = ['worker 1', 'worker 2'] as const

export function turnOf(model: Model, world: World, index: 0 | 1, emit: Emit): Turn {
  const worker = workerOf(world, index)
  return {
    model,
    world,
    worker,
    target: targetOf(world, worker.target),
    act: (cause, what, change) =>
      emit(cause, names[index], what, (next) => {
        const self = workerOf(next, index)
        change(next, self, targetOf(next, self.target))
      }),
  }
}

/** `prepareTarget`: W2, W3 and W7 to W10. The gate was passed when the target was claimed. */
export function prepare(turn: Turn): void {
  const { model, worker, act } = turn
  const end = (step: 'prepare_again' | 'refuse_early' | 'miss_window', timer: Target['timer']) => {
    return (world: World, self: Worker) => {
      const review = step === 'miss_window' ? 'missed_window' : 'none'
      const isMoved = move(model, world, self.target, self, step, { timer, review })
      if (isMoved && step === 'refuse_early') failChild(model, world, self.target)
      rest(self)
    }
  }
  if (worker.has === 'late') return void act('work', 'asks, for it is too late', end('miss_window', 'none'))
  if (turn.target.lookFirst) return void lookFirst(turn)
  act('fault', 'prepares, and must try again later', end('prepare_again', 'soon'))
  act('fault', 'prepares, and is refused for good', end('refuse_early', 'none'))
  act('fault', 'prepares, and is told that our access has ended', (world, self) => {
    world.connected = false
    self.at = 'hold'
  })
  act('work', 'prepares everything', (world, self, target) => {
    prepareContainer(model, world, self.target)
    if (target.time !== 'before' || model.wrong.has('sends_early')) {
      self.at = 'intend'
      return
    }
    move(model, world, self.target, self, 'prepared', { timer: 'soon' })
    rest(self)
  })
}

/** H2: a person does not see it. It is looked for once more before anything is sent. */
function lookFirst({ model, world, worker, act }: Turn): void {
  for (const word of wordsOf(model, world, worker.target)) {
    act(word === 'a_day_over' ? 'time' : 'work', `looks once more: ${word}`, (next, self, target) => {
      if (word === 'published') writePublished(model, next, self, 'find_first')
      else if (word === 'several')
        move(model, next, self.target, self, 'ask_first', { review: 'answer_lost' })
      else if (word === 'pending' || word === 'unreachable' || word === 'a_day_over')
        move(model, next, self.target, self, 'prepare_again', { timer: 'soon' })
      else if (move(model, next, self.target, self, 'prepare_again', { timer: 'lease' })) {
        bearRisk(model, target)
        return closeCommit(next, self.target, 'none')
      }
      if (self.at === 'prepare') rest(self)
    })
  }
}

/**
 * Before a new send, the person is warned that an earlier one may still take effect, unseen. Under a key for ever, or from
 * the same container, this makes no second post.
 */
function bearRisk(model: Model, target: Target): void {
  if (target.late === 0 && target.processing !== 'yes' && target.posts === 0) return
  target.risked = true
  if (model.rules.network !== 'key' && model.rules.network !== 'two_phase') bearRiskOfTwo(target)
}

/** W9: the account is read again under its lock. If it was connected again meanwhile, it holds nothing. */
export function hold({ model, worker, act }: Turn): void {
  act('work', 'holds it for its account', (world, self) => {
    const isOver = world.connected && !model.wrong.has('holds_on_an_old_look')
    const again = worker.saw === 'ready' ? 'wait_ready' : 'prepare_again'
    if (isOver) move(model, world, self.target, self, again, { timer: 'soon' })
    else move(model, world, self.target, self, 'hold', { hold: 'account' })
    rest(self)
  })
}

/** W4, one transaction under the locks of account, post and target. */
export function intend(turn: Turn): void {
  const { model, worker, target, world, act } = turn
  act('fault', 'is told that our access has ended', (next, self) => {
    next.connected = false
    self.at = 'hold'
  })
  const write = (next: World, self: Worker) => writeIntent(model, next, self)
  if (model.wrong.has('no_write_ahead') && target.time === 'due') {
    return void act('work', 'goes to send without writing it down', (_, self) => {
      self.at = 'write'
    })
  }
  act('work', 'writes the commit down', write)
  if (isMaybeBehind(world, worker.target))
    act('work', 'lets an earlier one go first', stayReady(model, 'soon'))
  act('fault', 'writes the commit down, but never hears of the COMMIT', (next, self) => {
    write(next, self)
    rest(self)
  })
  if (model.wrong.has('sends_without_commit') && target.time === 'due') {
    act('fault', 'fails to COMMIT, and goes on', (_, self) => {
      Object.assign(self, { saw: 'committing', at: 'check' })
    })
  }
}

function writeIntent(model: Model, world: World, self: Worker): void {
  const target = targetOf(world, self.target)
  const isMine = self.current || model.wrong.has('no_fence')
  const isAsSeen = target.state === self.saw || model.wrong.has('no_state')
  if (!isMine || !isAsSeen) return void rest(self)
  if (!world.connected) {
    move(model, world, self.target, self, 'hold', { hold: 'account' })
    return void rest(self)
  }
  if (target.time === 'late') {
    move(model, world, self.target, self, 'miss_window', { review: 'missed_window' })
    return void rest(self)
  }
  if (target.time === 'before' && !model.wrong.has('sends_early'))
    return void stayReady(model, 'soon')(world, self)
  const isBehind = isAnotherInFlight(world, self.target) && !model.wrong.has('looks_not_behind')
  if (isBehind || isSurelyBehind(model, world, self.target)) return void stayReady(model, 'soon')(world, self)
  if (isRefusedByIndex(model, world, self.target)) return void stayReady(model, 'soon')(world, self)
  watchOrder(world, self.target)
  const timer = model.wrong.has('no_timer_while_committing') ? 'none' : 'lease'
  const step = self.saw === 'preparing' ? 'intend_at_once' : 'intend'
  move(model, world, self.target, self, step, { timer })
  writeCommit(world, self.target, self)
  Object.assign(self, { saw: 'committing', at: 'check' })
}

function stayReady(model: Model, timer: Target['timer']): (world: World, self: Worker) => void {
  return (world, self) => {
    const step = self.saw === 'preparing' ? 'prepared' : 'wait_ready'
    move(model, world, self.target, self, step, { timer })
    rest(self)
  }
}

// An earlier target of the account that is ready goes first; one that is being prepared may have its turn or not.
function isSurelyBehind(model: Model, world: World, index: number): boolean {
  return (
    !model.wrong.has('later_goes_first') && earlierOf(world, index).some(({ state }) => state === 'ready')
  )
}

function isMaybeBehind(world: World, index: number): boolean {
  return earlierOf(world, index).some(({ state }) => state === 'scheduled' || state === 'preparing')
}

function earlierOf(world: World, index: number): Target[] {
  return world.targets.filter((target, other) => other < index && target.time !== 'before')
}

function watchOrder(world: World, index: number): void {
  if (earlierOf(world, index).some(({ state }) => state === 'ready'))
    world.broken ??= 'I5: a later target of the account went before one that was ready'
}

/** W5: both clocks are looked at in the tick before the first byte is written; nothing leaves when it is too late. */
export function check({ model, worker, act }: Turn): void {
  const notSent = (_: World, self: Worker) => {
    Object.assign(self, { at: 'settle', has: 'not_sent' })
  }
  const goOn = (_: World, self: Worker) => {
    self.at = 'write'
  }
  if (worker.at === 'check') {
    act('work', 'finds the window to send open', goOn)
    act('fault', 'cannot connect', notSent)
  } else if (model.wrong.has('no_window_check')) act('work', 'does not look at its clock', goOn)
  else act('work', 'finds the window to send closed', notSent)
}

export function write({ act }: Turn): void {
  act('work', 'sends', (_, self) => {
    self.at = 'wait'
  })
}

/** The request is on its way and the worker waits: whatever the network may do, and its patience may end. */
export function wait({ model, worker, target, act }: Turn): void {
  if (worker.has === 'stray') {
    act('fault', 'sent what was dropped since, and it is published', (world, self) => {
      publish(model, world, self.target)
      Object.assign(self, { at: 'settle', has: 'unclear' })
    })
  } else {
    for (const arrival of arrivals(model, target, worker.target)) {
      act(arrival.isUsual ? 'work' : 'fault', arrival.what, (world, self) => {
        arrival.effect(world)
        Object.assign(self, { at: 'settle', has: arrival.answer })
      })
    }
  }
  act('time', 'waits no longer', (world, self) => {
    leaveRequest(model, world, self)
    Object.assign(self, { at: 'settle', has: 'unclear' })
  })
}

/** The request goes on without its worker. Where at most one of equal requests takes effect, one stands for all of them. */
export function leaveRequest(model: Model, world: World, worker: Worker): void {
  const target = targetOf(world, worker.target)
  if (worker.has === 'stray') target.strays = Math.min(1, target.strays + 1)
  else target.late = Math.min(mostLate(model), target.late + 1)
}

function mostLate({ rules }: Model): number {
  const holds = rules.network === 'expiring_key' && rules.keyHolds === 'from_arrival'
  return holds || rules.network === 'key' || rules.network === 'two_phase' ? 1 : 2
}

/** W6, and again when the reply to its COMMIT was lost. */
export function settle({ model, worker, act }: Turn): void {
  const answer = worker.has
  const write = (world: World, self: Worker) => {
    if (writeOutcome(model, world, self, answer)) return
    const target = targetOf(world, self.target)
    if (answer === 'ok' && self.own && target.commit !== 'none') target.evidence = true
  }
  act('work', `writes down what came of it: ${answer}`, (world, self) => {
    write(world, self)
    if (self.at === 'settle') rest(self)
  })
  act('fault', `writes down what came of it, ${answer}, but never hears of the COMMIT`, write)
}

function writeOutcome(model: Model, world: World, self: Worker, answer: Word): boolean {
  if (self.saw !== 'committing') writeIntent(model, world, self)
  if (self.saw !== 'committing') return false
  if (answer === 'ok' && !self.ambiguous) return writePublished(model, world, self, 'publish')
  if (answer === 'ok') return lookForOthers(model, world, self)
  if (answer === 'accepted' && model.wrong.has('accepted_is_published'))
    return writePublished(model, world, self, 'publish')
  if (answer === 'accepted') {
    if (!move(model, world, self.target, self, 'accept', { timer: 'soon' })) return false
    Object.assign(targetOf(world, self.target), {
      commit: 'accepted',
      looks: 0,
      window: 'quiet',
      keyAge: 'trusted',
    })
    return true
  }
  const isProof = !self.ambiguous || model.wrong.has('rejection_proves_absence')
  if (isProof && answer === 'rejected') return writeRefused(model, world, self, 'refuse')
  if (isProof && (answer === 'throttled' || answer === 'not_sent')) {
    if (!move(model, world, self.target, self, 'send_later', { timer: 'soon' })) return false
    closeCommit(world, self.target, 'none')
    return true
  }
  if (!move(model, world, self.target, self, 'lose_answer', { timer: 'quiet' })) return false
  Object.assign(targetOf(world, self.target), { commit: 'unknown', looks: 0 })
  return true
}

/** After more than one send, this answer is kept, and the network is looked at before anything is settled by it. */
function lookForOthers(model: Model, world: World, self: Worker): boolean {
  if (!move(model, world, self.target, self, 'lose_answer', { timer: 'soon' })) return false
  Object.assign(targetOf(world, self.target), { commit: 'unknown', looks: 0, evidence: true })
  return true
}

/** The one way to `published` that a worker has. The child is released first, in the same transaction. */
export function writePublished(
  model: Model,
  world: World,
  self: Worker,
  step: 'publish' | 'find' | 'find_first' | 'confirm',
): boolean {
  const target = targetOf(world, self.target)
  const isOurs = self.current && target.state === self.saw
  const isFirst = !model.wrong.has('children_after_parent')
  const isTogether = !model.wrong.has('children_in_their_own_transaction')
  if (isOurs && isTogether && isFirst) releaseChild(model, world, self.target)
  if (!move(model, world, self.target, self, step)) return false
  closeCommit(world, self.target, 'ok')
  if (isTogether && !isFirst) releaseChild(model, world, self.target)
  if (!isTogether && model.rules.shape === 'chain' && self.target === 0) self.at = 'release'
  return true
}

/** Only a mutant comes here, which makes two transactions of one. */
export function release({ model, act }: Turn): void {
  act('work', 'releases what answers it', (world, self) => {
    releaseChild(model, world, self.target)
    rest(self)
  })
}

/**
 * The network refused for good, and nothing is public. After more than one send a refusal proves nothing, unless it is the
 * verdict on a container, which is published once or never.
 */
export function writeRefused(
  model: Model,
  world: World,
  self: Worker,
  step: 'refuse' | 'find_refused' | 'confirm_refused',
): boolean {
  if (!move(model, world, self.target, self, step)) return false
  closeCommit(world, self.target, 'none')
  failChild(model, world, self.target)
  return true
}

/** R3: the artefacts may be used up, so they are prepared anew. */
export function startOver(model: Model, world: World, self: Worker): boolean {
  if (!move(model, world, self.target, self, 'prove_absent', { timer: 'soon' })) return false
  dropArtefacts(world, self.target)
  closeCommit(world, self.target, 'none')
  return true
}
