// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import { continueExports, exportTask, sweepExports } from '../../src/moving-out/export/export-task.ts'
import { exportedTables, leftOut } from '../../src/moving-out/export/exported-tables.ts'
import { image } from '../media-files.ts'
import { filesIn } from '../media-state.ts'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'
import { uploadFile } from '../uploads.ts'
import { listWorkspaceTables } from './full-workspace.ts'
import { type Browser, type Person, password, signedIn } from './person.ts'
import { readLines, readZip } from './read-zip.ts'

let room: Newsroom
let at: string
let owner: Browser & Person
beforeAll(async () => {
  room = await openNewsroom()
  at = `/app/workspaces/${room.workspaceId}/exports`
  owner = await signedIn(room)
})
afterAll(() => room.stop())
beforeEach(() => room.db.run(sql`delete from workspace_exports`))

const ask = (by: Browser = owner) => by.request('POST', at)
const list = async () => (await owner.request('GET', at)).json.data
const urlOf = (id: string, by: Browser = owner) => by.request('POST', `${at}/${id}/url`)
const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** Asks for an export, waits until a worker made it, and downloads it. */
async function download(): Promise<{ id: string; url: string; bytes: Buffer }> {
  const { id } = (await ask()).json
  await expect.poll(async () => (await list())[0].status).toBe('ready')
  const { url } = (await urlOf(id)).json
  const { status, bytes } = await get(url)
  expect(status).toBe(200)
  return { id, url, bytes }
}

describe('an export', () => {
  it('has everything in the workspace, and the media as they were uploaded', async () => {
    // It says where it was taken, so that a cleaned copy is served, which is not the original.
    const original = await image('jpeg', { gps: true })
    const medium = await uploadFile(room, original, 'image/jpeg', { name: 'Brötchen für alle.jpg' })
    const lost = await uploadFile(room, await image('png'), 'image/png', { name: 'lost.png' })
    const account = await room.account('Exported')
    const post = await room.post({
      caption: 'Fresh bread 🥖\nevery day',
      social_accounts: [account],
      media: [medium.media_id],
      tags: ['bread'],
      platform_configurations: { sandbox: { thread: [{ caption: 'and rolls' }] } },
    })
    await room.settled(post.id, ['posted'])
    const draft = await room.post({ caption: 'Not yet', social_accounts: [account], is_draft: true })
    const stranger = await room.other()
    await room.connectIn(stranger, 'sandbox', { name: 'Stranger of the export' }, 'live')
    const row = await room.db.row<{ key: string }>(
      sql`select storage_key as key from media where id = ${lost.id}`,
    )
    await room.context.storage.delete(row?.key ?? '')

    const { bytes } = await download()
    const files = readZip(bytes)
    const lines = (name: string) => readLines(files, `${name}.jsonl`)
    expect(JSON.parse(String(files.get('workspace.json')))).toMatchObject({
      format: 1,
      id: room.workspaceId,
      undo_seconds: 10,
    })
    expect(String(files.get('README.txt'))).toContain('workspace.json')
    expect(
      lines('posts')
        .map(({ id }) => id)
        .sort(),
    ).toEqual([post.id, draft.id].sort())
    expect(lines('posts')).toContainEqual(
      expect.objectContaining({ id: post.id, caption: 'Fresh bread 🥖\nevery day', tags: ['bread'] }),
    )
    const results = lines('post-results').filter(({ post_id }) => post_id === post.id)
    expect(results.map(({ part, state }) => [part, state]).sort()).toEqual([
      ['post', 'published'],
      ['thread', 'published'],
    ])
    expect(results[0]?.remote_url).toMatch(/^http/)
    expect(lines('attempts').map(({ outcome }) => outcome)).toEqual(['ok', 'ok'])
    expect(lines('social-accounts')).toMatchObject([{ id: account, username: 'exported' }])
    expect(lines('members')).toContainEqual(expect.objectContaining({ email: owner.email, role: 'owner' }))
    expect(lines('api-keys')).toHaveLength(2)
    expect(lines('events').length).toBeGreaterThan(3)
    expect(lines('media')).toContainEqual(
      expect.objectContaining({ id: medium.id, name: 'Brötchen für alle.jpg' }),
    )
    const media = [...files].filter(([name]) => name.startsWith('media/'))
    expect(media.map(([name]) => name)).toEqual([`media/${medium.id}-Brotchen-fur-alle.jpg`])
    expect(media[0]?.[1].equals(original)).toBe(true)
    expect((await get(medium.url)).bytes.equals(original)).toBe(false)
    expect(lines('missing-files')).toEqual([{ media_id: lost.id }])
    expect((await list())[0]).toMatchObject({ missing_files: 1, size_bytes: bytes.length })
    expect(bytes.includes('Stranger of the export')).toBe(false)
  }, 60_000)

  it('holds no secret, in whatever form it is stored', async () => {
    await room.account('Secret holder')
    await owner.request('POST', `${at.replace('exports', 'invitations')}`, {
      body: { email: 'guest@example.org', role: 'viewer' },
    })
    await room.request('POST', '/v1/social-accounts/connect-links', { body: { platforms: ['sandbox'] } })
    const { url, bytes } = await download()
    const text = Buffer.concat([...readZip(bytes).values()]).toString('latin1')
    const secrets: unknown[] = (
      await room.db.rows<{ secret: unknown }>(sql`
        select credentials as secret from connections union all select encode(hash, 'hex') from api_keys
        union all select encode(hash, 'base64') from api_keys union all select secret from connect_links
        union all select encode(token_hash, 'hex') from invitations union all select encode(token_hash, 'hex') from sessions
        union all select password_hash from users union all select storage_key from media where storage_key is not null
        union all select encode(hash, 'hex') from sandbox_tokens union all select secrets from prepared_secrets`)
    ).map(({ secret }) => secret)
    expect(secrets.length).toBeGreaterThan(8)
    const cookies = [...owner.cookies.values()]
    const given = [
      room.liveKey,
      room.testKey,
      password,
      room.context.secretKeys.current.toString('hex'),
      ...cookies,
    ]
    for (const secret of [
      ...secrets,
      ...given,
      'argon2',
      'sandbox_',
      new URL(url).searchParams.get('signature'),
    ])
      expect([secret, text.includes(String(secret))]).toEqual([secret, false])
  }, 30_000)

  it('decides on every table and column of a workspace', async () => {
    const tables = await listWorkspaceTables(room.db)
    const decided = [...exportedTables.map(({ table }) => table), ...Object.keys(leftOut)]
    expect(decided.sort()).toEqual(tables)
    for (const { table, columns, hidden } of exportedTables) {
      const stored = await room.db.rows<{ name: string }>(sql`
        select attname::text as name from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attname <> 'workspace_id'`)
      expect([table, [...columns, ...hidden].sort()]).toEqual([table, stored.map(({ name }) => name).sort()])
    }
  })
})

