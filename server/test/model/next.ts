import { passes } from './clock.ts'
import type { Model } from './database.ts'
import type { Cause, Emit } from './emit.ts'
import { claims, conclude, sendAgain } from './look.ts'
import { people } from './people.ts'
import {
  check,
  hold,
  intend,
  leaveRequest,
  prepare,
  release,
  settle,
  type Turn,
  turnOf,
  wait,
  write,
} from './publish.ts'
import { copyWorld, rest, type Worker, type World } from './world.ts'

/** One thing that may happen next, and the world after it. */
export interface Next {
  readonly cause: Cause
  readonly who: string
  readonly what: string
  readonly world: World
}

/** Everything that may happen next. */
export function nextOf(model: Model, world: World): Next[] {
  const found: Next[] = []
  const emit: Emit = (cause, who, what, change) => {
    const next = copyWorld(world)
    change(next)
    if (!model.rules.keepsLost && !model.wrong.has('no_fence')) next.workers.forEach(stopIfLost)
    found.push({ cause, who, what, world: next })
  }
  workers(model, world, emit)
  passes(model, world, emit)
  people(model, world, emit)
  return found
}

/**
 * A worker that has lost its claim, and has nothing to send and nothing to tell, can do no more than stop. It stops at
 * once: that leaves out many worlds, and nothing that can happen in them.
 */
function stopIfLost(worker: Worker): void {
  if (worker.at === 'idle' || worker.current) return
  const maySend =
    worker.at === 'check' || worker.at === 'too_late' || worker.at === 'write' || worker.at === 'wait'
  const mayReport = worker.at === 'settle' && worker.has === 'ok' && worker.own
  if (!maySend && !mayReport && worker.at !== 'release') rest(worker)
}

function workers(model: Model, world: World, emit: Emit): void {
  let isAnotherIdle = false
  for (const index of [0, 1] as const) {
    const turn = turnOf(model, world, index, emit)
    if (turn.worker.at !== 'idle') goOn(turn)
    else if (!isAnotherIdle) {
      isAnotherIdle = true
      claims(model, world, index, emit)
    }
  }
}

function goOn(turn: Turn): void {
  turn.act('fault', 'is killed', (world, self) => {
    if (self.at === 'wait') leaveRequest(turn.model, world, self)
    rest(self)
  })
  doing[turn.worker.at](turn)
}

const doing: Readonly<Record<Worker['at'], (turn: Turn) => void>> = {
  idle: () => undefined,
  prepare,
  hold,
  intend,
  check,
  too_late: check,
  write,
  wait,
  settle,
  conclude,
  again: sendAgain,
  release,
}
