// @module-tag slow
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeConnections } from '../../src/accounts/revoke-connections.ts'
import { listServerEntries } from '../../src/audit/list-server-entries.ts'
import { raw, sql } from '../../src/db/database.ts'
import { quoted } from '../../src/db/tables.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import { purgeWorkspaces } from '../../src/moving-out/deletion/purge-workspaces.ts'
import { forgetSpace } from '../../src/sandbox/forget-space.ts'
import { image } from '../media-files.ts'
import { filesIn } from '../media-state.ts'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'
import { until } from '../stories/until.ts'
import { uploadFile } from '../uploads.ts'
import { countRows, fillEmptyTables, listWorkspaceTables } from './full-workspace.ts'
import { type Browser, newPerson, openBrowser, password, signedIn } from './person.ts'

let room: Newsroom
let at: string
beforeAll(async () => {
  room = await openNewsroom()
  at = `/app/workspaces/${room.workspaceId}`
})
afterAll(() => room.stop())

const remove = (by: Browser, body: object = { name: 'A workspace' }, path = at) =>
  by.request('POST', `${path}/deletion`, { body })
const restore = (by: Browser) => by.request('DELETE', `${at}/deletion`)
const statusWith = async (key: string) => (await room.request('GET', '/v1/posts', { key })).status

const purge = (signal = new AbortController().signal) =>
  purgeWorkspaces(
    room.context,
    async (id) => {
      for (const mode of ['live', 'test']) await forgetSpace(room.db, `${id}:${mode}`)
    },
    signal,
  )