describe('the address of an export', () => {
  it('leads to the archive for an hour, in ranges too, and nowhere once a letter of it is changed', async () => {
    const { id, url, bytes } = await download()
    const whole = await get(url)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="crier-export-\d{4}-\d\d-\d\d\.zip"$/,
      ),
    })
    expect(whole.headers.has('access-control-allow-origin')).toBe(false)
    const part = await get(url, { range: 'bytes=10-19', 'if-range': whole.headers.get('etag') ?? '' })
    expect([part.status, part.bytes.equals(bytes.subarray(10, 20))]).toEqual([206, true])
    expect((await get(url, { range: `bytes=${bytes.length}-` })).status).toBe(416)
    expect((await fetch(url, { method: 'HEAD' })).headers.get('content-length')).toBe(String(bytes.length))

    const changed = (name: string, value: string) => {
      const other = new URL(url)
      other.searchParams.set(name, value)
      return other.href
    }
    const { workspaceId: foreign } = await room.other()
    for (const wrong of [
      url.replace(id, '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b99'),
      changed('workspace', foreign),
      changed('expires', '2099-01-01T00:00:00.000Z'),
      changed('expires', 'never'),
      changed('signature', 'A'.repeat(43)),
      changed('signature', ''),
      url.split('?')[0] ?? '',
    ])
      expect([wrong, (await get(wrong)).status]).toEqual([wrong, 404])
    const { expires_at } = (await urlOf(id)).json
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(59 * 60_000)
    expect(Date.parse(expires_at) - Date.now()).toBeLessThan(61 * 60_000)
    expect((await owner.request('DELETE', `${at}/${id}`)).status).toBe(200)
    expect((await get(url)).status).toBe(404)
    expect((await urlOf(id)).status).toBe(404)
  }, 30_000)

  it('is given to owners who have shown lately who they are, once the archive is there', async () => {
    const admin = await signedIn(room, 'admin')
    expect((await ask(admin)).json).toMatchObject({ status: 403, code: 'role_missing', role: 'owner' })
    const { id } = await download()
    await room.db.run(sql`update sessions set proved_at = proved_at - interval '11 minutes'`)
    expect((await ask()).json.code).toBe('proof_required')
    expect((await urlOf(id)).json.code).toBe('proof_required')
    await owner.request('POST', '/app/proof', { body: { password } })
    await room.db.run(sql`update workspace_exports set state = 'failed'`)
    expect((await urlOf(id)).json).toMatchObject({ status: 409, code: 'export_not_ready' })
  }, 30_000)
})

