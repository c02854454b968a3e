import type { MediaKind } from '../connectors/connector.ts'
import type { Scope } from '../context.ts'
import { sql } from '../db/database.ts'
import { isId } from '../lib/id.ts'
import type { JsonObject } from '../lib/json.ts'
import { publicNameIn } from '../media/public-url.ts'
import type { MediaReference } from './post.ts'

/** What a post is held against: the accounts and media of its workspace and mode that it names, and their clock. */
export interface Sources {
  readonly now: Date
  /** By id. */
  readonly accounts: ReadonlyMap<string, AccountSource>
  readonly mediaOf: (reference: MediaReference) => MediaSource | undefined
}

export interface AccountSource {
  readonly id: string
  readonly platform: string
  readonly external_id: string
  readonly username: string
  readonly settings: JsonObject
  /** A disconnected account keeps its row. */
  readonly status: 'active' | 'needs_reconnect' | 'disabled' | 'disconnected'
}

export interface MediaSource {
  readonly id: string
  readonly media_id: string
  readonly public_name: string
  readonly state: 'waiting' | 'receiving' | 'ready' | 'rejected'
  readonly kind: MediaKind | null
  readonly mime_type: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  readonly duration_ms: number | null
  readonly alt_text: string
  readonly focus_x: number | null
  readonly focus_y: number | null
}

interface SourceRow {
  now: Date
  accounts: AccountSource[]
  media: MediaSource[]
}

/** Reads everything a post names, in one statement. What is missing is missing: foreign, deleted or of the other mode. */
export async function loadSources(
  scope: Scope,
  accountIds: readonly string[],
  references: readonly MediaReference[],
): Promise<Sources> {
  const { db, workspaceId, mode } = scope
  const publicUrl = scope.context.config.publicUrl
  const paths = [...new Set(references.map(({ path }) => path))]
  const names = paths.flatMap((path) => publicNameIn(publicUrl, path) ?? [])
  const row = await db.row<SourceRow>(sql`
    select crier_now(${workspaceId}, ${mode}) as now,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'platform', platform, 'external_id', external_id,
          'username', username, 'settings', settings,
          'status', case when disconnected_at is null then status else 'disconnected' end)), '[]')
        from social_accounts
        where workspace_id = ${workspaceId} and mode = ${mode}
          and id = any(${accountIds.filter(isId)}::uuid[])) as accounts,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'media_id', media_id, 'public_name', public_name,
          'state', state, 'kind', kind, 'mime_type', mime_type, 'bytes', coalesce(served_bytes, size_bytes),
          'width', width, 'height', height, 'duration_ms', duration_ms, 'alt_text', alt_text,
          'focus_x', focus_x, 'focus_y', focus_y)), '[]')
        from media
        where workspace_id = ${workspaceId} and mode = ${mode}
          and (media_id = any(${paths}) or public_name = any(${names}))) as media`)
  if (!row) throw new Error('A statement without a from clause answered no row.')
  const byPath = new Map(row.media.map((medium) => [medium.media_id, medium]))
  const byName = new Map(row.media.map((medium) => [medium.public_name, medium]))
  return {
    now: row.now,
    accounts: new Map(row.accounts.map((account) => [account.id, account])),
    mediaOf: ({ path }) => byPath.get(path) ?? byName.get(publicNameIn(publicUrl, path) ?? ''),
  }
}
