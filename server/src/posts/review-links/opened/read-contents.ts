import type { CallContext } from '../../../context.ts'
import { sql } from '../../../db/database.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { TargetContent, TargetMedia } from '../../../publishing/person/accept-targets.ts'
import { resultStatus } from '../../../publishing/post-status.ts'
import { loadPost, toPostRequest } from '../../post-row.ts'
import { planPost } from '../../request/plan-post.ts'
import type { ReviewedRow } from './reviewed-posts.ts'

/** A post as one of its accounts will show it, or shows it. */
export interface Content {
  readonly account_id: string
  /** Null for a draft, which has no results yet. */
  readonly scheduled_at: Date | null
  readonly is_published: boolean
  readonly url: string | null
  readonly title: string | null
  readonly parts: readonly ContentPart[]
}

interface ContentPart extends Pick<TargetContent, 'part' | 'text'> {
  readonly media: readonly TargetMedia[]
}

interface TargetRow extends ContentPart {
  readonly post_id: string
  readonly account_id: string
  readonly scheduled_at: Date
  readonly is_published: boolean
  readonly url: string | null
  readonly options: JsonObject | null
}

/** The contents of posts on each of their accounts, by the ids of the posts: as they are stored to be sent, or as a draft would be. */
export async function readContents(
  call: CallContext,
  rows: readonly ReviewedRow[],
): Promise<Map<string, Content[]>> {
  const accepted = await readTargets(
    call,
    rows.filter((row) => !row.is_draft),
  )
  const contents = new Map<string, Content[]>()
  for (const row of rows)
    contents.set(row.id, row.is_draft ? await planDraft(call, row) : inOrder(row, accepted.get(row.id) ?? []))
  return contents
}

async function readTargets(
  { db, workspaceId }: CallContext,
  rows: readonly ReviewedRow[],
): Promise<Map<string, TargetRow[]>> {
  const ids = rows.map(({ id }) => id)
  const targets = await db.rows<TargetRow>(sql`
    select t.post_id, t.account_id, t.scheduled_at, t.part, coalesce((
        select e.text from result_edits e where e.workspace_id = t.workspace_id and e.target_id = t.id and e.status = 'done'
        order by e.id desc limit 1), t.content->>'text') as text,
      t.content->'media' as media, t.content->'options' as options,
      t.parent_id is null and ${resultStatus('t')} = 'published' as is_published,
      case when t.state = 'published' then t.remote_url end as url
    from targets t
    where t.workspace_id = ${workspaceId} and t.post_id = any(${ids}::uuid[])
    order by t.post_id, t.account_id, t.position`)
  return Map.groupBy(targets, ({ post_id }) => post_id)
}

/** The accounts in the order of the request. */
function inOrder({ account_ids }: ReviewedRow, targets: readonly TargetRow[]): Content[] {
  const byAccount = Map.groupBy(targets, ({ account_id }) => account_id)
  return account_ids.flatMap((id) => {
    const parts = byAccount.get(id) ?? []
    const [root] = parts
    if (root === undefined) return []
    const { account_id, scheduled_at, is_published, url, options } = root
    return {
      ...{ account_id, scheduled_at, is_published, url },
      title: titleIn(options),
      parts: parts.map(toPart),
    }
  })
}

/** A draft as it would be accepted now. Its author alone sees the things that stand in its way. */
async function planDraft(call: CallContext, { id, account_ids, caption }: ReviewedRow): Promise<Content[]> {
  const row = await loadPost(call, id)
  const plan = await planPost(call, toPostRequest(row), { isNew: () => false })
  const planned = new Map(plan.accounts.map(({ source, target }) => [source.id, target.parts]))
  return account_ids.map((account_id) => {
    const parts = planned.get(account_id) ?? [
      { part: 'post' as const, text: caption, media: [], options: null },
    ]
    const common = { account_id, scheduled_at: null, is_published: false, url: null }
    return { ...common, title: titleIn(parts[0]?.options ?? null), parts: parts.map(toPart) }
  })
}

function toPart({ part, text, media }: ContentPart): ContentPart {
  return { part, text, media }
}

function titleIn(options: JsonObject | null): string | null {
  const title = options?.title
  return typeof title === 'string' ? title : null
}
