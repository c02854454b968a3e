import { claim, isDue, type Model, move } from './database.ts'
import type { Emit } from './emit.ts'
import { wordsOf } from './network.ts'
import { startOver, type Turn, writePublished, writeRefused } from './publish.ts'
import { classOf } from './rules.ts'
import { rest, type Target, targetOf, type Worker, type World, workerOf } from './world.ts'

/** W1 and S1: an idle worker takes a target that is due, and reads what it goes by. */
export function claims(model: Model, world: World, index: 0 | 1, emit: Emit): void {
  world.targets.forEach((target, number) => {
    if (!isDue(model, target)) return
    const who = `worker ${index + 1}`
    const name = world.targets.length > 1 ? `target ${number + 1}` : 'the target'
    const what = target.timer === 'lease' ? `finds the lease ended and claims ${name}` : `claims ${name}`
    if (target.state === 'unknown' || target.state === 'confirming') {
      for (const word of wordsOf(model, world, number)) {
        const cause =
          word === 'unreachable' && world.connected ? 'fault' : word === 'a_day_over' ? 'time' : 'work'
        emit(cause, who, `${what}, and looks: ${word}`, (next) => {
          const worker = workerOf(next, index)
          claim(model, next, number, worker)
          Object.assign(worker, { at: 'conclude', has: word })
        })
      }
    } else {
      emit('work', who, what, (next) => {
        const worker = workerOf(next, index)
        if (target.state === 'committing' && claimCommitting(model, next, number, worker)) return
        claim(model, next, number, worker)
        if (worker.current && worker.at === 'idle' && target.state !== 'committing')
          begin(model, next, number, worker)
      })
      if (target.state !== 'ready') return
      emit('time', who, `${what}, which was ready long ago`, (next) => {
        const worker = workerOf(next, index)
        claim(model, next, number, worker, true)
        if (worker.current && worker.at === 'idle') begin(model, next, number, worker)
      })
    }
  })
}

function begin(model: Model, world: World, index: number, worker: Worker): void {
  const target = targetOf(world, index)
  if (model.rules.shape === 'chain' && index === 1 && targetOf(world, 0).state !== 'published')
    world.broken ??= 'Rule 10: an answer was claimed before its parent was public'
  if (target.state === 'ready') {
    worker.at = 'intend'
    return
  }
  worker.at = world.connected ? 'prepare' : 'hold'
  worker.has = target.time === 'late' && world.connected ? 'late' : 'nothing'
}

/** The claim of a commit whose worker is gone, by an engine that is made wrong. False where it is right. */
function claimCommitting(model: Model, world: World, index: number, worker: Worker): boolean {
  const target = targetOf(world, index)
  if (model.wrong.has('lease_end_sends_again')) {
    for (const other of world.workers) if (other.target === index) other.current = false
    target.window = 'open'
    Object.assign(worker, {
      target: index,
      current: true,
      own: true,
      saw: 'committing',
      at: 'check',
      has: 'nothing',
    })
    return true
  }
  if (!model.wrong.has('resends_by_way_of_ready')) return false
  for (const other of world.workers) if (other.target === index) other.current = false
  Object.assign(target, { state: 'ready', timer: 'soon' })
  return true
}

/** R1 to R6 and C1: the conclusion from a look. */
export function conclude(turn: Turn): void {
  const { model, worker, act } = turn
  act('work', `concludes from ${worker.has}`, (world, self, target) => {
    if (self.saw === 'confirming') confirm(model, world, self)
    else if (!maySendAgain(model, self, target)) concludeUnknown(model, world, self)
    else if (world.connected) self.at = 'again'
    else lookLater(model, world, self)
    if (self.at === 'conclude') rest(self)
  })
}

