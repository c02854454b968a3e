import Type, { type Static } from 'typebox'
import type { CallContext } from '../../context.ts'
import { type Sql, sql } from '../../db/database.ts'
import { openPage, type PageBody, pageQuery } from '../../lib/requests/page.ts'
import { isOutcome, resultStatus } from '../../publishing/post-status.ts'
import { afterPosition, allOf, anyOf } from '../list-filters.ts'
import { type PostResult, type ResultStatus, resultStatuses } from './post-result-schema.ts'
import { type ResultRow, resultColumns, results, toResult } from './result-row.ts'

const ids = (description: string) =>
  Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: 100, description }))

const anyStatus = 'any'

const StatusFilter = Type.Optional(
  Type.Array(
    Type.Unsafe<ResultStatus | typeof anyStatus>({ type: 'string', enum: [...resultStatuses, anyStatus] }),
    {
      description:
        'Results with one of these statuses; `any` is all of them. Without this filter only outcomes are listed: `published`, `failed` and `canceled`, except results with the error code `outcome_unknown`.',
    },
  ),
)

export const PostResultQuery = Type.Object(
  {
    ...pageQuery,
    post_id: ids('Results of one of these posts.'),
    platform: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
        maxItems: 100,
        description: 'On one of these platforms.',
      }),
    ),
    status: StatusFilter,
    social_account_id: ids('On one of these accounts.'),
  },
  { additionalProperties: false },
)
export type PostResultQuery = Static<typeof PostResultQuery>

/**
 * Results, newest first, in one statement. A program that takes every row for an outcome must never take a post that waits
 * or may be public for a failure, and publish it again: such results are listed only by the name of their status.
 */
export async function listPostResults(
  call: CallContext,
  query: PostResultQuery,
  url: URL,
): Promise<PageBody<PostResult>> {
  const { secretKeys } = call.context
  const page = openPage(query, { url, secretKeys, place: `${call.workspaceId} ${call.mode} post-results` })
  const matching = conditions(call, query)
  const total = page.counts ? sql`(select count(*) from ${results} where ${matching})` : sql`null::bigint`
  const rows = await call.db.rows<ResultRow & { total: number | null }>(sql`
    select page.*, counted.total from (select ${total} as total) counted left join lateral (
      select ${resultColumns} from ${results}
      where ${allOf([matching, afterPosition(page.after, sql`r.created_at`, sql`r.id`)])}
      order by r.created_at desc, r.id desc limit ${page.fetch} offset ${page.skip}
    ) page on true
    order by page.created_at desc, page.id desc`)
  const found = rows.filter((row) => row.id !== null)
  return page.answer(found, rows[0]?.total ?? null, toResult)
}

/** All results of each of these posts, in the order in which its accounts were named. */
export async function listResultsOfPosts(
  call: CallContext,
  postIds: readonly string[],
): Promise<Map<string, PostResult[]>> {
  const rows = await call.db.rows<ResultRow>(sql`
    select ${resultColumns} from ${results} where ${conditions(call, { post_id: [...postIds], status: [anyStatus] })}
    order by array_position(p.account_ids, r.account_id), r.id`)
  return Map.groupBy(rows.map(toResult), (result) => result.post_id)
}

function conditions({ workspaceId, mode }: CallContext, query: PostResultQuery): Sql {
  return allOf([
    sql`r.workspace_id = ${workspaceId} and r.mode = ${mode} and r.part = 'post'`,
    anyOf(query.post_id, (values) => sql`r.post_id = any(${values}::uuid[])`),
    anyOf(query.platform, (values) => sql`r.platform = any(${values}::text[])`),
    withStatus(query.status),
    anyOf(query.social_account_id, (values) => sql`r.account_id = any(${values}::uuid[])`),
  ])
}

function withStatus(statuses: PostResultQuery['status']): Sql | null {
  if (statuses === undefined) return isOutcome('r')
  return statuses.includes(anyStatus) ? null : sql`${resultStatus('r')} = any(${statuses}::text[])`
}
