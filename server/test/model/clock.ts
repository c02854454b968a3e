import type { Model } from './database.ts'
import type { Emit } from './emit.ts'
import { arrive, holdsFromArrival, publish, refuseLate } from './network.ts'
import { type Target, targetOf, type World } from './world.ts'

/** Emits the work of time, and the progress of requests that are on their way or at work in the network. */
export function passes(model: Model, world: World, emit: Emit): void {
  world.targets.forEach((target, index) => {
    const change = (
      cause: 'time' | 'fault',
      who: string,
      what: string,
      effect: (next: Target, all: World) => void,
    ) => emit(cause, who, what, (all) => effect(targetOf(all, index), all))
    passTime(model, world, target, index, change)
    if (target.processing === 'yes') {
      change('time', 'network', 'publishes what it had accepted', (_, all) => publish(model, all, index))
      change('time', 'network', 'refuses what it had accepted', (next) => refuseLate(next))
    }
    arriveLate(model, target, index, change)
  })
}

type Change = (
  cause: 'time' | 'fault',
  who: string,
  what: string,
  effect: (target: Target, world: World) => void,
) => void

function passTime(model: Model, world: World, target: Target, index: number, change: Change): void {
  if (target.time === 'before') {
    change('time', 'clock', 'the time of the post has come', (next) => {
      next.time = 'due'
    })
  } else if (target.time === 'due' && model.rules.shape === 'one') {
    change('fault', 'clock', 'it is later than its policy allows', (next) => {
      next.time = 'late'
    })
  }
  const isChecking = world.workers.some(({ at, target: its }) => at === 'check' && its === index)
  if (target.window === 'open' || isChecking) {
    change('time', 'clock', 'the window to send has passed', (next, all) => {
      if (next.window === 'open') next.window = 'closed'
      for (const worker of all.workers)
        if (worker.at === 'check' && worker.target === index) worker.at = 'too_late'
    })
  } else if (target.window === 'closed' && (model.rules.timing === 'broken' || isOver(model, world, index))) {
    change('time', 'clock', 'the quarantine is over', (next) => {
      next.window = 'quiet'
    })
  }
  if (mayLookEarly(model, world, index)) {
    change('fault', 'clock', 'its process is gone: it is looked at before the quarantine is over', (next) => {
      next.window = 'quiet'
      if (next.state === 'committing') next.timer = 'lease'
    })
  }
  passKey(model, target, change)
  if (target.container === 'finished') {
    change('time', 'network', 'lets the container expire', (next) => {
      next.container = 'expired'
    })
  }
}

/**
 * The assumption "timing holds" means that the quarantine outlives every write and every wait for an answer, and, where a
 * server holds keys from the arrival of a request, that every request has arrived by then. Its work there may take any time.
 */
function isOver(model: Model, world: World, index: number): boolean {
  const { late, strays } = targetOf(world, index)
  return !isSending(world, index) && (!holdsFromArrival(model) || late + strays === 0)
}

function isSending(world: World, index: number): boolean {
  return world.workers.some(({ at, target: its }) => its === index && (at === 'write' || at === 'wait'))
}

/**
 * A commit whose process is proven gone may be looked at before its quarantine is over, where sending it again is safe for
 * ever. A worker that has merely lost its session carries on, and may still send.
 */
function mayLookEarly(model: Model, world: World, index: number): boolean {
  const { state, window } = targetOf(world, index)
  if (window === 'quiet' || (state !== 'committing' && state !== 'unknown')) return false
  if (model.wrong.has('takes_a_lost_session_for_death')) return true
  const isAlive = world.workers.some(
    ({ at, target: its }) => its === index && ['check', 'too_late', 'write', 'wait', 'settle'].includes(at),
  )
  return model.rules.network === 'key' && !isAlive
}

// A key lives three times as long as it is trusted, so it cannot expire between a look at its age and the quarantine.
function passKey(model: Model, target: Target, change: Change): void {
  if (model.rules.network !== 'expiring_key') return
  const isOpen = target.state === 'committing' || target.state === 'unknown'
  if (isOpen && target.keyAge === 'trusted') {
    change('time', 'clock', 'the key is older than it is trusted', (next) => {
      next.keyAge = 'old'
    })
  } else if (
    isOpen &&
    target.keyAge === 'old' &&
    (target.window === 'quiet' || model.rules.timing === 'broken')
  ) {
    change('time', 'clock', 'the life of the key is over', (next) => {
      next.keyAge = 'expired'
    })
  }
  if (target.keyKnown && (target.keyAge === 'expired' || target.wronged)) {
    change('time', 'network', 'forgets the key', (next) => {
      next.keyKnown = false
    })
  }
}

/** Requests that nobody waits for any more arrive, or are lost. */
function arriveLate(model: Model, target: Target, index: number, change: Change): void {
  if (target.late > 0) {
    change('time', 'network', 'a late request is lost', (next) => {
      next.late -= 1
    })
    if (isNew(model, target)) {
      change('fault', 'network', 'a late request takes effect and is published', (next, all) => {
        next.late -= 1
        publish(model, all, index)
      })
      if (holdsFromArrival(model)) {
        change('fault', 'network', 'a late request arrives and is worked on', (next) => {
          next.late -= 1
          arrive(model, next)
        })
      }
    }
  }
  if (target.strays === 0) return
  change('time', 'network', 'a late request with what was dropped since is lost', (next) => {
    next.strays -= 1
  })
  change('fault', 'network', 'a late request with what was dropped since is published', (next, all) => {
    next.strays -= 1
    publish(model, all, index)
  })
}

function isNew(model: Model, target: Target): boolean {
  switch (model.rules.network) {
    case 'key':
      return target.posts === 0 && target.processing !== 'yes'
    case 'expiring_key':
      // A server that stores the key at the end has looked for it before.
      return !target.keyKnown || !holdsFromArrival(model)
    case 'two_phase':
      return target.container === 'finished'
    case 'list':
    case 'blind':
      return true
  }
}
