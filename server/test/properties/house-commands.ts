import { sql } from '../../src/db/database.ts'
import { changeSubscription } from '../../src/publishing/person/change-subscription.ts'
import {
  type PauseRange,
  pausePublishing,
  resumePublishing,
} from '../../src/publishing/person/pause-publishing.ts'
import { ask, type Command, command } from './command.ts'
import { accountOf, type Verdict } from './expect.ts'
import { look, noteHindrances, same } from './look.ts'
import {
  aheadMs,
  type Behavior,
  clockNow,
  type Model,
  type ModelAccount,
  type ModelResult,
  type Pause,
} from './model.ts'
import { expectAnswer, isOpen } from './post-commands.ts'
import { comeToRest, pace, type World } from './world.ts'

export function disconnect(index: number): Command {
  return command(`disconnect ${index}`, isOpen, async (model, world) => {
    const account = accountOf(model, index)
    const asked = await ask(model, world, 'DELETE', `/v1/social-accounts/${account.id}`)
    expectAnswer(asked, [account.isConnected ? 200 : 'not_found'])
    // An account that was disconnected before holds nothing more now.
    if (!account.isConnected) return
    account.isConnected = false
    noteHindrances(model)
    for (const { results } of model.posts) {
      for (const result of results) {
        if (result.account === index && isWaiting(result))
          Object.assign(result, { status: 'held', heldReason: 'disconnected' })
      }
    }
  })
}

/** Nothing of it is on its way: of a thread the next part may wait, with parts before it public. */
function isWaiting({ status, links }: ModelResult): boolean {
  if (status === 'pending') return true
  const open = links.filter((link) => link.part !== 'first_comment' && link.status !== 'published')
  return status === 'publishing' && open.length > 0 && open.every((link) => link.status === 'pending')
}

export function reconnect(index: number): Command {
  return command(
    `connect ${index} again`,
    () => true,
    (model, world) => connectAgain(model, world, index),
  )
}

async function connectAgain(model: Model, world: World, index: number): Promise<void> {
  const account = accountOf(model, index)
  await waitIfGentle(model, world)
  same('the account that was connected again', await world.connect(account), account.id)
  account.connectedAt.push(Date.now())
  account.isConnected = true
  account.inactivity = null
  account.moods = ['succeed']
  account.recentMoods.add('succeed')
  noteHindrances(model)
  release(model, ['reconnect', 'blocked', 'disconnected'], index)
}

async function waitIfGentle(model: Model, world: World): Promise<void> {
  if (model.isGentle && model.isWorking) await comeToRest(world, model)
}

function release(model: Model, reasons: readonly string[], account?: number): void {
  for (const { results } of model.posts) {
    for (const result of results) {
      if (result.status !== 'held' || !reasons.includes(result.heldReason ?? '')) continue
      if (account === undefined || result.account === account)
        result.status = result.links[0]?.status === 'published' ? 'publishing' : 'pending'
    }
  }
}

/** `times`: how many commits of each account meet the mood; null: all of them, where that ends ever. */
export function tell(indexes: readonly number[], behavior: Behavior, times: number | null): Command {
  return command(
    `tell ${indexes.join()} to ${behavior} ${times ?? 'always'}`,
    isOpen,
    async (model, world) => {
      for (const index of indexes) await behaveOne(model, world, accountOf(model, index), behavior, times)
    },
  )
}

/** The moods in which a network can remain, because what it refuses is not tried for ever. */
const lasting: readonly Behavior[] = ['refuse', 'lose_token', 'block_account']

async function behaveOne(
  model: Model,
  world: World,
  account: ModelAccount,
  behavior: Behavior,
  times: number | null,
): Promise<void> {
  const isLasting = times === null && lasting.includes(behavior)
  const limits = behavior === 'succeed' || isLasting ? {} : { times: times ?? 1 }
  const body = { behavior: { behavior, ...limits, ...pace } }
  const asked = await ask(model, world, 'PATCH', `/v1/social-accounts/${account.id}`, body)
  if (!account.isConnected) return expectAnswer(asked, ['not_found'])
  if (account.inactivity === 'reconnect') return expectAnswer(asked, ['account_needs_reconnect'])
  // The token may be lost already, and nobody found out yet.
  expectAnswer(asked, account.recentMoods.has('lose_token') ? [200, 'account_needs_reconnect'] : [200])
  if (asked.verdict !== 200) return
  account.moods = 'times' in limits ? [behavior, 'succeed'] : [behavior]
  for (const each of account.moods) account.recentMoods.add(each)
}

export function pause(what: Pause): Command {
  return command(
    `pause ${what}`,
    () => true,
    async (model, world) => {
      await pausePublishing(world.place.db, rangeOf(world, what), 'a property')
      model.pauses.add(what)
      noteHindrances(model)
    },
  )
}

export function resume(what: Pause): Command {
  return command(
    `resume ${what}`,
    ({ pauses }) => pauses.has(what),
    (model, world) => resumeIt(model, world, what),
  )
}

async function resumeIt(model: Model, world: World, what: Pause): Promise<void> {
  const { api, db } = world.place
  await resumePublishing(db, rangeOf(world, what), api.context.config.timings.prepareLeadMs)
  api.context.wake(0)
  model.pauses.delete(what)
  noteHindrances(model)
  if (model.pauses.size === 0) release(model, ['paused'])
}

