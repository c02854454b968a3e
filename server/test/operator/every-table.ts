import { type Database, raw, type Sql, sql } from '../../src/db/database.ts'
import { listTables } from '../../src/db/tables.ts'

/** Texts that could be changed on the way through COPY. */
export const captions = [
  'tab\there',
  'new\nline\r\n',
  '\\N',
  '\\.',
  'back\\slash',
  '',
  '"quoted", \'too\'',
  '👩‍👩‍👧 ä ﷽',
  '\u0001',
]

/** Adds rows that could be changed on the way through COPY, to every table that has rows in a life of Crier. */
export async function fillEveryTable(db: Database): Promise<void> {
  const workspace = sql`(select id from workspaces)`
  const account = sql`(select id from social_accounts)`
  for (const [index, caption] of captions.entries()) {
    const id = `00000000-0000-7000-8000-00000000000${index}`
    await db.run(sql`insert into posts (workspace_id, id, mode, author_id, caption, account_ids, is_draft, late_policy, metadata,
        tags, platform_configurations)
      values (${workspace}, ${id}, 'test', gen_random_uuid(), ${caption}, array[${account}], false, 'ask',
        ${JSON.stringify({ caption: caption.replaceAll('\u0001', '') })}::jsonb, array[${caption}, null, ''], '{"b":1, "a" : 1.50}')`)
    await db.run(sql`insert into targets (workspace_id, id, mode, post_id, account_id, platform, root_id, parent_id, scheduled_at,
        late_policy, state, hold_reason, content)
      values (${workspace}, ${id}, 'test', ${id}, ${account}, 'sandbox', ${id},
        ${index > 0 ? id.replace(/.$/, String(index - 1)) : null}, 'infinity', 'ask', 'held', 'paused', '{"text":"","media":[]}')`)
    await db.run(sql`insert into commits (workspace_id, id, target_id, fence, idempotency_key, request, request_sha256, send_deadline, look_after)
      values (${workspace}, ${id}, ${id}, 9007199254740991, 'key', ${Buffer.from([0, 255, 92, 10])}, '\\x00', '-infinity', now())`)
  }
  await db.run(sql`insert into post_versions (workspace_id, id, post_id, version, of_draft, actor_kind, actor_id, changed, content)
    select workspace_id, gen_random_uuid(), id, 1, true, 'system', id, array['caption', 'tab\there'], to_jsonb(caption) from posts`)
  await db.run(sql`insert into post_notes (workspace_id, id, post_id, mode, text, mentions, actor_kind, actor_id, user_id)
    select workspace_id, gen_random_uuid(), id, mode, ${'tab\tand line\n\\N'}, array[author_id], 'user', author_id, author_id from posts`)
  await db.run(sql`insert into test_clocks select id, interval '1 month 3 days 04:05:06.789' from workspaces`)
  await db.run(sql`insert into pauses (id, reason) values (gen_random_uuid(), 'a pause')`)
  const owner = sql`(select user_id from memberships limit 1)`
  await db.run(sql`insert into notifications (workspace_id, id, user_id, event_id, event_type, kind, mode, subject_id, facts)
    values (${workspace}, gen_random_uuid(), ${owner}, gen_random_uuid(), 'post.failed', 'failed', 'live', gen_random_uuid(),
      '{"excerpt": "tab\\there"}')`)
  await db.run(sql`insert into notification_choices values (${workspace}, ${owner}, 'failed', 'app')`)
  await db.run(sql`insert into mails (id, kind, recipient, state, expires_at, settled_at)
    values (gen_random_uuid(), 'test', 'ada@example.org', 'sent', now(), now())`)
  await db.run(sql`insert into reset_requests values (gen_random_uuid(), 'ada@example.org')`)
  await db.run(sql`insert into password_resets values (${owner}, '\\x00ff', now(), now())`)
  await db.run(sql`insert into calendar_addresses (workspace_id, id, user_id, name, language, secret_hash)
    values (${workspace}, gen_random_uuid(), ${owner}, 'tab\there', 'de', '\\x00ff')`)
  await db.run(sql`insert into review_links (workspace_id, id, mode, user_id, recipient, may_decide, filter, secret_hash, expires_at)
    values (${workspace}, gen_random_uuid(), 'live', ${owner}, 'tab\there', true, '{"tags": ["a"]}', '\\x00ff', now())`)
  await db.run(sql`insert into review_decisions (workspace_id, id, link_id, post_id, decision, version, typed_name)
    select workspace_id, gen_random_uuid(), id, gen_random_uuid(), 'approved', 1, 'tab\there' from review_links`)
  await fillPrograms(db)
  await fillRenditions(db, workspace)
  await db.run(sql`insert into presences select workspace_id, id, ${owner}, now() from posts limit 1`)
  await db.run(sql`insert into stripe_customers (workspace_id, customer_id) values (${workspace}, 'cus_a')`)
  await db.run(sql`insert into stripe_events (id, type) values ('evt_a', 'invoice.paid')`)
  await db.run(sql`insert into rate_limits select workspace_id, id, now(), 1 from api_keys`)
}

/** A program that somebody let in, with a token. */
async function fillPrograms(db: Database): Promise<void> {
  await db.run(
    sql`insert into programs (id, name, redirect_uris) values ('tab\there', 'new\nline', '{"https://assistant.example/"}')`,
  )
  await db.run(sql`insert into grants (workspace_id, id, program_id, redirect_uri, code_hash, code_challenge, code_until)
    select workspace_id, id, 'tab\there', 'https://assistant.example/', '\\x00ff', 'x', now() from api_keys limit 1`)
  await db.run(sql`insert into grant_tokens (hash, workspace_id, grant_id, kind, expires_at)
    select '\\x00ff', workspace_id, id, 'refresh', 'infinity' from grants`)
}

/** A medium with a rendition of this version and one of the version before, whose use a trigger notes. */
async function fillRenditions(db: Database, workspace: Sql): Promise<void> {
  await db.run(sql`insert into media (workspace_id, id, mode, user_id, media_id, name, mime_type, size_bytes, state, public_name,
      upload_expires_at)
    values (${workspace}, gen_random_uuid(), 'test', (select user_id from memberships limit 1), 'a/b.jpg', 'tab\there', 'image/jpeg', 1, 'waiting',
      'b.jpg', 'infinity')`)
  await db.run(sql`insert into media_renditions (workspace_id, id, medium_id, content_hash, plan_hash, plan)
    select workspace_id, gen_random_uuid(), id, hash, coalesce(hash, 'of before'), '{}' from media,
      unnest(array['shared', null]) hash where media_id = 'a/b.jpg'`)
  await db.run(sql`insert into media_rendition_uses select workspace_id, medium_id, id from media_renditions
    where content_hash is not null`)
}

/** The rows of every table, each as a sum over all of it. */
export async function contents(db: Database): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const { name } of await listTables(db)) {
    const row = await db.row<{ sum: string }>(sql`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as sum
      from ${raw(name)} t where ${raw(name === 'instance' ? "name not in ('restored_at', 'publish_epoch', 'event_era')" : 'true')}`)
    if (name !== 'guards') sums[name] = row?.sum ?? ''
  }
  return sums
}
