import { empty, raw, type Sql, sql } from '../../db/database.ts'

/** The part of a table that an export has, as one file with a line of JSON for each row. */
export interface ExportedTable {
  readonly table: string
  readonly file: string
  /** Unique within a workspace: rows are read in its order. */
  readonly key: string
  readonly columns: readonly string[]
  /** Columns that stay behind: secrets, and what only this server can use. */
  readonly hidden: readonly string[]
  /** Further columns, from other tables. */
  readonly more: Sql
}

/**
 * The rows of an export. Each column of a listed table is in one of its two lists, and each table of a workspace is listed here
 * or below; a test compares both with the database, so that nothing is forgotten and no secret slips in.
 */
export const exportedTables: readonly ExportedTable[] = [
  exported('memberships', 'members', 'user_id', {
    columns: 'user_id role created_at last_used_at',
    hidden: '',
    more: sql`, (select u.email from users u where u.id = user_id) as email,
      (select u.name from users u where u.id = user_id) as name`,
  }),
  exported('invitations', 'invitations', 'id', {
    columns: 'id email role invited_by created_at expires_at',
    hidden: 'token_hash',
  }),
  exported('api_keys', 'api-keys', 'id', {
    columns: `id user_id mode name scopes last4 ip_allow by_operator expires_at last_used_at last_used_ip revoked_at
      created_at`,
    hidden: 'hash secret_key_id',
  }),
  exported('grants', 'programs', 'id', {
    columns: 'id program_id redirect_uri exchanged_at',
    hidden: 'code_hash code_challenge code_until',
  }),
  exported('social_accounts', 'social-accounts', 'id', {
    columns: `id number mode platform external_id username display_name avatar_url profile_url settings tags status
      disconnected_at created_at updated_at`,
    hidden: 'blocked_until avatar_name',
  }),
  exported('posts', 'posts', 'id', {
    columns: `id mode author_id caption media account_ids is_draft scheduled_at late_policy processing_enabled
      platform_configurations account_configurations external_id metadata tags warnings version created_at updated_at
      deleted_at origin_ip approval_state approval_by approval_at approval_comment approval_version approval_client
      queue_slot_id
      queue_slot_at recurrence_id`,
    hidden: 'own_id_digest',
  }),
  exported('feeds', 'feeds', 'id', {
    columns: `id mode user_id key_id url title site_url account_ids action caption platform_configurations with_picture tags
      most_per_day status problem looked_at read_at failing_since created_at updated_at`,
    hidden: 'etag last_modified failures next_look_at fence era',
  }),
  exported('feed_items', 'feed-items', 'id', {
    columns: 'id feed_id title link published_at outcome post_id content notes found_at',
    hidden: 'identity link_identity tries next_try_at let_at',
  }),
  exported('post_versions', 'post-versions', 'id', {
    columns: 'id post_id version began_at changed_at of_draft actor_kind actor_id changed content',
    hidden: '',
  }),
  exported('post_notes', 'notes', 'id', {
    columns:
      'id mode post_id text mentions actor_kind actor_id user_id created_at edited_at resolved_at resolved_kind resolved_id',
    hidden: '',
  }),
  exported('targets', 'post-results', 'id', {
    columns: `id mode post_id account_id platform part position root_id parent_id scheduled_at late_policy state hold_reason
      review content remote_id remote_url error published_at awaits_approval canceled_by created_at updated_at`,
    hidden: `seq content_version artefacts fence lease_owner lease_until next_action_at tries looks look_first
      remote_reference`,
  }),
  exported('commits', 'attempts', 'id', {
    columns: 'id target_id outcome sends created_at first_sent_at settled_at error exchange',
    hidden: `fence idempotency_key request request_sha256 ambiguous send_deadline look_after ref evidence`,
  }),
  exported('failed_prepares', 'failed-preparations', 'id', {
    columns: 'id target_id started_at ended_at error exchange',
    hidden: '',
  }),
  exported('result_edits', 'edits', 'id', {
    columns: `id root_id target_id post_id text options status tries error exchange actor_kind actor_id created_at updated_at
      ended_at`,
    hidden: 'next_at fence',
  }),
  exported('usage', 'published', 'target_id', {
    columns: 'target_id mode platform published_at',
    hidden: '',
  }),
  exported('result_figures', 'figures', 'post_result_id', {
    columns: `post_result_id mode account_id platform outcome is_public at views reach likes comments shares saves clicks
      measured_at`,
    hidden: 'step next_at misses',
  }),
  exported('media', 'media', 'id', {
    columns: `id mode user_id media_id name mime_type size_bytes state rejection kind width height duration_ms alt_text
      focus_x focus_y crop facts tags keep public_name created_at updated_at`,
    hidden: `storage_key cleaned_key served_bytes sha256 upload_expires_at receiving_until was_attached received_bytes
      announced_sha256`,
  }),
  exported('events', 'events', 'id', {
    columns: 'id mode type subject_id version data created_at',
    hidden: 'era txid',
  }),
  exported('queue_slots', 'queue-slots', 'id', {
    columns: 'id mode weekdays minute timezone account_id jitter_minutes enabled created_at updated_at',
    hidden: '',
  }),
  exported('recurrences', 'recurrences', 'id', {
    columns: `id mode user_id content variations account_ids media_ids rule timezone starts_on ends_on ends_after is_paused
      warnings fault turns next_at missed last_missed_at version created_at updated_at`,
    hidden: 'planned_until plan_at told_status key_id',
  }),
  exported('recurrence_occurrences', 'recurrence-posts', 'post_id', {
    columns: 'recurrence_id at day turn post_id',
    hidden: 'digest',
  }),
  exported('saved_texts', 'saved-texts', 'id', {
    columns: 'id mode name body platforms created_at updated_at',
    hidden: 'name_key',
  }),
  exported('review_links', 'review-links', 'id', {
    columns:
      'id mode user_id key_id recipient may_decide post_ids filter expires_at revoked_at opened_at created_at',
    hidden: 'secret_hash',
  }),
  exported('review_decisions', 'review-decisions', 'id', {
    columns: 'id link_id post_id decision version typed_name comment decided_at',
    hidden: '',
  }),
  exported('webhook_endpoints', 'webhook-endpoints', 'id', {
    columns: 'id mode url description events disabled_reason disabled_at created_at updated_at',
    hidden:
      'secret previous_secret previous_secret_until failing_since due_at lease_owner lease_until set_by',
  }),
  exported('audit_log', 'audit-log', 'id', {
    columns: 'id created_at actor_kind actor_id action subject_kind subject_id mode ip user_agent details',
    hidden: '',
  }),
]

