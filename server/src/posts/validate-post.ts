import Type, { type Static } from 'typebox'
import type { MediaFit } from '../connectors/connector.ts'
import type { CallContext } from '../context.ts'
import { invalid, showNotices } from '../lib/problem.ts'
import { partsSchema } from '../lib/text/parts-schema.ts'
import { partsOf } from '../lib/text/sentence.ts'
import { lookAtId } from './create-post.ts'
import type { MediaUrls } from './fetch-media-urls.ts'
import { planAtNextSlot } from './plan-in-queue.ts'
import type { NewPostBody } from './post-body.ts'
import { NoticeSchema, nullable } from './post-schema.ts'
import { planPost } from './request/plan-post.ts'

const strict = { additionalProperties: false }

const pixels = nullable(Type.Integer({ minimum: 1 }))

export const MediaChangeSchema = Type.Object(
  {
    pointer: Type.String({
      description: 'A JSON pointer to the medium in the request; empty where the request names a single one.',
    }),
    reason: nullable(
      Type.String({
        description:
          'The limit of the network that asks for it; null where it is only cropped, turned or stripped.',
      }),
    ),
    ...partsSchema,
    steps: Type.Array(Type.Object({ change: Type.String(), detail: Type.String(), ...partsSchema }, strict), {
      description:
        'In the order in which they are made. `change` is `strip` (of the place where it was taken), `rotate`, `crop`, `resize`, `pad`, `convert`, `transcode`, `frame_rate`, `bit_rate`, `sound`, `repack` or `compress`.',
    }),
    result: Type.Object(
      {
        kind: Type.Enum(['image', 'gif', 'video', 'document']),
        mime_type: Type.String(),
        width: pixels,
        height: pixels,
        duration_ms: nullable(Type.Integer({ minimum: 0 })),
        max_bytes: Type.Integer({ minimum: 1, description: 'The most bytes that it may have.' }),
      },
      strict,
    ),
  },
  { title: 'MediaChange', ...strict },
)

export type MediaChange = Static<typeof MediaChangeSchema>

const AccountCheckSchema = Type.Object(
  {
    social_account_id: Type.String({ format: 'uuid' }),
    platform: Type.String(),
    valid: Type.Boolean(),
    problems: Type.Array(NoticeSchema),
    warnings: Type.Array(NoticeSchema),
    length: Type.Object({ count: Type.Integer(), max: Type.Integer(), unit: Type.String() }, strict),
    media_changes: Type.Array(MediaChangeSchema, {
      description:
        'Media that are changed to fit the network, or whose file had a part that nobody is sent. The others go as they were uploaded.',
    }),
    ranges: Type.Array(
      Type.Object(
        {
          kind: Type.Enum(['link', 'mention', 'hashtag', 'over']),
          start: Type.Integer({ minimum: 0 }),
          end: Type.Integer({ minimum: 0 }),
        },
        strict,
      ),
      {
        description:
          'Places in the text that this account publishes: its own `caption`, or else the one of its platform, or else the one of the post. They are offsets in UTF-16 units of it as sent, end exclusive. `over` is what does not fit any more.',
      },
    ),
  },
  strict,
)

export const PostCheckSchema = Type.Object(
  {
    valid: Type.Boolean({ description: 'Whether it could be published as it is.' }),
    problems: Type.Array(NoticeSchema, { description: 'Everything that stands in the way.' }),
    warnings: Type.Array(NoticeSchema),
    accounts: Type.Array(AccountCheckSchema, { description: 'In the order of the request.' }),
  },
  { title: 'PostCheck', ...strict },
)
export type PostCheck = Static<typeof PostCheckSchema>

/**
 * Checks a post as create does, with nothing stored: for each account every problem, the length as its network counts it,
 * the changes by which media are made to fit, and where links, mentions and surplus text stand. Files behind `urls` are
 * looked at and not kept. An id that would make no post is a problem too, and one whose post the same request has made is a warning. A body that cannot be read as a post is refused as in create.
 * @throws Problem 422
 */
export async function validatePost(
  call: CallContext,
  body: NewPostBody,
  urls?: MediaUrls,
): Promise<PostCheck> {
  const about = await lookAtId(call, body)
  if (urls === undefined) return checkPost(call, body, about)
  const undo = new Error('Nothing is stored.')
  let check: PostCheck | undefined
  const checking = call.context.db.transaction(async (tx) => {
    const own = { ...call, db: tx, afterCommit: () => undefined }
    check = await checkPost(own, { ...body, media_urls: await urls.store(own) }, about)
    throw undo
  })
  await checking.catch((error: unknown) => {
    if (error !== undo) throw error
  })
  if (!check) throw new Error('A post was checked without an outcome.')
  return check
}

async function checkPost(
  call: CallContext,
  body: NewPostBody,
  aboutId: Awaited<ReturnType<typeof lookAtId>>,
): Promise<PostCheck> {
  const untimed = await planPost(call, body)
  if (untimed.problems.length > 0) throw invalid(untimed.problems)
  const plan = await planAtNextSlot(call, untimed, body)
  const ofId = (isFault: boolean) => (aboutId?.isFault === isFault ? [aboutId.notice] : [])
  return {
    valid: plan.objections.length === 0 && ofId(true).length === 0,
    problems: showNotices([...ofId(true), ...plan.objections]),
    warnings: showNotices([...ofId(false), ...plan.warnings]),
    accounts: plan.accounts.map(({ source, checked, objections, warnings }) => ({
      social_account_id: source.id,
      platform: source.platform,
      valid: objections.length === 0,
      problems: showNotices(objections),
      warnings: showNotices(warnings),
      length: { ...checked.length },
      media_changes: checked.fits.map(showChange),
      ranges: checked.ranges.map((range) => ({ ...range })),
    })),
  }
}

export function showChange({ pointer, why, steps, result }: MediaFit): MediaChange {
  const { kind, mimeType, width, height, durationMs, bytes } = result
  return {
    pointer,
    reason: why === null ? null : String(why),
    ...(why === null ? {} : partsOf(why)),
    steps: steps.map(({ change, detail }) => ({ change, detail: String(detail), ...partsOf(detail) })),
    result: { kind, mime_type: mimeType, width, height, duration_ms: durationMs, max_bytes: bytes },
  }
}
