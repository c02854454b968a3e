import type { Crop } from '../connectors/connector.ts'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { invalid, notFound } from '../lib/problem.ts'
import { checkTags } from '../lib/requests/tags.ts'
import { checkCrop, effectiveCrop } from './crop.ts'
import { checkName } from './intake/announce-upload.ts'
import { type Media, type MediaRow, mediaColumns, toMedia } from './media.ts'
import { mediaNamed } from './media-named.ts'
import { mediaBaseOf } from './public-url.ts'

/** The facts about a medium that may be changed. A member that is left out stays. */
export interface MediaChange {
  name?: string
  /** Up to 5,000 characters: no network takes more, and each connector checks its own limit. */
  alt_text?: string
  /** From -1 to 1 on each axis; null forgets it. */
  focus?: { x: number; y: number } | null
  /** All of its tags. */
  tags?: string[]
  /** Whether it stays although no post ever used it. */
  keep?: boolean
  /** Shares of the width and height from the top left; null shows all of it. */
  crop?: Crop | null
}

/**
 * Changes the description of a medium, never its bytes. The medium is named as in `getMedia`.
 * @throws Problem 404, 422
 */
export async function updateMedia(call: CallContext, mediaName: string, change: MediaChange): Promise<Media> {
  const problems = change.name === undefined ? [] : checkName(change.name)
  if (change.alt_text !== undefined && (change.alt_text.includes('\0') || !change.alt_text.isWellFormed())) {
    problems.push({
      pointer: '/alt_text',
      code: 'invalid_text',
      detail: 'The alt text must be readable text.',
    })
  }
  problems.push(...checkTags(change.tags ?? [], (index) => `/tags/${index}`))
  if (change.crop) problems.push(...checkCrop(change.crop, '/crop'))
  if (problems.length > 0) throw invalid(problems)
  // PostgreSQL refuses a number too small for a `real`; rounding it here makes it 0.
  const { focus } = change
  const crop = change.crop && effectiveCrop(change.crop)
  const named = mediaNamed(call.context.config, mediaName)
  if (!named) throw notFound('medium')
  const row = await call.db.row<MediaRow>(sql`
    update media set name = coalesce(${change.name ?? null}, name),
      alt_text = coalesce(${change.alt_text ?? null}, alt_text),
      focus_x = case when ${focus !== undefined} then ${focus ? Math.fround(focus.x) : null}::real else focus_x end,
      focus_y = case when ${focus !== undefined} then ${focus ? Math.fround(focus.y) : null}::real else focus_y end,
      tags = coalesce(${change.tags ?? null}::text[], tags), keep = coalesce(${change.keep ?? null}, keep),
      crop = case when ${change.crop !== undefined} then ${crop ? JSON.stringify(effectiveCrop(crop)) : null}::jsonb else crop end,
      updated_at = clock_timestamp()
    where workspace_id = ${call.workspaceId} and mode = ${call.mode} and ${named}
    returning ${mediaColumns}`)
  if (!row) throw notFound('medium')
  return toMedia(row, mediaBaseOf(call.context.config))
}
