import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import { type FakeMisskey, publishing, startFakeMisskey } from '../fake.ts'
import { keepNote } from '../fake-notes.ts'
import { personNamed } from '../fake-world.ts'

let fake: FakeMisskey
let room: Newsroom
let browser: Chromium

beforeAll(async () => {
  if (!isHere('chromium')) return
  fake = await startFakeMisskey()
  room = await openNewsroom()
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  // The house looks for the token in its database and its log.
  await room?.stop()
  await fake?.close()
})
beforeEach(skipWithout('chromium'))

/** Agrees on the page of the server, first without what publishing needs. */
async function connectOnServer(): Promise<string> {
  const begin = async () => {
    const body = { platform: 'misskey', way: 'miauth', fields: { instance: fake.url } }
    return (await room.request('POST', '/v1/social-accounts/connect', { body })).json
  }
  const less = await begin()
  const page = await browser.open(less.url)
  await page.getByRole('button', { name: 'Continue to Misskey' }).click()
  await page.getByLabel('write:notes').uncheck()
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL(less.url)
  expect(await page.textContent('main')).toContain(
    'The server gave access, and then refused it. Sign in again.',
  )
  const begun = await begin()
  await page.goto(begun.url)
  await page.getByRole('button', { name: 'Continue to Misskey' }).click()
  await page.waitForURL(`${fake.url}/miauth/**`)
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL(begun.url)
  expect(await page.textContent('main')).toContain(`alice@${new URL(fake.url).host} on Misskey`)
  expect(browser.complaints).toEqual([])
  const { json } = await room.request('GET', '/v1/social-accounts')
  return json.data.find(({ platform }: JsonObject) => platform === 'misskey').id
}

test('a person connects on the page of their server, and each post is there once, also where an answer was lost', async () => {
  const account = await connectOnServer()
  const { notes, files, channels } = fake.world
  const picture = await uploadFile(room, 'boat.png', await plainPicture(640, 480, '#0cc'), 'image/png')
  const make = async (caption: string, more: JsonObject = {}) => {
    const { id } = await room.post({ caption, social_accounts: [account], ...more })
    return { id, status: await room.settled(id, ['posted', 'held', 'failed', 'partial', 'needs_review']) }
  }
  const options = {
    visibility: 'home',
    spoiler_text: 'Waves',
    sensitive: true,
    first_comment: 'Ahoy',
    thread: [{ caption: 'And back' }],
  }
  const first = await make('A day at #sea', {
    media: [{ media_id: picture, alt_text: 'A boat' }],
    platform_configurations: { misskey: options },
  })
  expect(first.status).toBe('posted')
  await expect.poll(() => notes).toHaveLength(3)
  const [root] = notes
  const chosen = { visibility: 'home', cw: 'Waves' }
  expect(root).toMatchObject({ ...chosen, text: 'A day at #sea', replyId: null, fileIds: [files[0]?.id] })
  expect(files).toMatchObject([{ comment: 'A boat', isSensitive: true }])
  expect(notes.slice(1)).toMatchObject([
    { ...chosen, text: 'And back', replyId: root?.id },
    { ...chosen, text: 'Ahoy' },
  ])
  const [result] = await room.results(first.id)
  expect(result?.platform_data).toMatchObject({ id: root?.id, url: `${fake.url}/notes/${root?.id}` })

  // The channel is chosen by its name, and given by its id.
  const path = `/v1/social-accounts/${account}/choices/channel`
  const { json: choices } = await room.request('GET', path)
  expect(choices.data).toMatchObject([{ value: channels[0]?.id, label: 'Boats' }])
  fake.inject(publishing, { kind: 'lose_answer' })
  // The owner writes at the same time in another program.
  keepNote(fake.world, personNamed(fake.world), { text: 'By hand' })
  const lost = await make('Was it heard?', {
    media: [picture],
    platform_configurations: { misskey: { channel: channels[0]?.id ?? '' } },
  })
  expect(lost.status).toBe('posted')
  expect(notes.filter(({ text }) => text === 'Was it heard?')).toMatchObject([
    { channelId: channels[0]?.id, visibility: 'public', localOnly: true },
  ])

  const gone = await room.request('DELETE', `/v1/posts/${first.id}?unpublish=true`)
  expect(gone.status).toBe(200)
  await expect.poll(() => notes.map(({ text }) => text)).toEqual(['By hand', 'Was it heard?'])

  fake.world.tokens.clear()
  expect((await make('Nobody reads this')).status).toBe('held')
  const { json } = await room.request('GET', `/v1/social-accounts/${account}`)
  expect(json.status).toBe('needs_reconnect')
})
