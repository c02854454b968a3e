import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import {
  ApiError,
  type CreatePostInput,
  type FieldProblem,
  NotFoundError,
  type Post,
  RequestAbortedError,
} from '@crier/sdk'
import {
  nameOf,
  PlanError,
  type PlanFacts,
  type PlannedPost,
  type PlannedRow,
  planId,
  planPost,
  requestOf,
} from '@crier/sdk/plans'
import { exitCodes } from '../command/exit-codes.ts'
import { EarlyEnd, UsageError } from '../command/refusals.ts'
import { gatherMedia } from '../media/gather-media.ts'
import type { Terminal } from '../output/terminal.ts'
import { remarkOn } from '../output/times.ts'
import { LostAnswer } from '../session/lost-answer.ts'
import type { Session } from '../session/session.ts'

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
  readonly causeOf: PlannedPost['causeOf']
}

/** Every row of a plan as it was looked at, in its order. */
export type LookedAtPlan = readonly (LookedAtRow | ReadyRow)[]

/**
 * Looks at every row of a plan: whether its post is there already, and if not, what the networks would refuse. Media are brought to the
 * server for it, and files that the table names are looked for in a folder first; no post is stored.
 * @throws EarlyEnd where an answer about a medium was lost
 */
export async function checkPlan(
  rows: readonly PlannedRow[],
  folder: string,
  session: Session,
  terminal: Terminal,
): Promise<LookedAtPlan> {
  const looked: (LookedAtRow | ReadyRow)[] = []
  for (const [index, row] of rows.entries()) {
    terminal.progress(`Checking post ${index + 1} of ${rows.length}`)
    looked.push(await checkRow(row, folder, session, terminal))
  }
  return looked
}

async function checkRow(
  row: PlannedRow,
  folder: string,
  session: Session,
  terminal: Terminal,
): Promise<LookedAtRow | ReadyRow> {
  const id = planId(await session.me(), row.identity)
  const text = row.values.get('text')?.[0] ?? ''
  const facts = { line: row.line, id, text, at: null, problems: [], warnings: [] }
  const there = await findPost(id, session)
  if (there !== null) return { ...facts, state: 'existing', at: there.scheduled_at }
  try {
    const known = await factsOf(session)
    const planned = planPost(row, known)
    const sources = planned.media.map(({ source }) => pathFrom(folder, source))
    const body = requestOf(planned, id, await gatherMedia(sources, session, terminal, id))
    const check = await session.client.posts.validate(body, session.reading)
    if (check.problems.some(({ code }) => code === 'post_deleted')) return { ...facts, state: 'deleted' }
    const say = (fault: FieldProblem) => sayFault(fault, planned)
    const remark = planned.isTwice && typeof row.when !== 'string' ? [remarkOn(row.when.at, known.zone)] : []
    const warnings = [...remark, ...check.warnings.map(say)]
    const found = { ...facts, at: planned.at, warnings }
    const { causeOf } = planned
    // A draft may be kept with problems, and published once they are solved.
    if (row.when === 'draft')
      return { ...found, state: 'new', warnings: [...warnings, ...check.problems.map(say)], body, causeOf }
    if (!check.valid) return { ...found, state: 'refused', problems: check.problems.map(say) }
    return { ...found, state: 'new', body, causeOf }
  } catch (error) {
    if (error instanceof UsageError || (error instanceof PlanError && error.code !== 'no_accounts'))
      return { ...facts, state: 'refused', problems: [error.message] }
    if (error instanceof LostAnswer) throw endEarly(row, error)
    if (error instanceof ApiError && error.status === 422)
      return { ...facts, state: 'refused', problems: faultsOf(error, null) }
    throw error
  }
}

async function factsOf(session: Session): Promise<PlanFacts> {
  const [accounts, platforms, zone] = [session.accounts(), session.platforms(), session.zone()]
  return { accounts: await accounts, platforms: await platforms, zone: await zone, now: Date.now() }
}

/** The path of a file that lies beside the table; anything else as it was written. */
function pathFrom(folder: string, written: string): string {
  const path = join(folder, written)
  return isAbsolute(written) || /^https?:/i.test(written) || !existsSync(path) ? written : path
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
      else made.push({ ...facts, state: 'refused', problems: faultsOf(error, { causeOf }) })
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

function faultsOf(error: ApiError, planned: Pick<PlannedPost, 'causeOf'> | null): string[] {
  const faults = error.errors.map((fault) => (planned === null ? fault.detail : sayFault(fault, planned)))
  return faults.length > 0 ? faults : [error.message]
}

/** A fault, behind the column and the account that it is about. */
function sayFault(fault: FieldProblem, { causeOf }: Pick<PlannedPost, 'causeOf'>): string {
  const { column, number, account } = causeOf(fault)
  const where = account === null ? '' : ` on ${nameOf(account)}`
  if (column === null) return where === '' ? fault.detail : `The post${where}: ${fault.detail}`
  const name = column === 'text' ? 'The text' : `"${column}"`
  return `${name}${number === null ? '' : ` (number ${number})`}${where}: ${fault.detail}`
}
