import { type Sql, sql } from '../db/database.ts'
import type { JsonText } from '../lib/json/json-text.ts'
import { postStatus } from '../publishing/post-status.ts'

/** A post as the database wrote it for the API. */
export interface WrittenPost {
  readonly post: JsonText
  /** With its quotes. */
  readonly etag: string
}

/** For `from posts p ${withStatus}`: the status as `s.status`, derived once. */
export const withStatus = sql`cross join lateral (select ${postStatus('p')} as status offset 0) s`

/**
 * A post `p` with its status `s` as the API writes it: the JSON of what `toPost` makes of its row, member by member in the
 * same order. Nothing is parsed here only to be written again.
 */
export function postDocument(mediaBase: string): Sql {
  return sql`
    '{"id":"' || p.id || '","status":"' || s.status || '","caption":' || to_json(p.caption)
    || ',"media":' || ${ofMedia(sql`${`${mediaBase}/media/`}::text || (m.medium ->> 'public_name')`)}
    || ',"social_accounts":' || to_json(p.account_ids)
    || ',"scheduled_at":' || coalesce(${time(sql`p.scheduled_at`)}, 'null')
    || ',"is_draft":' || case when p.is_draft then 'true' else 'false' end
    || ',"created_at":' || ${time(sql`p.created_at`)} || ',"updated_at":' || ${time(sql`p.updated_at`)}
    || ',"media_ids":' || ${ofMedia(sql`m.medium ->> 'media_id'`)}
    || ',"platform_configurations":' || coalesce(p.platform_configurations::text, 'null')
    || ',"account_configurations":' || coalesce(p.account_configurations::text, 'null')
    || ',"external_id":' || coalesce(to_json(p.external_id)::text, 'null')
    || ',"metadata":' || case when p.metadata = '{}' then '{}' else (
      select '{' || string_agg(to_json(d.key) || ':' || to_json(d.value), ',') || '}' from jsonb_each_text(p.metadata) d) end
    || ',"tags":' || to_json(p.tags) || ',"late_policy":' || to_json(p.late_policy)
    || ',"processing_enabled":' || case when p.processing_enabled then 'true' else 'false' end
    || ',"queue":' || case when p.queue_slot_id is null then 'null'
      else '{"slot_id":"' || p.queue_slot_id || '","slot_at":' || ${time(sql`p.queue_slot_at`)} || '}' end
    || ',"recurrence_id":' || coalesce('"' || p.recurrence_id || '"', 'null')
    || ',"warnings":' || case when p.warnings = '[]' then '[]' else p.warnings::text end
    || ',"approval":' || case when p.approval_state is null then 'null' else '{"state":"' || p.approval_state
      || '","by":"' || p.approval_by || '","at":' || ${time(sql`p.approval_at`)}
      || ',"comment":' || coalesce(to_json(p.approval_comment)::text, 'null') || ',"version":' || p.approval_version
      || coalesce(',"client":' || p.approval_client, '') || '}' end || '}'`
}

/** The ETag of a new post `p` with its status as `s.status`: the same as `etagOf` makes of its row. */
export const newPostEtag = sql`'"' || left(translate(
  encode(sha256(convert_to(concat_ws(chr(10), p.id, 1, s.status), 'UTF8')), 'base64'), '+/', '-_'), 22) || '"'`

function time(at: Sql): Sql {
  return sql`to_char(${at} at time zone 'UTC', '"\\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\""')`
}

function ofMedia(text: Sql): Sql {
  return sql`case when p.media = '[]' then '[]' else (
    select '[' || string_agg(to_json(${text})::text, ',' order by m.n) || ']'
    from jsonb_array_elements(p.media) with ordinality m(medium, n)) end`
}
