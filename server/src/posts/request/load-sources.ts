import type { CallContext, Mode } from '../../context.ts'
import { isRefusedByDatabase, type Queryable, sql } from '../../db/database.ts'
import { runSingly } from '../../lib/concurrency/batch.ts'
import { pipelinedBatchPer } from '../../lib/concurrency/pipelined-batch.ts'
import { isId } from '../../lib/id.ts'
import { isRowNumber } from '../../lib/requests/row-number.ts'
import { type MediaAddresses, publicNameIn } from '../../media/public-url.ts'
import { recallSources, rememberSources } from './remembered-accounts.ts'
import type { AccountSource, MediaSource, NamedSources, Sources } from './sources.ts'

/**
 * Reads everything that a post names, except what is missing, foreign, deleted or of the other mode. With `mayBeStale`
 * the accounts may be up to five seconds old: compare their versions before the post is stored, and never refuse it or
 * warn of it because of them.
 */
export async function loadSources(
  { db, context }: Pick<CallContext, 'db' | 'context'>,
  post: NamedSources,
  { mayBeStale = false }: { mayBeStale?: boolean } = {},
): Promise<Sources> {
  const recalled = mayBeStale ? recallSources(context, post) : null
  if (recalled) return recalled
  const query = { post, addresses: context.config }
  const isLarge = post.accountNames.length > mostAccounts
  const [sources] = isLarge ? await readTogether(db, [query]) : [await readInBatch(db, query)]
  if (!sources) throw new Error('A post was answered without its sources.')
  rememberSources(context, post, sources)
  return sources
}

// A post with more accounts would keep the others of its batch waiting.
const mostAccounts = 16

interface SourcesQuery {
  readonly post: NamedSources
  readonly addresses: MediaAddresses
}

const readInBatch = pipelinedBatchPer<Queryable, SourcesQuery, Sources>(
  { most: 64, lanes: 4 },
  async (db, queries) => {
    try {
      return await readTogether(db, queries)
    } catch (error) {
      if (queries.length === 1 || !isRefusedByDatabase(error)) throw error
      return runSingly(queries, (one) => readTogether(db, one))
    }
  },
)

/** One statement for all, each in its own workspace and mode; answers in their order. */
async function readTogether(db: Queryable, queries: readonly SourcesQuery[]): Promise<Sources[]> {
  const groups = new Map<string, Group>()
  const [first] = queries
  if (first === undefined) return []
  const { addresses } = first
  for (const { post } of queries) addTo(groups, post, addresses)
  const asked = [...groups.values()].map(({ workspaceId, mode, accounts, numbers, media, paths, names }) => ({
    workspace_id: workspaceId,
    mode,
    accounts: [...accounts],
    numbers: [...numbers],
    media: [...media],
    paths: [...paths],
    names: [...names],
  }))
  const isNumbered = asked.some(({ numbers }) => numbers.length > 0)
  const rows = await db.rows<SourceRow>(sql`
    select g.workspace_id, g.mode, crier_now(g.workspace_id, g.mode) as now,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'number', number, 'platform', platform, 'external_id', external_id,
          'username', username, 'settings', settings, 'version', a.xmin::text,
          'status', case when disconnected_at is null then status else 'disconnected' end)), '[]')
        from social_accounts a
        where a.workspace_id = g.workspace_id and a.mode = g.mode
          and ${isNumbered ? sql`(a.id = any(g.accounts) or a.number = any(g.numbers))` : sql`a.id = any(g.accounts)`}
        ) as accounts,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'media_id', media_id, 'public_name', public_name,
          'state', state, 'kind', kind, 'mime_type', mime_type, 'bytes', coalesce(served_bytes, size_bytes),
          'width', width, 'height', height, 'duration_ms', duration_ms, 'alt_text', alt_text,
          'focus_x', focus_x, 'focus_y', focus_y, 'facts', facts, 'crop', crop)), '[]')
        from media m
        where m.workspace_id = g.workspace_id and m.mode = g.mode
          and (m.media_id = any(g.paths) or m.public_name = any(g.names) or m.id = any(g.media))) as media
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as g(workspace_id uuid, mode text, accounts uuid[],
      numbers int[], media uuid[], paths text[], names text[])`)
  const found = new Map(rows.map((row) => [groupName(row.workspace_id, row.mode), toSources(row, addresses)]))
  return queries.map(({ post: { workspaceId, mode } }) => {
    const sources = found.get(groupName(workspaceId, mode))
    if (!sources) throw new Error('A workspace that was asked for is not in the answer.')
    return sources
  })
}

/** Everything that is named in one workspace and mode. */
interface Group {
  readonly workspaceId: string
  readonly mode: Mode
  readonly accounts: Set<string>
  readonly numbers: Set<number>
  readonly media: Set<string>
  readonly paths: Set<string>
  readonly names: Set<string>
}

interface SourceRow {
  workspace_id: string
  mode: Mode
  now: Date
  accounts: AccountSource[]
  media: MediaSource[]
}

function groupName(workspaceId: string, mode: Mode): string {
  return `${workspaceId} ${mode}`
}

function addTo(groups: Map<string, Group>, post: NamedSources, addresses: MediaAddresses): void {
  const { workspaceId, mode } = post
  const name = groupName(workspaceId, mode)
  let group = groups.get(name)
  if (!group) {
    group = {
      workspaceId,
      mode,
      accounts: new Set(),
      numbers: new Set(),
      media: new Set(),
      paths: new Set(),
      names: new Set(),
    }
    groups.set(name, group)
  }
  for (const name of post.accountNames) {
    if (isId(name)) group.accounts.add(name)
    else if (isRowNumber(name)) group.numbers.add(Number(name))
  }
  for (const { path } of post.references) {
    if (isId(path)) group.media.add(path)
    else group.paths.add(path)
    const publicName = publicNameIn(addresses, path)
    if (publicName) group.names.add(publicName)
  }
}

function toSources({ now, accounts, media }: SourceRow, addresses: MediaAddresses): Sources {
  const byId = new Map(media.map((medium) => [medium.id, medium]))
  const byPath = new Map(media.map((medium) => [medium.media_id, medium]))
  const byName = new Map(media.map((medium) => [medium.public_name, medium]))
  return {
    now,
    accounts: byAnyName(accounts),
    mediaOf: ({ path }) =>
      byPath.get(path) ?? byId.get(path.toLowerCase()) ?? byName.get(publicNameIn(addresses, path) ?? ''),
    mayBeStale: false,
  }
}

function byAnyName(accounts: readonly AccountSource[]): Map<string, AccountSource> {
  const byName = new Map<string, AccountSource>()
  for (const account of accounts) byName.set(account.id, account).set(String(account.number), account)
  return byName
}
