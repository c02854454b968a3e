import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { linkNow, makeLink } from '../../../../../test/connect-link.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import type { Connector } from '../../../connector.ts'
import { connectors } from '../../../index.ts'
import { telegram } from '../../connector.ts'
import { type FakeTelegram, publishing, startFakeTelegram } from '../fake.ts'
import { administrator, botId, memberWith, token } from '../fake-world.ts'

let fake: FakeTelegram
let room: Newsroom
let browser: Chromium

// A look waits until the longest answer is over, which is two minutes.
const hurried: Connector = {
  ...telegram,
  compose: (step) => ({ ...telegram.compose(step), timeoutMs: 1_000 }),
}

beforeAll(async () => {
  if (!isHere('chromium')) return
  fake = await startFakeTelegram()
  room = await openNewsroom({
    connectors: connectors.map((one) => (one === telegram ? hurried : one)),
    standIns: { 'api.telegram.org': fake.url },
  })
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  // The house looks for the token in its database and its log.
  await room?.stop()
  await fake?.close()
})
beforeEach(skipWithout('chromium'))

const ends = ['posted', 'held', 'failed', 'needs_review']

/** Fills in the form, first with a bot that may not post yet. */
async function connectHarbour(): Promise<string> {
  const link = await makeLink(room, { platforms: ['telegram'] })
  const place = fake.world.chats[0]?.members
  place?.set(botId, administrator({ can_post_messages: false }))
  const page = await browser.open(link.url)
  const send = async () => {
    await page.getByLabel('Token of the bot').fill(token)
    await page.getByLabel('Channel or group').fill('@harbour')
    await page.getByRole('button', { name: 'Connect' }).click()
  }
  await send()
  await page.getByText('Give it the right to post messages.').waitFor()
  expect(await page.content()).not.toContain(token)
  place?.set(botId, administrator({ can_post_messages: true }))
  await send()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(await page.textContent('main')).toContain('harbour on Telegram')
  // The form that was refused is all that a browser may complain of.
  expect(browser.complaints).toEqual([expect.stringContaining('422')])
  const [account] = (await linkNow(room, link.id)).social_accounts
  return account
}

test('a person connects a channel, and each post is there once, also where an answer was lost and a person says so', async () => {
  const account = await connectHarbour()
  const files = await Promise.all(
    ['#c0c', '#0cc'].map(async (colour, index) => {
      return uploadFile(room, `${index}.png`, await plainPicture(640, 480, colour), 'image/png')
    }),
  )
  const make = async (caption: string, more: JsonObject = {}) => {
    const { id } = await room.post({ caption, social_accounts: [account], ...more })
    return { id, status: await room.settled(id, ends) }
  }
  const options = { telegram: { disable_notification: true, thread: [{ caption: 'And back' }] } }
  const first = await make('A day at sea', { media: files, platform_configurations: options })
  expect(first.status).toBe('posted')
  const [one, two, three] = fake.world.messages
  expect([one, two, three]).toMatchObject([
    { kind: 'photo', text: 'A day at sea', fields: { disable_notification: true } },
    { kind: 'photo', text: '' },
    { kind: 'text', text: 'And back', replyTo: one?.id },
  ])
  const [result] = await room.results(first.id)
  expect(result?.platform_data).toMatchObject({ url: `https://t.me/harbour/${one?.id}` })

  fake.inject(publishing, { kind: 'lose_answer' })
  const lost = await make('Was it heard?')
  expect(lost.status).toBe('needs_review')
  const [asked] = await room.results(lost.id)
  expect(asked?.review).toMatchObject({ reason: 'answer_lost', look_for: 'Was it heard?' })
  const body = { outcome: 'published', url: 'https://t.me/harbour/104' }
  await room.request('POST', `/v1/post-results/${asked?.id}/resolve`, { body })
  expect(await room.status(lost.id)).toBe('posted')
  const shown = JSON.stringify((await room.request('GET', `/v1/post-results/${asked?.id}`)).json)
  expect(shown).toContain('https://api.telegram.org/bot{access}/sendMessage')
  expect(shown).not.toContain(token)
  expect(fake.world.messages.filter(({ text }) => text === 'Was it heard?')).toHaveLength(1)

  const gone = await room.request('DELETE', `/v1/posts/${first.id}?unpublish=true`)
  expect(gone.status).toBe(200)
  await expect.poll(() => fake.world.messages.map(({ text }) => text)).toEqual(['Was it heard?'])

  fake.world.chats[0]?.members.set(botId, memberWith('kicked'))
  const held = await make('Nobody reads this')
  expect(held.status).toBe('held')
  const { json } = await room.request('GET', `/v1/social-accounts/${account}`)
  expect(json.status).toBe('needs_reconnect')
  expect(fake.world.messages).toHaveLength(1)
})