describe('exports', () => {
  const add = (state: string) =>
    room.db.run(sql`
      insert into workspace_exports (workspace_id, id, asked_by, state, storage_key, size_bytes, ready_at, expires_at, next_at)
      values (${room.workspaceId}, gen_random_uuid(), ${owner.id}, ${state}, md5(random()::text), 1, clock_timestamp(),
        clock_timestamp() + interval '1 day', clock_timestamp() + interval '1 hour')`)

  it('are made one at a time, and a few are kept, for a week', async () => {
    await add('making')
    expect((await ask()).json).toMatchObject({ status: 409, code: 'export_under_way' })
    await room.db.run(sql`delete from workspace_exports`)
    const asked = await Promise.all([ask(), ask(), ask()])
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await expect.poll(async () => (await list())[0].status).toBe('ready')
    await add('ready')
    await add('ready')
    expect((await ask()).json).toMatchObject({ status: 409, code: 'too_many_exports' })

    await room.db.run(sql`delete from discarded_files`)
    const [{ id }] = (await list()).slice(-1)
    await room.db.run(
      sql`update workspace_exports set expires_at = clock_timestamp() - interval '1 second' where id = ${id}`,
    )
    expect((await list()).map((each: { id: string }) => each.id)).not.toContain(id)
    const before = filesIn(room, 'objects').length
    await sweepExports(room.context)
    await sweepMedia(room.context)
    expect(filesIn(room, 'objects')).toHaveLength(before - 1)
    expect(await list()).toHaveLength(2)
  }, 30_000)

  it('are made anew when their maker died, and leave no file behind', async () => {
    const { id } = (await ask()).json
    await expect.poll(async () => (await list())[0].status).toBe('ready')
    // As a process leaves it that was killed after it stored the file and before it said so.
    await room.db.run(sql`
      update workspace_exports set state = 'making', size_bytes = null, ready_at = null, expires_at = null,
        next_at = clock_timestamp() - interval '1 second' where id = ${id}`)
    const before = filesIn(room, 'objects')
    await continueExports(room.context)
    await expect.poll(async () => (await list())[0].status).toBe('ready')
    await sweepMedia(room.context)
    expect(filesIn(room, 'objects')).toHaveLength(before.length)
    expect(filesIn(room, 'objects')).not.toEqual(before)
    expect(filesIn(room, 'staged')).toEqual([])
  }, 30_000)

  it('break off when the process stops, without counting as a try, and fail after five that did not succeed', async () => {
    const stopped = new AbortController()
    stopped.abort()
    await add('making')
    await room.db.run(
      sql`update workspace_exports set state = 'waiting', tries = 0, next_at = clock_timestamp(), storage_key = null`,
    )
    const [{ id }] = await list()
    const payload = { workspace_id: room.workspaceId, id }
    const run = (signal: AbortSignal, context = room.context) => exportTask.run(context, { payload, signal })
    const row = () => room.db.row(sql`select state, tries from workspace_exports where id = ${id}`)
    await expect(run(stopped.signal)).rejects.toThrow('The process stops')
    expect(await row()).toEqual({ state: 'waiting', tries: 0 })
    const { signal } = new AbortController()
    const full = {
      ...room.context,
      storage: {
        ...room.context.storage,
        stage: async (source: AsyncIterable<Uint8Array>) => {
          for await (const _ of source) throw new Error('The disk is full.')
          throw new Error('The archive is empty.')
        },
      },
    }
    for (let tries = 1; tries <= 5; tries += 1) {
      await room.db.run(sql`update workspace_exports set next_at = clock_timestamp()`)
      await expect(run(signal, full)).rejects.toThrow('The disk is full.')
      expect(await row()).toEqual({ state: 'waiting', tries })
    }
    await room.db.run(sql`update workspace_exports set next_at = clock_timestamp()`)
    await run(signal, full)
    expect((await list())[0]).toMatchObject({ status: 'failed' })
    expect(filesIn(room, 'staged')).toEqual([])
  }, 30_000)
})
