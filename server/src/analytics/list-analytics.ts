import Type, { type Static } from 'typebox'
import type { CallContext } from '../context.ts'
import { type Answered, openPage, type Position, pageQuery } from '../lib/page.ts'

const closed = { additionalProperties: false }
const id = Type.String({ format: 'uuid' })
const time = Type.String({ format: 'date-time' })
const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const count = nullable(Type.Integer({ minimum: 0 }))

export const AnalyticsQuery = Type.Object(
  {
    ...pageQuery,
    platform: Type.Optional(
      Type.Array(Type.String({ maxLength: 255 }), {
        maxItems: 100,
        description: 'On one of these platforms.',
      }),
    ),
    post_result_id: Type.Optional(
      Type.Array(id, { maxItems: 100, description: 'Of one of these post results.' }),
    ),
    timeframe: Type.Optional(
      Type.Enum(['7d', '30d', '90d', 'all'], { description: 'Published within this time.' }),
    ),
  },
  closed,
)
export type AnalyticsQuery = Static<typeof AnalyticsQuery>

/** The figures of one post on one account. */
export const AnalyticsSchema = Type.Object(
  {
    id,
    post_result_id: id,
    platform: Type.String(),
    platform_post_id: Type.String(),
    view_count: count,
    like_count: count,
    comment_count: count,
    share_count: count,
    share_url: nullable(Type.String()),
    cover_image_url: nullable(Type.String()),
    video_description: nullable(Type.String()),
    duration: nullable(Type.Integer({ minimum: 0 })),
    platform_created_at: nullable(time),
    last_synced_at: time,
    match_confidence: nullable(Type.String()),
  },
  { title: 'Analytics', ...closed },
)
export type Analytics = Static<typeof AnalyticsSchema>

/** A page of figures. Crier reads none from networks yet, so every page is empty. @throws Problem 422 */
export function listAnalytics(
  { context, workspaceId, mode }: CallContext,
  query: AnalyticsQuery,
  url: URL,
): Answered<Analytics> {
  const place = `${workspaceId} ${mode} analytics`
  const rows: readonly (Analytics & Position)[] = []
  return openPage(query, { url, secretKeys: context.secretKeys, place }).answer(rows, 0, (row) => row)
}
