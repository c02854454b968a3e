import { type DraftMedia, Failure, type FitPlan, type Rendition } from '../../connectors/connector.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../lib/problem.ts'
import { StorageFull, StorageUnavailable } from '../../storage/storage.ts'
import { ConverterBusy } from '../convert/conversion-errors.ts'
import { isSlow, makeRendition } from './make-rendition.ts'
import { claimRendition, findRendition, type RenditionRow } from './rendition-rows.ts'
import { enqueueRendition } from './rendition-task.ts'
import { requestRendition } from './request-rendition.ts'

/** Another process makes the same picture, which takes a moment. */
const pictureAgainMs = 500
const leastAgainMs = 1_000
const mostAgainMs = 15_000

/**
 * Answers a medium as a plan changes it. A picture is made within the call; a video is made by a job, and `pending` until
 * then. Each is made once for all media of the same content.
 * @throws Failure `invalid` where it cannot be made, `unavailable` where this server cannot make it at the moment
 */
export async function takeRendition(
  context: Context,
  workspaceId: string,
  mediumId: string,
  plan: FitPlan,
): Promise<Rendition> {
  const dueAt = isSlow(plan) ? new Date() : null
  const row = await requestRendition(context.db, { workspaceId, mediumId, plan, dueAt })
  if (!row) throw new Failure('invalid', 'A medium was deleted.')
  if (row.state === 'ready' || row.state === 'failed') return answer(row)
  if (!isSlow(plan)) return makeNow(context, row)
  if (row.is_new) await enqueueRendition(context.db, row)
  return answer(row)
}

async function makeNow(context: Context, row: RenditionRow): Promise<Rendition> {
  const claim = await claimRendition(context.db, row.workspace_id, row.id)
  if (claim) await makeRendition(context, claim, null).catch(explainBusy)
  const made = await findRendition(context.db, row.workspace_id, row.id)
  if (!made) throw new Failure('invalid', 'A medium was deleted.')
  return answer(made)
}

function explainBusy(error: unknown): never {
  const isBusy =
    error instanceof Problem ||
    error instanceof ConverterBusy ||
    error instanceof StorageFull ||
    error instanceof StorageUnavailable
  if (isBusy) throw new Failure('unavailable', error.message, { cause: error })
  throw error
}

function answer(row: RenditionRow): Rendition {
  switch (row.state) {
    case 'ready':
      return { state: 'ready', medium: mediumOf(row) }
    case 'failed':
      throw new Failure('invalid', `The file cannot be made to fit. ${row.why}`)
    case 'waiting':
    case 'making':
      return { state: 'pending', againInMs: againIn(row), progress: row.progress }
  }
}

/** A longer one is asked for less often. */
function againIn({ plan, age_ms: ageMs }: RenditionRow): number {
  if (!isSlow(plan)) return pictureAgainMs
  return Math.round(Math.min(mostAgainMs, Math.max(leastAgainMs, ageMs / 10)))
}

/** A rendition as a medium, without the words of a post. */
function mediumOf(row: RenditionRow): DraftMedia {
  const { kind, mime_type: mimeType, bytes } = row
  if (kind === null || mimeType === null || bytes === null)
    throw new Error('A rendition is ready without its facts.')
  return {
    id: row.id,
    kind,
    mimeType,
    bytes,
    width: row.width,
    height: row.height,
    durationMs: row.duration_ms,
    altText: '',
    focus: null,
    crop: null,
    video: row.video,
    pages: null,
    orientation: 1,
    removed: [],
  }
}
