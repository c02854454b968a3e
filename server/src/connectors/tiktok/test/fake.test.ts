import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { calls, type FakeTikTok, startFakeTikTok } from './fake.ts'
import { everyScope } from './fake-login.ts'

let fake: FakeTikTok
let token: string
beforeAll(async () => {
  fake = await startFakeTikTok()
  token = fake.login.oauth.issue('harbour', everyScope)
})
afterAll(() => fake.close())

const type = 'application/json; charset=UTF-8'

async function call(name: string, json: JsonObject, headers: Record<string, string> = {}): Promise<string> {
  const [method = '', path = ''] = name.split(' ')
  const answer = await fetch(`${fake.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': type, ...headers },
    body: JSON.stringify(json),
  })
  const body = (await answer.json()) as { error: { code: string; message: string } }
  return `${answer.status} ${body.error.code} ${body.error.message}`.trim()
}

const info = { privacy_level: 'SELF_ONLY', title: 'A day' }
const source = { source: 'FILE_UPLOAD', video_size: 1_000, chunk_size: 1_000, total_chunk_count: 1 }
const photos = { source: 'PULL_FROM_URL', photo_cover_index: 0, photo_images: ['http://127.0.0.1:1/a'] }
const post = { media_type: 'PHOTO', post_mode: 'DIRECT_POST', post_info: { privacy_level: 'SELF_ONLY' } }

describe('the stand-in for TikTok', () => {
  test.each<[string, string, JsonObject, string]>([
    ['a whole upload', calls.beginVideo, { post_info: info, source_info: source }, '200 ok'],
    ['a draft', calls.beginDraft, { source_info: source }, '200 ok'],
    ['photos', calls.photos, { ...post, source_info: photos }, '200 ok'],
    ['the question how one may post', calls.creator, {}, '200 ok'],
  ])('takes %s', async (_said, name, json, answer) => {
    expect(await call(name, json)).toBe(answer)
  })

  test.each<[string, string, JsonObject, string]>([
    ['a post without its words', calls.beginVideo, { source_info: source }, '400 invalid_params'],
    [
      'a post that nobody chose who can see',
      calls.beginVideo,
      { post_info: { title: '' }, source_info: source },
      '400 invalid_params',
    ],
    [
      'somebody whom the account does not offer',
      calls.beginVideo,
      { post_info: { privacy_level: 'FOLLOWER_OF_CREATOR' }, source_info: source },
      '403 privacy_level_option_mismatch',
    ],
    [
      'a text of 2,201 units',
      calls.beginVideo,
      { post_info: { ...info, title: 'a'.repeat(2_201) }, source_info: source },
      '400 invalid_params',
    ],
    [
      'a parameter of photos',
      calls.beginVideo,
      { post_info: { ...info, auto_add_music: true }, source_info: source },
      '400 invalid_params',
    ],
    [
      'branded content that nobody sees',
      calls.beginVideo,
      { post_info: { ...info, brand_content_toggle: true }, source_info: source },
      '400 invalid_params',
    ],
    ['a draft with words', calls.beginDraft, { post_info: info, source_info: source }, '400 invalid_params'],
    [
      'a small file in two chunks',
      calls.beginVideo,
      { post_info: info, source_info: { ...source, chunk_size: 500, total_chunk_count: 2 } },
      '400 invalid_params',
    ],
    [
      'a file of more than 64 MB in one chunk',
      calls.beginVideo,
      { post_info: info, source_info: { ...source, video_size: 64_000_001, chunk_size: 64_000_001 } },
      '400 invalid_params',
    ],
    [
      'a wrong number of chunks',
      calls.beginVideo,
      {
        post_info: info,
        source_info: { ...source, video_size: 25_000_000, chunk_size: 10_000_000, total_chunk_count: 3 },
      },
      '400 invalid_params',
    ],
    [
      'photos that are sent',
      calls.photos,
      { ...post, source_info: { ...photos, source: 'FILE_UPLOAD' } },
      '400 invalid_params',
    ],
    [
      '36 photos',
      calls.photos,
      {
        ...post,
        source_info: { ...photos, photo_images: Array.from({ length: 36 }, () => 'https://a.example/') },
      },
      '400 invalid_params',
    ],
    [
      'photos with duets',
      calls.photos,
      { ...post, post_info: { privacy_level: 'SELF_ONLY', disable_duet: true }, source_info: photos },
      '400 invalid_params',
    ],
    ['an id that it does not know', calls.status, { publish_id: 'none' }, '400 invalid_publish_id'],
    ['a list of 21', calls.list, { max_count: 21 }, '400 invalid_params'],
  ])('refuses %s', async (_said, name, json, answer) => {
    expect(await call(name, json)).toContain(answer)
  })

  test('refuses a body without its charset, a strange token, and a permission that is lacking', async () => {
    const json = { source_info: source }
    expect(await call(calls.beginDraft, json, { 'content-type': 'application/json' })).toContain('400')
    expect(await call(calls.beginDraft, json, { authorization: 'Bearer x' })).toContain(
      '401 access_token_invalid',
    )
    const weak = fake.login.oauth.issue('harbour', ['user.info.basic'])
    const authorization = `Bearer ${weak}`
    expect(await call(calls.beginDraft, json, { authorization })).toContain('401 scope_not_authorized')
  })

  test('keeps comments off where the account has them off', async () => {
    fake.state.creator.commentDisabled = true
    expect(await call(calls.beginVideo, { post_info: info, source_info: source })).toContain('400')
    const off = { ...info, disable_comment: true }
    expect(await call(calls.beginVideo, { post_info: off, source_info: source })).toBe('200 ok')
    fake.state.creator.commentDisabled = false
  })

  test('says the status of nobody else’s post', async () => {
    await call(calls.beginDraft, { source_info: source })
    const publishId = fake.publications.at(-1)?.publishId ?? ''
    expect(await call(calls.status, { publish_id: publishId })).toBe('200 ok')
    const authorization = `Bearer ${fake.login.oauth.issue('tide', everyScope)}`
    const answer = await call(calls.status, { publish_id: publishId }, { authorization })
    expect(answer).toContain('400 token_not_authorized_for_specified_publish_id')
  })
})
