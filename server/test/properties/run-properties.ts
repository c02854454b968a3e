import fc from 'fast-check'
import * as approval from './approval-commands.ts'
import type { Command } from './command.ts'
import * as house from './house-commands.ts'
import { type Behavior, behaviors, type LatePolicy, type Model, networkClasses, type Pause } from './model.ts'
import type { Place } from './place.ts'
import * as posts from './post-commands.ts'
import * as results from './result-commands.ts'
import { type Deeds, judge } from './truth.ts'
import { beginWorld, type Speaker, type World } from './world.ts'

export interface PropertyOptions {
  readonly seed: number
  readonly sequences: number
  readonly mostCommands: number
  /** The paths of a failure, as they were printed, run that very sequence. */
  readonly path?: string
  readonly replayPath?: string
  /** Leaves a failure as it was found instead of looking for a shorter one. */
  readonly isFirstEnough?: boolean
  /** Lets workers finish before an account is connected again or a subscription is active again. */
  readonly isGentle?: boolean
  /** Begins no further sequence after so many milliseconds. */
  readonly longestMs?: number
  /** Called at the end of each sequence that broke nothing. */
  readonly onSequence?: (deeds: SequenceDeeds) => void
}

export interface SequenceDeeds extends Deeds {
  readonly commands: number
  readonly milliseconds: number
}

/** A sequence that broke a promise, in as few commands as were found. */
export interface Counterexample {
  readonly seed: number
  readonly path: string
  /** The commands, with the replay path at their end. */
  readonly commands: string
  readonly message: string
}

/** Tries sequences of commands in a place, one after the other. Null when none broke a promise. */
export async function runProperties(place: Place, options: PropertyOptions): Promise<Counterexample | null> {
  const { mostCommands, replayPath } = options
  // Without bias: sequences of all lengths are as likely, and the first are no shorter than the last.
  const commands = fc.noBias(
    fc.commands(arbitraries(), {
      maxCommands: mostCommands,
      size: 'max',
      ...(replayPath === undefined ? {} : { replayPath }),
    }),
  )
  const until = performance.now() + (options.longestMs ?? Number.POSITIVE_INFINITY)
  const property = fc.asyncProperty(commands, async (sequence) => {
    if (performance.now() < until) await runSequence(place, sequence, options)
  })
  const details = await fc.check(property, {
    seed: options.seed,
    numRuns: options.sequences,
    ...(options.path === undefined ? {} : { path: options.path }),
    endOnFailure: options.isFirstEnough ?? false,
  })
  if (!details.failed) return null
  return {
    seed: details.seed,
    path: details.counterexamplePath ?? '',
    commands: String(details.counterexample?.[0]),
    message: String(
      details.errorInstance instanceof Error ? details.errorInstance.stack : details.errorInstance,
    ),
  }
}

async function runSequence(
  place: Place,
  sequence: Iterable<Command>,
  { onSequence, isGentle }: PropertyOptions,
): Promise<void> {
  const startedAt = performance.now()
  const { world, model } = await beginWorld(place, isGentle)
  const counted = { commands: 0 }
  await fc.asyncModelRun(() => ({ model, real: world }), counting(sequence, counted))
  await house.reckon(model, world)
  const deeds = await judge(model, world)
  onSequence?.({ ...deeds, ...counted, milliseconds: performance.now() - startedAt })
}

// Wraps nothing of what fast-check knows of its commands: it only counts those that were done.
function counting(
  sequence: Iterable<Command>,
  counted: { commands: number },
): Iterable<fc.AsyncCommand<Model, World>> {
  return {
    *[Symbol.iterator]() {
      for (const command of sequence) {
        yield {
          check: (model) => command.check(model),
          run: (model, world) => {
            counted.commands += 1
            return command.run(model, world)
          },
          toString: () => command.toString(),
        }
      }
    },
  }
}

const pick = fc.nat({ max: 59 })
const account = fc.nat({ max: networkClasses.length - 1 })
const accounts = fc.uniqueArray(account, { minLength: 1, maxLength: 3 })
const manyAccounts = fc.uniqueArray(account, { minLength: 1, maxLength: networkClasses.length })
const [minute, hour] = [60, 3_600]
const when = fc.oneof(
  fc.constant('now' as const),
  fc.constantFrom(10 * minute, hour, 5 * hour, 30 * hour, 100 * hour),
)
const policy = fc.oneof(
  { weight: 3, arbitrary: fc.constant<LatePolicy>('publish_24h') },
  { weight: 2, arbitrary: fc.constantFrom<LatePolicy>('publish_1h', 'publish_always', 'ask') },
)
const speaker = fc.constantFrom<Speaker>('operator', 'operator', 'operator', 'operator', 'author')
const create = fc
  .record({
    accounts,
    when,
    isDraft: fc.constantFrom(false, false, false, true),
    thread: fc.constantFrom(0, 0, 0, 0, 1, 2),
    hasComment: fc.constantFrom(false, false, false, true),
    policy,
    insists: fc.constantFrom(false, false, false, true),
    by: speaker,
  })
  .map(posts.createPost)
const paused = fc.constantFrom<Pause>('everything', 'network', 'workspace')
const mood = fc.constantFrom<Behavior>(...behaviors)

// The weight of each is how often it is chosen.
function arbitraries(): fc.Arbitrary<Command>[] {
  const advance = fc.constantFrom('next' as const, 'next' as const, 10 * minute, hour, 5 * hour, 30 * hour)
  const outcome = fc.constantFrom<results.Outcome>('published', 'not_published', 'discard')
  const times = fc.constantFrom(null, 1, 2)
  const how = fc.constantFrom<approval.How>('in_time', 'in_time', 'now', 'later', 'unseen')
  const kinds: [number, fc.Arbitrary<Command>][] = [
    [7, create],
    [1, fc.tuple(pick, speaker).map(([post, by]) => posts.editCaption(post, by))],
    [3, fc.tuple(pick, when, speaker).map(([post, at, by]) => posts.editTime(post, at, by))],
    [1, fc.tuple(pick, accounts).map(([post, all]) => posts.editAccounts(post, all))],
    [2, fc.tuple(pick, speaker).map(([post, by]) => posts.promote(post, by))],
    [1, pick.map(posts.submitPost)],
    [2, fc.tuple(pick, how).map(([post, way]) => approval.approve(post, way))],
    [1, pick.map(approval.returnPost)],
    [1, pick.map(posts.takeBack)],
    [1, pick.map(posts.cancelPost)],
    [1, pick.map(posts.deletePost)],
    [1, pick.map(results.cancelResult)],
    [2, pick.map(results.retryResult)],
    [2, fc.tuple(pick, outcome).map(([result, word]) => results.resolveResult(result, word))],
    [1, account.map(house.disconnect)],
    [2, account.map(house.reconnect)],
    [
      4,
      fc.tuple(manyAccounts, mood, times).map(([all, behavior, often]) => house.tell(all, behavior, often)),
    ],
    [1, paused.map(house.pause)],
    [2, paused.map(house.resume)],
    [1, fc.boolean().map(house.lapse)],
    [4, fc.constant(null).map(house.activate)],
    [4, advance.map(house.advance)],
    [1, fc.constant(null).map(house.resetClock)],
    [5, fc.constant(null).map(house.letRest)],
    [2, fc.constant(null).map(house.startWorker)],
    [1, fc.constant(null).map(house.stopWorker)],
    [1, fc.constant(null).map(house.restartWorker)],
  ]
  return kinds.flatMap(([weight, arbitrary]) => Array.from({ length: weight }, () => arbitrary))
}
