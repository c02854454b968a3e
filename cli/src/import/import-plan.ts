import { randomUUID } from 'node:crypto'
import {
  ApiError,
  type CreatePostInput,
  type FieldProblem,
  NotFoundError,
  type Post,
  RequestAbortedError,
} from '@crier/sdk'
import { exitCodes } from '../command/exit-codes.ts'
import { EarlyEnd, UsageError } from '../command/refusals.ts'
import type { Terminal } from '../output/terminal.ts'
import { readMoment } from '../output/times.ts'
import { type BuiltPost, buildPost } from '../posts/build-post.ts'
import { LostAnswer } from '../session/lost-answer.ts'
import type { Session } from '../session/session.ts'
import { planId } from './plan-id.ts'
import { type PlannedRow, planColumns } from './read-plan.ts'

/** A row of a plan, and what is known of its post. */
export interface LookedAtRow {
  readonly line: number
  /** The id of its post, which is that of every import of the row. */
  readonly id: string
  readonly state: 'new' | 'made' | 'existing' | 'deleted' | 'refused'
  /** The time of the post; null for a draft or the queue, unless the post has one. */
  readonly at: string | null
  readonly text: string
  /** Why it is refused, in sentences. */
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

/** A row that could become a post. */
interface ReadyRow extends LookedAtRow {
  readonly body: CreatePostInput
  readonly causeOf: BuiltPost['causeOf']
}

/** Every row of a plan as it was looked at, in its order. */
export type LookedAtPlan = readonly (LookedAtRow | ReadyRow)[]

/**
 * Looks at every row of a plan: whether its post is there already, and if not, what the networks would refuse. Media are brought to the
 * server for it; no post is stored.
 * @throws EarlyEnd where an answer about a medium was lost
 */
export async function checkPlan(
  rows: readonly PlannedRow[],
  session: Session,
  terminal: Terminal,
): Promise<LookedAtPlan> {
  const looked: (LookedAtRow | ReadyRow)[] = []
  for (const [index, row] of rows.entries()) {
    terminal.progress(`Checking post ${index + 1} of ${rows.length}`)
    looked.push(await checkRow(row, session, terminal))
  }
  return looked
}

async function checkRow(
  row: PlannedRow,
  session: Session,
  terminal: Terminal,
): Promise<LookedAtRow | ReadyRow> {
  const id = planId(await session.me(), row.identity)
  const text = row.given.text('text') ?? ''
  const facts = { line: row.line, id, text, at: null, problems: [], warnings: [] }
  const there = await findPost(id, session)
  if (there !== null) return { ...facts, state: 'existing', at: there.scheduled_at }
  try {
    const { at, remark } = await momentOf(row, session)
    const { members, causeOf } = await buildPost(row.given, session, terminal, { name: id })
    const body: CreatePostInput = {
      ...members,
      social_accounts: members.social_accounts ?? [],
      id,
      ...(row.when === 'queue' ? { use_queue: true } : row.when === 'draft' ? { is_draft: true } : {}),
      ...(at === null ? {} : { scheduled_at: at }),
    }
    const check = await session.client.posts.validate(body, session.reading)
    const say = (fault: FieldProblem) => sayFault(fault, causeOf)
    const warnings = [...(remark === null ? [] : [remark]), ...check.warnings.map(say)]
    const found = { ...facts, at, warnings }
    // A draft may be kept with problems, and published once they are solved.
    if (row.when === 'draft')
      return { ...found, state: 'new', warnings: [...warnings, ...check.problems.map(say)], body, causeOf }
    if (!check.valid) return { ...found, state: 'refused', problems: check.problems.map(say) }
    return { ...found, state: 'new', body, causeOf }
  } catch (error) {
    if (error instanceof UsageError)
      return { ...facts, state: 'refused', problems: [asColumns(error.message)] }
    if (isDeleted(error)) return { ...facts, state: 'deleted' }
    if (error instanceof LostAnswer) throw endEarly(row, error)
    if (error instanceof ApiError && error.status === 422)
      return { ...facts, state: 'refused', problems: faultsOf(error, () => null) }
    throw error
  }
}

/** The post of a row that was imported before; null where there is none, or where it was deleted. */
async function findPost(id: string, session: Session): Promise<Post | null> {
  try {
    return await session.client.posts.get(id, {}, session.reading)
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}

/** @throws UsageError for a time that has passed: a post of it would go out at once */
async function momentOf({ when }: PlannedRow, session: Session) {
  if (typeof when === 'string') return { at: null, remark: null }
  const { iso, remark } = readMoment('at', when.at, await session.zone())
  if (Date.parse(iso) <= Date.now()) throw new UsageError(`--at is "${when.at}", which has passed.`)
  return { at: iso, remark }
}

/**
 * Makes the posts of a plan that are not there yet, one after the other. A row that the server refuses after all stops none of the others.
 * @throws EarlyEnd where an answer was lost: the import may then be begun again, and makes no post twice
 */
export async function makePosts(
  looked: LookedAtPlan,
  session: Session,
  terminal: Terminal,
): Promise<readonly LookedAtRow[]> {
  const made: LookedAtRow[] = []
  const total = looked.filter((row) => 'body' in row).length
  for (const row of looked) {
    if (!('body' in row)) {
      made.push(row)
      continue
    }
    const { body, causeOf, ...facts } = row
    const done = made.filter(({ state }) => state === 'made').length
    terminal.progress(`Making post ${done + 1} of ${total}`)
    try {
      // Its id alone makes it once: a name would bring back its first answer, also where the post was deleted since.
      const post = await session.change((options) => session.client.posts.create(body, options), randomUUID())
      made.push({ ...facts, state: 'made', at: post.scheduled_at })
    } catch (error) {
      if (error instanceof LostAnswer) throw endEarly(row, error)
      if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 422)) {
        terminal.warn(
          `Posts made before line ${row.line}: ${done}. Run the same command again for the others.`,
        )
        throw error
      }
      if (isDeleted(error)) made.push({ ...facts, state: 'deleted' })
      else made.push({ ...facts, state: 'refused', problems: faultsOf(error, causeOf) })
    }
  }
  return made
}

