import { createHmac } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../../../../../test/browser.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import { type FakeInstagram, harbour, publishingOf, startFakeInstagram } from '../fake.ts'
import { ownId } from '../fake-sign-in.ts'

const ours = 'https://crier.example.edu'
let fake: FakeInstagram
let room: Newsroom

beforeAll(async () => {
  const here = (url: string) => url.replace(ours, room.url)
  fake = await startFakeInstagram({ addressOf: here, redirectUris: [`${ours}/oauth/callback/instagram`] })
  room = await openNewsroom({
    standIns: { 'graph.instagram.com': fake.instagram.url, 'api.instagram.com': fake.instagram.url },
    config: {
      publicUrl: ours,
      platformVariables: {
        PLATFORM_INSTAGRAM_CLIENT_ID: fake.client.id,
        PLATFORM_INSTAGRAM_CLIENT_SECRET: fake.client.secret,
      },
    },
  })
})
afterAll(async () => {
  await room?.stop()
  await fake?.close()
})

/** Signs in at Instagram itself, and answers the account. */
async function connect(): Promise<string> {
  const body = { platform: 'instagram', way: 'instagram_login', fields: {} }
  const { json: begun } = await room.request('POST', '/v1/social-accounts/connect', { body })
  const browser = startBrowser((url) =>
    url.replace(ours, room.url).replace('https://www.instagram.com', fake.instagram.url),
  )
  const consent = await browser.send(await browser.open(begun.url))
  expect(consent.url.startsWith('https://www.instagram.com/oauth/authorize?')).toBe(true)
  const done = await browser.send(consent, { decision: 'allow' })
  expect(done.text).toContain('harbour on Instagram')
  const attempt = await room.request('GET', `/v1/social-accounts/connect/${begun.id}`)
  return attempt.json.social_accounts[0]
}

async function draft(caption: string, account: string): Promise<object> {
  const create = { width: 900, height: 300, channels: 3, background: '#246' } as const
  const bytes = await sharp({ create }).png().toBuffer()
  const request: Newsroom['request'] = (method, path, send) =>
    room.request(method, path.replace(ours, ''), send)
  const media = [{ media_id: await uploadFile({ request }, 'wide.png', bytes, 'image/png') }]
  const configuration = { instagram: { first_comment: `Below ${caption}` } }
  return { caption, media, social_accounts: [account], platform_configurations: configuration }
}

async function publish(caption: string, account: string): Promise<string> {
  const { id } = await room.post({ ...(await draft(caption, account)) })
  return room.settled(id, ['posted', 'held', 'failed', 'needs_review'])
}

/** Tells the house something, as Meta signs it. */
function notify(what: string, facts: object, secret = fake.client.secret, platform = 'instagram') {
  const payload = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', ...facts })).toString('base64url')
  const signature = createHmac('sha256', secret).update(payload).digest('base64url')
  const body = new URLSearchParams({ signed_request: `${signature}.${payload}` }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return room.request('POST', `/oauth/${platform}/${what}`, { key: null, body, headers })
}

const seconds = () => Math.floor(Date.now() / 1_000)
const statusOf = async (account: string) =>
  (await room.request('GET', `/v1/social-accounts/${account}`)).status

test('a person signs in at Instagram itself, and a picture is public once, also when the answer is lost', async () => {
  const account = await connect()
  expect(await publish('Good morning', account)).toBe('posted')
  fake.instagram.inject(publishingOf(harbour.id), { kind: 'lose_answer' })
  expect(await publish('Was it heard?', account)).toBe('posted')
  const { posts, comments } = fake.world
  expect(posts.map(({ container }) => container.fields.caption)).toEqual(['Good morning', 'Was it heard?'])
  await expect
    .poll(() => comments.map(({ text }) => text))
    .toEqual(['Below Good morning', 'Below Was it heard?'])
  expect(fake.facebook.calls).toEqual([])
})

test('a person who removes the app at Instagram is disconnected, and their posts wait for them', async () => {
  const account = await connect()
  const { id } = await room.post({
    ...(await draft('Tomorrow', account)),
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const facts = { user_id: ownId, issued_at: seconds() }
  const forged = await notify('deauthorize', facts, 'another-secret')
  expect([forged.status, forged.json.code]).toEqual([403, 'callback_unsigned'])
  const old = await notify('deauthorize', { ...facts, issued_at: seconds() - 90_000 })
  expect(old.status).toBe(403)
  expect((await notify('deauthorize', { ...facts, user_id: '1' })).status).toBe(200)
  expect(await statusOf(account)).toBe(200)
  expect((await notify('deauthorize', facts)).status).toBe(200)
  expect(await statusOf(account)).toBe(404)
  expect(await room.status(id)).toBe('held')
  expect((await notify('deauthorize', facts)).status).toBe(200)
  expect((await room.events(account)).filter((type) => type.endsWith('disconnected'))).toHaveLength(1)
  expect(await connect()).toBe(account)
  // One app has one address, and may serve several networks: the signature says whose it is.
  expect((await notify('deauthorize', facts, fake.client.secret, 'facebook')).status).toBe(200)
  expect(await statusOf(account)).toBe(404)
})

test('a person who asks for the deletion of their data gets a code, and a page that says what became of them', async () => {
  const account = await connect()
  const { status, json } = await notify('data-deletion', { user_id: ownId, issued_at: seconds() })
  expect(status).toBe(200)
  expect(json).toEqual({
    url: expect.any(String),
    confirmation_code: expect.stringMatching(/^[0-9a-f]{40,}$/),
  })
  expect(json.url.startsWith(`${ours}/oauth/instagram/data-deletion/`)).toBe(true)
  expect(await statusOf(account)).toBe(404)
  const row = await room.db.row(room.sql`
    select username, display_name, avatar_url, settings->'user_ids' as ids from social_accounts where id = ${account}`)
  expect(row).toEqual({ username: 'deleted', display_name: 'Deleted account', avatar_url: null, ids: null })
  const page = await room.request('GET', json.url.replace(ours, ''), { key: null })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.text).toContain('Your data were deleted')
  const other = json.url.replace(ours, '').replace(/.$/, (last: string) => (last === '0' ? '1' : '0'))
  expect((await room.request('GET', other, { key: null })).status).toBe(404)
  expect((await notify('data-deletion', { user_id: '1', issued_at: seconds() })).status).toBe(200)
  expect((await notify('data-deletion', {}, undefined, 'mastodon')).status).toBe(404)
})