/** Tables of a workspace of which an export has nothing, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  avatars: 'pictures that networks show, drawn anew',
  calendar_addresses: 'hashes of addresses, which work on this server alone',
  candidate_avatars: 'pictures of profiles that sign-ins offer, for minutes',
  connect_attempts: 'sign-ins that end within minutes',
  connect_links: 'addresses with a secret, which work on this server alone',
  connections: 'credentials',
  discarded_files: 'files that are being deleted',
  figure_sums: 'sums of the figures',
  figure_syncs: 'when somebody asked for figures',
  figure_turns: 'accounts whose figures are being read',
  grant_tokens: 'hashes of what programs hold',
  idempotency_keys: 'answers that are kept for a day',
  link_previews: 'what pages of others say of themselves',
  media_fetch_urls: 'addresses for networks, which end within hours',
  media_imports: 'addresses that may hold a secret, until their files are here',
  media_renditions: 'files that can be made again from those of the media',
  media_rendition_uses: 'which media these files were made of',
  notification_choices: 'choices of its members, who stay',
  notifications: 'words about the events',
  outcome_counts: 'counts of the results',
  pauses: 'stops of the operator',
  post_media: 'said in the posts',
  prepared_secrets: 'secrets',
  presences: 'who has a post open now',
  queue_pauses: 'stops of the queue',
  rate_limits: 'counts of the current minute',
  result_days: 'how the figures grew from day to day; the latest are exported',
  resumable_uploads: 'uploads that are not finished',
  stripe_customers: 'what this server knows of payments; Stripe has the invoices',
  test_clocks: 'the clock of the test data',
  time_zone_changes: 'the way back from a change of the time zone',
  unpublications: 'deletions at networks that are under way',
  webhook_attempts: 'the log of deliveries, which is deleted after some weeks',
  webhook_deliveries: 'deliveries of the events',
  webhook_hours: 'counts of deliveries',
  workspace_exports: 'exports',
}

function exported(
  table: string,
  name: string,
  key: string,
  { columns, hidden, more = empty }: { columns: string; hidden: string; more?: Sql },
): ExportedTable {
  const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')
  return { table, file: `${name}.jsonl`, key, columns: words(columns), hidden: words(hidden), more }
}

/** Selects the rows of a workspace behind a key, in their order. */
export function selectRows(
  { table, key, columns, more }: ExportedTable,
  workspaceId: string,
  after: string,
  limit: number,
): Sql {
  const names = raw(columns.map((column) => `"${column}"`).join(', '))
  return sql`
    select ${names} ${more} from ${raw(table)}
    where workspace_id = ${workspaceId} and ${raw(key)} > ${after}::uuid order by ${raw(key)} limit ${limit}`
}