function confirm(model: Model, world: World, self: Worker): void {
  switch (self.has) {
    case 'published':
      return void writePublished(model, world, self, 'confirm')
    case 'refused':
      if (!isVerdict(model, world, self))
        return void move(model, world, self.target, self, 'confirm_ask', asks)
      return void writeRefused(model, world, self, 'confirm_refused')
    case 'several':
    case 'a_day_over':
      return void move(model, world, self.target, self, 'confirm_ask', asks)
    default:
      return void move(model, world, self.target, self, 'confirm_again', { timer: 'soon' })
  }
}

const asks = { review: 'answer_lost' } as const

function isVerdict(model: Model, world: World, self: Worker): boolean {
  const { network } = model.rules
  return (
    network === 'two_phase' ||
    targetOf(world, self.target).sends <= 1 ||
    model.wrong.has('rejection_proves_absence')
  )
}

function concludeUnknown(model: Model, world: World, self: Worker): void {
  switch (self.has) {
    case 'published':
      return void writePublished(model, world, self, 'find')
    case 'other_post':
      if (writePublished(model, world, self, 'find')) targetOf(world, self.target).wrongId = true
      return
    case 'refused':
      if (!isVerdict(model, world, self)) return void ask(model, world, self)
      return void writeRefused(model, world, self, 'find_refused')
    case 'several':
    case 'a_day_over':
      return void ask(model, world, self)
    case 'absent':
      return void startOver(model, world, self)
    case 'pending':
    case 'unreachable':
      return void lookLater(model, world, self)
    default:
      if (model.rules.resendsOnList && model.rules.network === 'list')
        return void startOver(model, world, self)
      return void lookAgain(model, world, self)
  }
}

/** R4 and R5: the look found nothing, and proves nothing. */
function lookAgain(model: Model, world: World, self: Worker): void {
  const { looks } = targetOf(world, self.target)
  if (model.rules.network === 'blind' || looks >= model.rules.looks) return void ask(model, world, self)
  if (move(model, world, self.target, self, 'look_again', { timer: 'soon' }))
    targetOf(world, self.target).looks += 1
}

function lookLater(model: Model, world: World, self: Worker): void {
  move(model, world, self.target, self, 'look_again', { timer: 'soon' })
}

function ask(model: Model, world: World, self: Worker): void {
  move(model, world, self.target, self, 'ask', { review: 'answer_lost' })
}

/** R2: only where the network takes the same key or container once, and only while it does. */
function maySendAgain(model: Model, self: Worker, target: Target): boolean {
  const { network } = model.rules
  if (network === 'blind' && self.has === 'not_found' && model.wrong.has('resends_on_blind'))
    return target.sends < model.rules.sends
  const taken = classOf(model.rules, model.wrong)
  if (self.has !== 'repeat' || target.sends >= model.rules.sends || taken === 'list' || taken === 'blind')
    return false
  return isTrusted(model, target) || model.wrong.has('resends_an_expired_key')
}

function isTrusted(model: Model, target: Target): boolean {
  return model.rules.network !== 'expiring_key' || target.keyAge === 'trusted'
}

/** Reopens the record. The age of its key is compared in that very transaction. */
export function sendAgain({ model, act }: Turn): void {
  const isUnchecked = model.wrong.has('checks_age_before_pause') || model.wrong.has('resends_an_expired_key')
  const write = (world: World, self: Worker, target: Target) => {
    if (!isUnchecked && !isTrusted(model, target)) return void lookAgain(model, world, self)
    if (!move(model, world, self.target, self, 'send_again', { timer: 'lease' })) return
    Object.assign(target, {
      commit: 'pending',
      ambiguous: true,
      sends: target.sends + 1,
      window: 'open',
    })
    Object.assign(self, { ambiguous: true, own: true, saw: 'committing', at: 'check', has: 'nothing' })
  }
  act('work', 'opens the same record again', (world, self, target) => {
    write(world, self, target)
    if (self.at === 'again') rest(self)
  })
  act('fault', 'opens the same record again, but never hears of its COMMIT', (world, self, target) => {
    write(world, self, target)
    rest(self)
  })
}
