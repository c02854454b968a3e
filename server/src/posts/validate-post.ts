import Type, { type Static } from 'typebox'
import type { CallContext } from '../context.ts'
import { invalid } from '../lib/problem.ts'
import type { MediaUrls } from './import-media-urls.ts'
import type { NewPostBody } from './post-body.ts'
import { NoticeSchema } from './post-schema.ts'
import { planPost } from './request/plan-post.ts'

const strict = { additionalProperties: false }

const AccountCheckSchema = Type.Object(
  {
    social_account_id: Type.String({ format: 'uuid' }),
    platform: Type.String(),
    valid: Type.Boolean(),
    problems: Type.Array(NoticeSchema),
    warnings: Type.Array(NoticeSchema),
    length: Type.Object({ count: Type.Integer(), max: Type.Integer(), unit: Type.String() }, strict),
    ranges: Type.Array(
      Type.Object({ kind: Type.String(), start: Type.Integer(), end: Type.Integer() }, strict),
      {
        description:
          'Places in the text, in UTF-16 units, end exclusive: `link`, `mention`, `hashtag`, `over`.',
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
 * and where links, mentions and surplus text stand. Files behind `urls` are looked at and not kept. A body that cannot be read as a post is refused as in create.
 * @throws Problem 422
 */
export async function validatePost(
  call: CallContext,
  body: NewPostBody,
  urls?: MediaUrls,
): Promise<PostCheck> {
  if (urls === undefined) return checkPost(call, body)
  const undo = new Error('Nothing is stored.')
  let check: PostCheck | undefined
  const checking = call.context.db.transaction(async (tx) => {
    const own = { ...call, db: tx, afterCommit: () => undefined }
    check = await checkPost(own, { ...body, media_urls: await urls.store(own) })
    throw undo
  })
  await checking.catch((error: unknown) => {
    if (error !== undo) throw error
  })
  if (!check) throw new Error('A post was checked without an outcome.')
  return check
}

async function checkPost(call: CallContext, body: NewPostBody): Promise<PostCheck> {
  const plan = await planPost(call, body)
  if (plan.problems.length > 0) throw invalid(plan.problems)
  return {
    valid: plan.objections.length === 0,
    problems: [...plan.objections],
    warnings: [...plan.warnings],
    accounts: plan.accounts.map(({ source, checked, objections, warnings }) => ({
      social_account_id: source.id,
      platform: source.platform,
      valid: objections.length === 0,
      problems: [...objections],
      warnings: [...warnings],
      length: { ...checked.length },
      ranges: checked.ranges.map((range) => ({ ...range })),
    })),
  }
}