function rangeOf({ workspaceId }: World, what: Pause): PauseRange {
  return {
    platform: what === 'network' ? 'sandbox' : null,
    workspaceId: what === 'workspace' ? workspaceId : null,
  }
}

/** `isOver`: it lapsed so long ago that its three days of grace are over. */
export function lapse(isOver: boolean): Command {
  return command(
    `let the subscription lapse${isOver ? ', and its grace end' : ''}`,
    isOpen,
    async (model, world) => {
      const { db } = world.place
      await changeSubscription(db, world.workspaceId, 'inactive', 0)
      if (isOver) {
        await db.run(sql`update workspaces set subscription_ended_at = subscription_ended_at - interval '4 days'
        where id = ${world.workspaceId}`)
      }
      // A clock that is ahead has seen the grace end.
      model.subscription = isOver || aheadMs(model) > 2.9 * 86_400_000 ? 'lapsed' : 'in_grace'
      noteHindrances(model)
    },
  )
}

export function activate(): Command {
  return command('activate the subscription', (model) => !isOpen(model), activateIt)
}

async function activateIt(model: Model, world: World): Promise<void> {
  const { api, db } = world.place
  await waitIfGentle(model, world)
  await changeSubscription(db, world.workspaceId, 'active', api.context.config.timings.prepareLeadMs)
  api.context.wake(0)
  await world.renewKey()
  model.subscription = 'active'
  noteHindrances(model)
  release(model, ['subscription'])
}

export function advance(seconds: number | 'next'): Command {
  return command(`advance the clock by ${seconds}`, isOpen, async (model, world) => {
    if (seconds === 'next') await reachNextDue(model, world)
    else await moveClock(model, world, { advance_by_seconds: seconds })
  })
}

export function resetClock(): Command {
  return command('put the clock back', isOpen, async (model, world) => {
    const [before, ahead] = [clockNow(model), aheadMs(model)]
    await moveClock(model, world, { reset: true })
    // Parts of a thread that were due are as late as before, and what is public keeps its time.
    for (const { results } of model.posts) for (const result of results) result.earliest -= ahead
    model.look.at = Math.min(model.look.at, clockNow(model))
    // Posts that were due stay due.
    for (const { dues } of model.posts) {
      for (const [account, all] of dues)
        dues.set(
          account,
          all.map((due) => (due.at <= before + 2_000 ? { ...due, at: 0 } : due)),
        )
    }
  })
}

/** Moves the clock on to the next time at which something is due. False when nothing is. */
async function reachNextDue(model: Model, world: World): Promise<boolean> {
  const { next_due_at: next } = await readClock(world)
  if (next === null) return false
  // That time may come by itself before the clock is moved.
  await moveClock(model, world, { now: next }, [200, 'clock_goes_forward'])
  return true
}

async function moveClock(
  model: Model,
  world: World,
  body: object,
  allowed: readonly Verdict[] = [200],
): Promise<void> {
  const from = Date.now()
  const asked = await ask(model, world, 'POST', '/v1/test-clock', body)
  expectAnswer(asked, allowed)
  if (asked.verdict !== 200) return
  model.clock.push({ aheadMs: asked.json.advanced_by_seconds * 1_000, from, until: Date.now() })
}

async function readClock({ request }: World): Promise<{ next_due_at: string | null }> {
  return (await request('GET', '/v1/test-clock')).json
}

export function letRest(): Command {
  return command('let everything come to rest', () => true, rest)
}

async function rest(model: Model, world: World): Promise<void> {
  await comeToRest(world, model)
  await look(model, world, true)
}

export function startWorker(): Command {
  return command(
    'start a worker',
    ({ isWorking }) => !isWorking,
    async (model, world) => {
      model.isWorking = true
      model.look.hasWorked = true
      await world.place.startWorker()
    },
  )
}

export function stopWorker(): Command {
  return command(
    'stop the worker',
    ({ isWorking }) => isWorking,
    async (model, world) => {
      await world.place.stopWorker()
      model.isWorking = false
    },
  )
}

export function restartWorker(): Command {
  return command(
    'restart the worker',
    ({ isWorking }) => isWorking,
    async (_model, world) => {
      await world.place.stopWorker()
      await world.place.startWorker()
    },
  )
}

/** Takes away all that stands in the way, lets all time pass, and waits until there is nothing left to do. */
export async function reckon(model: Model, world: World): Promise<void> {
  for (const what of [...model.pauses]) await resumeIt(model, world, what)
  if (!isOpen(model)) await activateIt(model, world)
  await look(model, world)
  for (const { index } of model.accounts) await connectAgain(model, world, index)
  for (let isOver = false; !isOver; ) {
    const wasDue = await reachNextDue(model, world)
    await rest(model, world)
    // A network that was told to may take a token or block an account even now.
    const lost = model.accounts.filter(({ inactivity }) => inactivity !== null)
    for (const { index } of lost) await connectAgain(model, world, index)
    isOver = !wasDue && lost.length === 0
  }
  if (model.isWorking) await world.place.stopWorker()
  model.isWorking = false
}
