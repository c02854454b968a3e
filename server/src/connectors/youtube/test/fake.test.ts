import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { everyScope, openHouse, type YouTubeHouse } from './world.ts'

let house: YouTubeHouse
let token: string
beforeAll(async () => {
  house = await openHouse()
  token = house.fake.google.oauth.issue('harbour', everyScope)
})
afterAll(() => house.close())

/** Asks the fake, and answers the status with the reason. */
async function ask(
  method: string,
  path: string,
  {
    headers = {},
    body = null,
    as = token,
  }: { headers?: object; body?: string | Buffer | null; as?: string } = {},
) {
  const answer = await fetch(`${house.fake.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, ...headers },
    body: body === null ? null : new Uint8Array(Buffer.from(body)),
  })
  const text = await answer.text()
  const reason = text === '' ? '' : JSON.parse(text).error?.errors?.[0]?.reason
  return { summary: `${answer.status} ${reason ?? ''}`.trim(), headers: answer.headers }
}

const begin = (
  snippet: object,
  {
    status = {},
    size = '600000',
    type = 'video/mp4',
    query = 'uploadType=resumable&part=snippet,status',
  } = {},
) =>
  ask('POST', `/upload/youtube/v3/videos?${query}`, {
    headers: {
      'content-type': 'application/json',
      'x-upload-content-length': size,
      'x-upload-content-type': type,
    },
    body: JSON.stringify({ snippet, status }),
  })

describe('the simulated YouTube', () => {
  test.each([
    ['no title', {}, {}, '400 invalidTitle'],
    ['a blank title', { title: ' ' }, {}, '400 invalidTitle'],
    ['101 letters', { title: 'a'.repeat(101) }, {}, '400 invalidTitle'],
    ['brackets', { title: 'a < b' }, {}, '400 invalidTitle'],
    ['5,001 bytes', { title: 'A', description: `${'ü'.repeat(2_500)}a` }, {}, '400 invalidDescription'],
    ['501 letters of tags', { title: 'A', tags: ['a'.repeat(250), 'b'.repeat(250)] }, {}, '400 invalidTags'],
    ['quotes of tags', { title: 'A', tags: [`a ${'b'.repeat(497)}`] }, {}, '400 invalidTags'],
    ['no such category', { title: 'A', categoryId: '999' }, {}, '400 invalidCategoryId'],
    ['no such privacy', { title: 'A' }, { status: { privacyStatus: 'secret' } }, '400 invalidVideoMetadata'],
    ['a picture', { title: 'A' }, { type: 'image/png' }, '400 badContent'],
    ['no size', { title: 'A' }, { size: 'large' }, '400 badContent'],
    ['other parts', { title: 'A' }, { query: 'uploadType=resumable&part=snippet' }, '400 unexpectedPart'],
    ['another protocol', { title: 'A' }, { query: 'uploadType=media&part=snippet,status' }, '400 badRequest'],
    ['a good video', { title: 'A', tags: ['a'.repeat(250), 'b'.repeat(249)] }, {}, '200'],
  ])('answers the beginning of an upload with %s', async (_name, snippet, how, expected) => {
    expect((await begin(snippet, how)).summary).toBe(expected)
  })

  test('takes the parts of an upload in their order, and makes one video of them', async () => {
    const { headers } = await begin({ title: 'A' })
    const { pathname, search } = new URL(headers.get('location') ?? '')
    const send = (range: string, length: number, type = 'video/mp4') =>
      ask('PUT', pathname + search, {
        headers: { 'content-range': range, 'content-type': type },
        body: Buffer.alloc(length),
      })
    const before = house.fake.videos.length
    expect((await send('bytes 0-99/600000', 100)).summary).toBe('400 badRequest')
    expect((await send('bytes 0-262143/600001', 262_144)).summary).toBe('400 badRequest')
    expect((await send('bytes 0-262143/600000', 262_143)).summary).toBe('400 badRequest')
    expect((await send('bytes 0-262143/600000', 262_144, 'video/webm')).summary).toBe('400 badRequest')
    const first = await send('bytes 0-262143/600000', 262_144)
    expect([first.summary, first.headers.get('range')]).toEqual(['308', 'bytes=0-262143'])
    expect((await send('bytes 0-262143/600000', 262_144)).summary).toBe('400 badRequest')
    expect(
      (await ask('PUT', pathname + search, { headers: { 'content-range': 'bytes */600000' } })).summary,
    ).toBe('308')
    expect((await ask('PUT', pathname + search, { headers: { 'content-range': 'bytes */1' } })).summary).toBe(
      '400 badRequest',
    )
    expect((await send('bytes 262144-599999/600000', 337_856)).summary).toBe('200')
    expect((await send('bytes 262144-599999/600000', 337_856)).summary).toBe('200')
    expect(house.fake.videos).toHaveLength(before + 1)
    expect((await ask('PUT', `${pathname}?upload_id=other`)).summary).toBe('404 notFound')
  })

  test.each([
    ['GET', '/youtube/v3/channels', 'youtube.upload'],
    ['GET', '/youtube/v3/videos?id=a', 'youtube.upload'],
    ['POST', '/upload/youtube/v3/videos', 'youtube.readonly'],
    ['POST', '/upload/youtube/v3/thumbnails/set', 'youtube.readonly'],
    ['DELETE', '/youtube/v3/videos?id=a', 'youtube.upload'],
    ['POST', '/youtube/v3/playlistItems', 'youtube.readonly'],
  ])('asks for more than leave to %s %s with %s', async (method, path, scope) => {
    const as = house.fake.google.oauth.issue('harbour', [`https://www.googleapis.com/auth/${scope}`])
    expect((await ask(method, path, { as })).summary).toBe('403 insufficientPermissions')
    expect((await ask(method, path, { as: 'nobody' })).summary).toBe('401 authError')
  })

  test('lets nobody change the videos and playlists of another channel', async () => {
    const [video] = house.fake.videos
    const as = house.fake.google.oauth.issue('tide', everyScope)
    const item = {
      snippet: { playlistId: 'PLfilms', resourceId: { kind: 'youtube#video', videoId: video?.id } },
    }
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(item) }
    const picture = { headers: { 'content-type': 'image/png' }, body: 'png' }
    const thumbnail = `/upload/youtube/v3/thumbnails/set?videoId=${video?.id}`
    expect((await ask('DELETE', `/youtube/v3/videos?id=${video?.id}`, { as })).summary).toBe('403 forbidden')
    expect((await ask('POST', '/youtube/v3/playlistItems', { ...json, as })).summary).toBe(
      '403 playlistItemsNotAccessible',
    )
    expect((await ask('POST', thumbnail, { ...picture, as })).summary).toBe('403 forbidden')
    expect(
      (await ask('POST', thumbnail, { ...picture, headers: { 'content-type': 'image/webp' } })).summary,
    ).toBe('400 invalidImage')
    expect((await ask('POST', thumbnail, picture)).summary).toBe('200')
    house.fake.state.isVerified = false
    expect((await ask('POST', thumbnail, picture)).summary).toBe('403 forbidden')
  })
})

