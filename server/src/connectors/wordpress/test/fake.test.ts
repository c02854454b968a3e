import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { type FakeWordPress, startFakeWordPress } from './fake.ts'
import { addUser, type FakeUser, login, type Role, userNamed } from './fake-world.ts'

let fake: FakeWordPress
beforeEach(async () => {
  fake = await startFakeWordPress()
})
afterEach(() => fake.close())

interface Said {
  readonly status: number
  readonly json: JsonObject & { code?: string }
}

async function ask(
  user: FakeUser | null,
  method: string,
  path: string,
  json?: Json,
  body?: FormData,
): Promise<Said> {
  const pair = user ? Buffer.from(`${user.login}:${user.passwords[0]?.password}`).toString('base64') : ''
  const answer = await fetch(`${fake.url}/wp-json/wp/v2${path}`, {
    method,
    headers: {
      ...(user ? { authorization: `Basic ${pair}` } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body ?? (json === undefined ? null : JSON.stringify(json)),
  })
  return { status: answer.status, json: (await answer.json()) as JsonObject }
}

const as = (role: Role) => addUser(fake.world, role, role)
const anna = () => userNamed(fake.world, login)

// Each was seen on a WordPress 6.1.9.
describe('the fake answers as a real WordPress did', () => {
  test('to strangers, and to users with a wrong password, as to strangers', async () => {
    const wrong = { ...anna(), passwords: [{ uuid: '', name: '', appId: '', password: 'wrong' }] }
    for (const user of [null, wrong]) {
      expect(await ask(user, 'GET', '/users/me')).toMatchObject({
        status: 401,
        json: { code: 'rest_not_logged_in' },
      })
      expect(await ask(user, 'POST', '/posts', { title: 'A' })).toMatchObject({
        status: 401,
        json: { code: 'rest_cannot_create' },
      })
      expect(await ask(user, 'GET', '/posts?status=any&context=edit')).toMatchObject({
        status: 400,
        json: { code: 'rest_invalid_param' },
      })
      expect(await ask(user, 'POST', '/comments', { post: 1, content: 'A' })).toMatchObject({
        status: 401,
        json: { code: 'rest_comment_login_required' },
      })
    }
  })

  test.each<[Role, string, string, Json | undefined, number, string]>([
    ['author', 'POST', '/posts', {}, 400, 'empty_content'],
    ['author', 'POST', '/posts', { title: 'A', status: 'wrong' }, 400, 'rest_invalid_param'],
    ['author', 'POST', '/posts', { title: 7 }, 400, 'rest_invalid_param'],
    ['author', 'POST', '/posts', { title: 'a'.repeat(70_000) }, 500, 'db_insert_error'],
    ['author', 'POST', '/pages', { title: 'A' }, 403, 'rest_cannot_create'],
    ['author', 'POST', '/posts', { title: 'A', sticky: true, password: 'x' }, 400, 'rest_invalid_field'],
    ['contributor', 'POST', '/posts', { title: 'A', status: 'publish' }, 403, 'rest_cannot_publish'],
    ['author', 'POST', '/posts/999', { status: 'publish' }, 404, 'rest_post_invalid_id'],
    ['author', 'GET', '/posts?per_page=101', undefined, 400, 'rest_invalid_param'],
    ['author', 'GET', '/nothing', undefined, 404, 'rest_no_route'],
    ['author', 'POST', '/categories', { name: 'A' }, 403, 'rest_cannot_create'],
    ['author', 'POST', '/tags', {}, 400, 'rest_missing_callback_param'],
    ['author', 'POST', '/comments', { post: 999, content: 'A' }, 403, 'rest_comment_invalid_post_id'],
    ['author', 'GET', '/comments?post=1&author=2', undefined, 403, 'rest_forbidden_param'],
    ['author', 'GET', '/comments?post=1&context=edit', undefined, 403, 'rest_forbidden_context'],
    ['author', 'DELETE', '/comments/999', undefined, 404, 'rest_comment_invalid_id'],
    ['author', 'POST', '/media', {}, 400, 'rest_upload_no_content_disposition'],
    ['contributor', 'POST', '/media', {}, 400, 'rest_cannot_create'],
  ])('to a %s: %s %s %j is %i %s', async (role, method, path, json, status, code) => {
    expect(await ask(as(role), method, path, json)).toMatchObject({ status, json: { code } })
  })

  test('to half a letter', async () => {
    const half = await ask(anna(), 'POST', '/posts', { title: 'a\ud800', status: 'draft' })
    expect(half).toMatchObject({ status: 400, json: { code: 'rest_invalid_json' } })
    expect((await ask(anna(), 'POST', '/posts', { title: 'a😀', status: 'draft' })).status).toBe(201)
  })

  test('with a number behind a name that is taken, for drafts too', async () => {
    const make = () => ask(anna(), 'POST', '/posts', { title: 'A', status: 'draft', slug: 'one' })
    expect([(await make()).json.slug, (await make()).json.slug]).toEqual(['one', 'one-2'])
  })

  test('with a post that is published again, taken out of the trash, and gone', async () => {
    const { json } = await ask(anna(), 'POST', '/posts', { title: 'A day', status: 'draft', slug: 'x' })
    const path = `/posts/${json.id}`
    const publish = () => ask(anna(), 'POST', path, { status: 'publish', slug: '' })
    for (const _ of [1, 2]) expect((await publish()).json).toMatchObject({ status: 'publish', slug: 'a-day' })
    expect((await ask(anna(), 'DELETE', path)).json).toMatchObject({
      status: 'trash',
      slug: 'a-day__trashed',
    })
    expect((await ask(anna(), 'DELETE', path)).json.code).toBe('rest_already_trashed')
    expect((await ask(anna(), 'GET', '/posts?status=any')).json).toEqual([])
    expect((await publish()).json).toMatchObject({ status: 'publish', slug: 'a-day' })
    expect((await ask(anna(), 'DELETE', `${path}?force=true`)).json.deleted).toBe(true)
    expect((await publish()).json.code).toBe('rest_post_invalid_id')
  })

  test('with the number of a tag that exists', async () => {
    const { json } = await ask(anna(), 'POST', '/tags', { name: 'R&D' })
    expect(json.name).toBe('R&amp;D')
    const again = await ask(anna(), 'POST', '/tags', { name: 'r&d' })
    expect(again).toMatchObject({ status: 400, json: { code: 'term_exists', data: { term_id: json.id } } })
  })

  test('to others’ posts, and to comments that come too fast or where none are taken', async () => {
    const { json } = await ask(anna(), 'POST', '/posts', { title: 'A', status: 'publish' })
    const other = as('author')
    expect((await ask(other, 'POST', `/posts/${json.id}`, { title: 'B' })).json.code).toBe('rest_cannot_edit')
    expect((await ask(other, 'DELETE', `/posts/${json.id}`)).json.code).toBe('rest_cannot_delete')
    const comment = () => ask(other, 'POST', '/comments', { post: json.id ?? 0, content: 'Seen' })
    expect((await comment()).json.status).toBe('approved')
    expect(await comment()).toMatchObject({ status: 400, json: { code: 'comment_flood' } })
    fake.world.floodMs = 0
    expect(await comment()).toMatchObject({ status: 409, json: { code: 'comment_duplicate' } })
    await ask(anna(), 'POST', `/posts/${json.id}`, { comment_status: 'closed' })
    expect((await comment()).json.code).toBe('rest_comment_closed')
  })

  test.each([
    ['x.exe', 'MZ', 'not allowed to upload this file type'],
    ['x.svg', '<svg/>', 'not allowed to upload this file type'],
    ['x.mp4', 'junk', 'not allowed to upload this file type'],
    ['x.pdf', `%PDF-${'a'.repeat(2_000)}`, 'upload_max_filesize'],
  ])('to the file %s', async (name, content, words) => {
    fake.world.mostUploadBytes = 1_000
    const form = new FormData()
    form.set('file', new Blob([content]), name)
    expect(await ask(anna(), 'POST', '/media', undefined, form)).toMatchObject({
      status: 500,
      json: { code: 'rest_upload_unknown_error', message: expect.stringContaining(words) },
    })
  })

  test('to names of application passwords that are taken, and to ids that are none', async () => {
    const make = (json: JsonObject) => ask(anna(), 'POST', '/users/me/application-passwords', json)
    expect((await make({ name: 'One' })).status).toBe(201)
    expect(await make({ name: 'One' })).toMatchObject({ status: 409 })
    expect((await make({ name: 'Two', app_id: 'crier' })).json.code).toBe('rest_invalid_param')
  })
})