/** Whether the post of a row was made before, and deleted by somebody, who would not want it back. */
const isDeleted = (error: unknown) => error instanceof ApiError && error.code === 'post_deleted'

/** In place of the advice that a lost answer has for a command with one change: an import needs no name to be begun again. */
function endEarly({ line }: Pick<LookedAtRow, 'line'>, { cause }: LostAnswer): EarlyEnd {
  const isStopped = cause instanceof RequestAbortedError
  return new EarlyEnd(
    `${isStopped ? 'Stopped' : 'No answer came'} at line ${line}, so the server may have it. Run the same command again: it makes no post twice.`,
    isStopped ? exitCodes.interrupted : exitCodes.maybeMade,
  )
}

function faultsOf(error: ApiError, causeOf: BuiltPost['causeOf']): string[] {
  const faults = error.errors.map((fault) => sayFault(fault, causeOf))
  return faults.length > 0 ? faults : [error.message]
}

function sayFault(fault: FieldProblem, causeOf: BuiltPost['causeOf']): string {
  const cause = causeOf(fault) ?? (fault.pointer.startsWith('/scheduled_at') ? '--at' : null)
  return cause === null ? fault.detail : `${asColumns(cause)}: ${fault.detail}`
}

/** Names columns where the command of a single post names its options: `--at` becomes `"at"`. */
function asColumns(words: string): string {
  return words
    .replace(/--option ([^\s:]+)/g, '"$1"')
    .replace(/--([a-z-]+)/g, (whole, name: string) => (planColumns.includes(name) ? `"${name}"` : whole))
}