describe('deleting a workspace', () => {
  it('is for an owner with a fresh proof who types its name', async () => {
    const [owner, admin] = [await signedIn(room), await signedIn(room, 'admin')]
    expect((await remove(admin)).json).toMatchObject({ status: 403, code: 'role_missing', role: 'owner' })
    expect((await remove(owner, { name: 'a workspace' })).json).toMatchObject({
      status: 422,
      code: 'name_differs',
    })
    expect((await remove(owner, {})).status).toBe(422)
    expect((await restore(owner)).json).toMatchObject({ status: 409, code: 'not_deleted' })
    await room.db.run(sql`update sessions set proved_at = proved_at - interval '11 minutes'`)
    expect((await remove(owner)).json).toMatchObject({ status: 403, code: 'proof_required' })
    expect((await owner.request('GET', at)).json.purge_at).toBeNull()
  })

  it('stops keys, people and publishing at once, until an owner restores it', async () => {
    const [owner, editor] = [await signedIn(room), await signedIn(room, 'editor')]
    const account = await room.account('Grace')
    const soon = new Date(Date.now() + 1_500).toISOString()
    const post = await room.post({ caption: 'Later', social_accounts: [account], scheduled_at: soon })
    const link = await room.request('POST', '/v1/social-accounts/connect-links', {
      body: { platforms: ['sandbox'] },
    })
    expect(link.status).toBe(200)
    const invited = await newPerson(room, null)
    const body = { email: invited.email, role: 'viewer' }
    const token = (await owner.request('POST', `${at}/invitations`, { body })).json.url.split('/').at(-1)

    const deleted = await remove(owner, { name: ' A workspace ' })
    const days = (Date.parse(deleted.json.purge_at) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThan(7.1)
    // Deleting it twice does not begin the grace anew.
    expect((await remove(owner)).json.purge_at).toBe(deleted.json.purge_at)
    await expect.poll(() => statusWith(room.liveKey)).toBe(401)
    expect(await statusWith(room.testKey)).toBe(401)
    const asPerson = await owner.request('GET', '/v1/posts', {
      headers: { 'crier-workspace': room.workspaceId },
    })
    expect(asPerson.json).toMatchObject({ status: 403, code: 'not_a_member' })
    expect((await editor.request('GET', `${at}/members`)).status).toBe(404)
    expect((await owner.request('PATCH', at, { body: { name: 'Other' } })).status).toBe(404)
    expect((await editor.request('GET', '/app/me')).json.workspaces).toMatchObject([
      { purge_at: deleted.json.purge_at },
    ])
    const read = await openBrowser(room).request('POST', '/app/invitations/read', { body: { token } })
    expect(read.status).toBe(404)
    expect((await room.request('GET', link.json.url, { key: null })).status).toBe(404)

    const state = async () =>
      (await room.db.row<{ state: string }>(sql`select state from targets where post_id = ${post.id}`))?.state
    await expect.poll(state).toBe('held')
    expect((await room.truth(account)).arrivals).toEqual([])

    expect((await restore(editor)).json).toMatchObject({ status: 403, code: 'role_missing' })
    expect((await restore(owner)).json.purge_at).toBeNull()
    await expect.poll(() => statusWith(room.liveKey)).toBe(200)
    await room.settled(post.id, ['posted'])
    expect((await room.truth(account)).posts).toEqual(['Later'])
  }, 60_000)

  it('holds what is due although a pause ends meanwhile, and what a pause holds although it is restored', async () => {
    const owner = await signedIn(room)
    const account = await room.account('Paused')
    await room.db.run(sql`
      insert into pauses (id, workspace_id, reason) values (gen_random_uuid(), ${room.workspaceId}, 'the operator')`)
    const post = await room.post({ caption: 'Held', social_accounts: [account] })
    await room.settled(post.id, ['held'])
    await remove(owner)
    await restore(owner)
    await expect.poll(() => statusWith(room.liveKey)).toBe(200)
    expect(await room.status(post.id)).toBe('held')
    const { resumePublishing } = await import('../../src/publishing/person/pause-publishing.ts')
    await remove(owner)
    const range = { platform: null, workspaceId: room.workspaceId }
    expect(await resumePublishing(room.db, range, 0)).toBe(0)
    await restore(owner)
    await expect.poll(() => statusWith(room.liveKey)).toBe(200)
    await room.settled(post.id, ['posted'])
    expect((await room.truth(account)).arrivals).toHaveLength(1)
  }, 60_000)
})

describe('the purge of a deleted workspace', () => {
  const marker = 'Canary of the deleted workspace'

  /** The tables of the whole schema in which a text stands anywhere. */
  async function placesOf(text: string): Promise<string[]> {
    const tables = await room.db.rows<{ name: string }>(sql`
      select relname::text as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`)
    const found: string[] = []
    for (const { name } of tables)
      if (
        await room.db.row(sql`select 1 from ${raw(quoted(name))} t where t::text like ${`%${text}%`} limit 1`)
      )
        found.push(name)
    return found
  }

  it('leaves no row in any table, no file and no access at a network, and touches nobody else', async () => {
    const owner = await signedIn(room)
    const stranger = await room.other()
    const strangersAccount = await room.connectIn(stranger, 'sandbox', { name: 'Stranger' }, 'live')
    await uploadFile(room, await image('png'), 'image/png', { key: stranger.liveKey })
    const strangersFiles = filesIn(room, 'objects')
    const medium = await uploadFile(room, await image('png', { width: 40, height: 30 }), 'image/png')
    expect((await fetch(medium.thumbnail_url)).status).toBe(200)
    const account = await room.account('Purged')
    const thread = [{ caption: `${marker} 2` }, { caption: `${marker} 3` }]
    const post = await room.post({
      caption: marker,
      social_accounts: [account],
      media: [medium.media_id],
      platform_configurations: { sandbox: { thread } },
    })
    await room.settled(post.id, ['posted'])
    await owner.request('POST', `${at}/exports`)
    // Tables as later versions may add them: one refers to itself and names files, one goes only with its workspace.
    await room.db.run(sql`
      create table later_things (workspace_id uuid not null references workspaces, id int not null, parent int,
        storage_key text, primary key (workspace_id, id), foreign key (workspace_id, parent) references later_things)`)
    await room.db.run(sql`
      insert into later_things select ${room.workspaceId}, n, nullif(n - 1, 0), md5(n::text) from generate_series(1, 30) n`)
    await room.db.run(sql`
      create table kept_words (workspace_id uuid references workspaces on delete cascade, word text not null)`)
    await room.db.run(sql`
      create function keep_words() returns trigger language plpgsql as $$ begin
        if exists (select from workspaces where id = old.workspace_id) then raise exception 'words are kept'; end if;
        return old;
      end $$`)
    await room.db.run(sql`
      create trigger keep_words before delete on kept_words for each row execute function keep_words()`)
    await fillEmptyTables(room.db, room)
    const tables = await listWorkspaceTables(room.db)
    expect(tables.length).toBeGreaterThan(25)
    for (const table of tables)
      expect([table, await countRows(room.db, table, room.workspaceId)]).not.toEqual([table, 0])
    expect(filesIn(room, 'objects').length).toBeGreaterThan(strangersFiles.length)
    const others = async () => {
      const counts: Record<string, number> = {}
      for (const table of tables) counts[table] = await countRows(room.db, table, stranger.workspaceId)
      return counts
    }
    const before = await others()

    expect(
      Date.parse((await remove(owner, { name: 'A workspace', at_once: true })).json.purge_at),
    ).toBeLessThanOrEqual(Date.now() + 1_000)
    expect((await restore(owner)).status).toBe(404)
    await purge()
    // The profile is revoked at its network before its row goes.
    await revokeConnections(room.context)
    const revoked = await room.db.row<{ open: number }>(sql`
      select count(*) filter (where revoked_at is null) as open from sandbox_tokens k
        join sandbox_profiles p on p.id = k.profile_id where p.space like ${`${room.workspaceId}:%`}`)
    expect(revoked?.open).toBe(0)
    await room.db.run(sql`delete from connections where workspace_id = ${room.workspaceId} and way is null`)
    await purge()
    await sweepMedia(room.context)
    expect(filesIn(room, 'objects')).toEqual(strangersFiles)
    // Files are deleted a second time an hour later; then the row of the workspace goes.
    expect(await room.db.row(sql`select 1 from workspaces where id = ${room.workspaceId}`)).not.toBeNull()
    await room.db.run(sql`update discarded_files set discarded_at = discarded_at - interval '2 hours'`)
    await sweepMedia(room.context)
    await purge()
    for (const table of tables)
      expect([table, await countRows(room.db, table, room.workspaceId)]).toEqual([table, 0])
    // Only who deleted it stays known, to the operator alone.
    expect(await placesOf(room.workspaceId)).toEqual(['audit_log'])
    const kept = await listServerEntries(room.db, { action: 'workspace.delete', limit: 1 })
    expect(kept).toMatchObject([
      {
        actor: { kind: 'user', id: owner.id, name: owner.email },
        subject: { kind: 'workspace', id: room.workspaceId },
        ip: '127.0.0.1',
        details: { name: 'A workspace', at_once: true },
      },
    ])
    expect(await placesOf(marker)).toEqual([])
    expect(await others()).toEqual(before)
    expect((await room.truth(strangersAccount)).arrivals).toEqual([])
    expect((await owner.request('GET', '/app/me')).json.workspaces).toEqual([])
    expect((await openBrowser(room).request('GET', '/app/setup')).json.is_needed).toBe(false)
    const again = await owner.request('POST', '/app/workspaces', { body: { name: 'A new one' } })
    expect(again.status).toBe(200)
    expect((await owner.signIn(owner.email, password)).status).toBe(200)
  }, 90_000)

  it('forgets accounts that cannot be revoked after 20 hours', async () => {
    const tenant = await room.newTenant()
    await room.connectIn(tenant, 'sandbox', { name: 'Stubborn' }, 'live')
    await room.db.run(
      sql`update workspaces set purge_at = clock_timestamp() where id = ${tenant.workspaceId}`,
    )
    const left = () => countRows(room.db, 'connections', tenant.workspaceId)
    // Nothing goes while the operator of a restored database has not decided yet.
    await room.db.run(sql`insert into guards (kind) values ('restored')`)
    await purge()
    expect(await countRows(room.db, 'memberships', tenant.workspaceId)).toBe(1)
    await room.db.run(sql`delete from guards`)
    await purge()
    expect(await countRows(room.db, 'memberships', tenant.workspaceId)).toBe(0)
    // Revoking fails again and again.
    const wait = sql`update connections set revoke_after = clock_timestamp() + interval '1 hour'
      where workspace_id = ${tenant.workspaceId}`
    await room.db.run(wait)
    await purge()
    expect([await left(), await countRows(room.db, 'social_accounts', tenant.workspaceId)]).toEqual([1, 1])
    await room.db.run(sql`
      update workspaces set purge_began_at = purge_began_at - interval '21 hours' where id = ${tenant.workspaceId}`)
    await purge()
    expect(await left()).toBe(0)
    await purge()
    expect(await room.db.row(sql`select 1 from workspaces where id = ${tenant.workspaceId}`)).toBeNull()
  }, 30_000)

  it('goes on after kill -9 at any moment, and bears being done twice at once', async () => {
    const tenant = await room.newTenant()
    const { workspaceId } = tenant
    const many = 20_000
    const account = await room.connectIn(tenant, 'sandbox', { name: 'Killed' }, 'live')
    await room.db.run(sql`
      insert into posts (workspace_id, id, mode, author_id, caption, account_ids, is_draft, late_policy)
      select ${workspaceId}, gen_random_uuid(), 'live', gen_random_uuid(), 'x', array[${account}::uuid], false, 'ask'
      from generate_series(1, ${many})`)
    await room.db.run(sql`
      insert into targets (workspace_id, id, mode, post_id, account_id, platform, root_id, scheduled_at, late_policy, state, content)
      select workspace_id, id, mode, id, ${account}, 'sandbox', id, clock_timestamp(), 'ask', 'canceled', '{}'
      from posts where workspace_id = ${workspaceId}`)
    await room.db.run(sql`
      insert into events (workspace_id, id, mode, type, subject_id, version, data)
      select workspace_id, gen_random_uuid(), mode, 'post.created', id, 1, '{}' from posts
      where workspace_id = ${workspaceId}`)
    await room.db.run(sql`update workspaces set purge_at = clock_timestamp() where id = ${workspaceId}`)
    const rowsLeft = async () => {
      let sum = 0
      for (const table of ['posts', 'targets', 'events']) sum += await countRows(room.db, table, workspaceId)
      return sum
    }
    const script = fileURLToPath(new URL('../processes/purge-process.ts', import.meta.url))
    const lefts: number[] = []
    for (let round = 0; round < 4; round += 1) {
      const children = await Promise.all(
        Array.from({ length: 2 }, async () => {
          const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
          child.stdin.write(`${JSON.stringify({ connection: room.connection })}\n`)
          await once(child.stdout, 'data')
          return child
        }),
      )
      // Each kill comes in the middle: something is gone that the one before had left.
      const before = lefts.at(-1) ?? Number.POSITIVE_INFINITY
      await until(rowsLeft, (left) => left < Math.min(before, 3 * many + 1), 20_000)
      await pause(round * 7)
      for (const child of children) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      lefts.push(await rowsLeft())
    }
    process.stdout.write(`Rows left after each kill: ${lefts.join(', ')} of ${3 * many}\n`)
    expect(lefts[0]).toBeGreaterThan(0)
    expect(lefts.toSorted((a, b) => b - a)).toEqual(lefts)
    const signal = new AbortController().signal
    await Promise.all([purge(signal), purge(signal)])
    await room.db.run(sql`delete from connections where workspace_id = ${workspaceId}`)
    await expect
      .poll(async () => {
        await purge()
        return room.db.row(sql`select 1 from workspaces where id = ${workspaceId}`)
      })
      .toBeNull()
    expect(await rowsLeft()).toBe(0)
  }, 120_000)
})