test('the simulated Google gives a refresh token only for lasting access with a new consent', async () => {
  const { oauth } = house.fake.google
  const redirectUri = 'https://crier.example.org/back'
  const { id, secret } = oauth.register({ redirectUris: [redirectUri] })
  const client = { client_id: id, client_secret: secret }
  const verifier = 'v'.repeat(43)
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString(
    'base64url',
  )
  const trade = async (form: Record<string, string>): Promise<JsonObject> => {
    const body = new URLSearchParams({ ...client, ...form })
    const answer = await fetch(`${house.fake.url}/token`, { method: 'POST', body })
    return JSON.parse(await answer.text())
  }
  const tokensFor = async (more: Record<string, string>) => {
    const query = new URLSearchParams({
      ...{ client_id: id, redirect_uri: redirectUri, response_type: 'code', scope: everyScope.join(' ') },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
      ...more,
    })
    const body = new URLSearchParams({ decision: 'allow' })
    const url = `${house.fake.url}/o/oauth2/v2/auth?${query}`
    const { headers } = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
    const grant = { grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier }
    return trade({ ...grant, code })
  }
  expect(await tokensFor({})).not.toHaveProperty('refresh_token')
  expect(await tokensFor({ access_type: 'offline' })).not.toHaveProperty('refresh_token')
  const lasting = await tokensFor({ access_type: 'offline', prompt: 'consent' })
  const refreshToken = String(lasting.refresh_token)
  const again = { grant_type: 'refresh_token', refresh_token: refreshToken }
  for (let times = 0; times < 2; times++) {
    const renewed = await trade(again)
    expect(renewed).toMatchObject({ expires_in: 3_599 })
    expect(renewed).not.toHaveProperty('refresh_token')
  }
  const revoke = async () => {
    const body = new URLSearchParams({ ...client, token: refreshToken })
    return (await fetch(`${house.fake.url}/revoke`, { method: 'POST', body })).status
  }
  expect([await revoke(), await revoke()]).toEqual([200, 400])
  expect(await trade(again)).toEqual({ error: 'invalid_grant' })
})
