import { ApiError, type CrierClient, type PostCheck } from '@crier/sdk'
import {
  type FaultyRow,
  PlanError,
  type PlanFacts,
  type PlannedRow,
  type PlanPlace,
  planId,
  planPost,
  requestOf,
} from '@crier/sdk/plans'
import { isUnreached } from '../live/is-unreached.ts'
import { FailedMedium, findFile, kindOfSource, MissingFile, type PlanMedia } from './plan-media.ts'
import type { PlanRow, Remark } from './plan-row.ts'

/** Reads a row without asking the server anything. */
export function openRow(row: PlannedRow | FaultyRow, place: PlanPlace, facts: PlanFacts): PlanRow {
  const bare: PlanRow = {
    line: row.line,
    text: row.values.get('text')?.[0] ?? '',
    id: row.fault === null ? planId(place, row.identity) : null,
    accounts: [],
    when: row.fault === null ? row.when : null,
    at: null,
    media: row.values.get('media') ?? [],
    state: 'open',
    problems: [],
    warnings: [],
    planned: null,
    body: null,
  }
  const refuse = (error: PlanError): PlanRow => ({
    ...bare,
    state: 'refused',
    problems: [{ kind: 'plan', error }],
  })
  if (row.fault !== null) return refuse(row.fault)
  try {
    const planned = planPost(row, facts)
    const at = typeof row.when === 'string' ? '' : row.when.at
    const warnings: Remark[] = planned.isTwice ? [{ kind: 'twice', text: at }] : []
    const accounts = planned.body.social_accounts.map(String)
    return { ...bare, planned, at: planned.at, accounts, warnings }
  } catch (error) {
    // A row whose time has passed may be one whose post went out long ago: the server is asked whether it is there.
    if (error instanceof PlanError)
      return { ...refuse(error), state: error.code === 'time_passed' ? 'open' : 'refused' }
    throw error
  }
}

/** The files that rows name and nobody has put beside the table. */
export function missingFiles(rows: readonly PlanRow[], files: readonly File[]): string[] {
  const named = rows.flatMap(({ media }) => media.filter((source) => kindOfSource(source) === 'file'))
  return [...new Set(named)].filter((source) => findFile(source, files) === null)
}

interface Looking {
  readonly api: CrierClient
  readonly media: PlanMedia
  readonly files: readonly File[]
  readonly signal: AbortSignal
  /** Any account of the workspace; null where there is none. */
  readonly account: string | null
}

/**
 * Asks the server about an open row: whether its post is there already, and if not, what the networks would refuse. Media are brought
 * there for it; no post is stored.
 * @throws anything that keeps the server from answering
 */
export async function lookAtRow(row: PlanRow, looking: Looking): Promise<PlanRow> {
  const { api, media, files, signal } = looking
  const { id, planned } = row
  if (id === null) return row
  try {
    // A post that was made before needs none of its media again.
    if (planned === null || planned.media.length > 0) {
      const known = await findKnown(row, await aboutId(row, looking), api, signal)
      if (known !== null) return known
      if (planned === null) return { ...row, state: 'refused' }
    }
    const sources = planned.media.map(({ source }) => source)
    const body = requestOf(planned, id, await media.bring(id, sources, files, signal))
    const check = await api.posts.validate(body, { signal })
    const known = await findKnown(row, check, api, signal)
    if (known !== null) return known
    const remark = (fault: PostCheck['problems'][number]): Remark => ({
      kind: 'fault',
      fault,
      cause: planned.causeOf(fault),
    })
    const warnings = [...row.warnings, ...check.warnings.map(remark)]
    const problems = check.problems.map(remark)
    // A draft may be kept with problems, and published once they are solved.
    if (row.when === 'draft') return { ...row, state: 'new', warnings: [...warnings, ...problems], body }
    return { ...row, state: check.valid ? 'new' : 'refused', problems, warnings, body }
  } catch (error) {
    return refusedBy(error, row)
  }
}

/** Asks about the id before any media are there, for a row whose time has passed by a draft that nobody stores. */
async function aboutId(
  { id, planned }: PlanRow,
  { api, account, signal }: Looking,
): Promise<PostCheck | null> {
  if (planned === null && account === null) return null
  const body = planned?.body ?? { social_accounts: [account ?? ''], is_draft: true }
  return api.posts.validate({ ...body, id: id ?? '' }, { signal })
}

async function findKnown(
  row: PlanRow,
  check: PostCheck | null,
  api: CrierClient,
  signal: AbortSignal,
): Promise<PlanRow | null> {
  const code = [...(check?.problems ?? []), ...(check?.warnings ?? [])].find(
    ({ pointer }) => pointer === '/id',
  )?.code
  const settled = { ...row, problems: [], warnings: [] }
  if (code === 'post_deleted') return { ...settled, state: 'deleted' }
  if (code !== 'id_taken' && code !== 'post_exists') return null
  const post = await api.posts.get(row.id ?? '', {}, { signal })
  return { ...settled, state: 'existing', at: post.scheduled_at, accounts: post.social_accounts }
}

function refusedBy(error: unknown, row: PlanRow): PlanRow {
  const refuse = (problems: readonly Remark[]): PlanRow => ({ ...row, state: 'refused', problems })
  if (error instanceof MissingFile) return refuse([{ kind: 'no-file', name: error.message }])
  if (error instanceof FailedMedium)
    return refuse([{ kind: 'thrown', error: error.cause, source: error.message }])
  if (isUnreached(error) || !(error instanceof ApiError) || error.status !== 422) throw error
  if (error.errors.length === 0) return refuse([{ kind: 'thrown', error, source: '' }])
  const cause = (fault: PostCheck['problems'][number]) =>
    row.planned?.causeOf(fault) ?? { column: null, number: null, account: null }
  return refuse(error.errors.map((fault) => ({ kind: 'fault', fault, cause: cause(fault) })))
}
