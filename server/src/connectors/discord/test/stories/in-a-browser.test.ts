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
import { discord } from '../../connector.ts'
import { type FakeDiscord, publishing, startFakeDiscord } from '../fake.ts'
import { alertsId, botId, guildId, newsId, right, token, webhookId, webhookToken } from '../fake-world.ts'

let fake: FakeDiscord
let room: Newsroom
let browser: Chromium

// A look waits until the longest answer is over, which is two minutes.
const hurried: Connector = {
  ...discord,
  compose: (step) => ({ ...discord.compose(step), timeoutMs: 1_000 }),
}

beforeAll(async () => {
  if (!isHere('chromium')) return
  fake = await startFakeDiscord()
  room = await openNewsroom({
    connectors: connectors.map((one) => (one === discord ? hurried : one)),
    standIns: { 'discord.com': fake.url },
  })
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  // The house looks for the tokens in its database and its log.
  await room?.stop()
  await fake?.close()
})
beforeEach(skipWithout('chromium'))

const ends = ['posted', 'held', 'failed', 'needs_review']

const make = async (account: string, caption: string, more: JsonObject = {}) => {
  const { id } = await room.post({ caption, social_accounts: [account], ...more })
  return { id, status: await room.settled(id, ends) }
}

/** Fills in the form: first with a name that fits no channel, then for a channel in which the bot may not post yet. */
async function connectAlerts(): Promise<string> {
  const link = await makeLink(room, { platforms: ['discord'] })
  const page = await browser.open(link.url)
  const send = async (channel: string) => {
    await page.getByLabel('Token of the bot').fill(token)
    if (!(await page.getByLabel(/^Channel/).isVisible())) await page.getByText('More settings').click()
    await page.getByLabel(/^Channel/).fill(channel)
    await page.getByRole('button', { name: 'Connect' }).click()
  }
  await page.getByRole('link', { name: 'Discord: with the token of a bot' }).click()
  await send('?')
  await page.getByText(`#alerts (Harbour, ${alertsId})`).waitFor()
  expect(await page.content()).not.toContain(token)
  const alerts = fake.world.channels.find(({ id }) => id === alertsId)
  if (alerts) alerts.overwrites = [{ id: botId, type: 1, allow: 0n, deny: right.send }]
  await send('#alerts')
  await page.getByText('The bot lacks rights in this channel: Send Messages.').waitFor()
  if (alerts) alerts.overwrites = []
  await send('#alerts')
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(await page.textContent('main')).toContain('Harbour #alerts on Discord')
  const [account] = (await linkNow(room, link.id)).social_accounts
  return account
}

test('a person connects a channel by a bot, and each post is there once, also where an answer was lost', async () => {
  const account = await connectAlerts()
  const files = await Promise.all(
    ['#c0c', '#0cc'].map(async (colour, index) => {
      return uploadFile(room, `${index}.png`, await plainPicture(640, 480, colour), 'image/png')
    }),
  )
  const options = {
    discord: { crosspost: true, suppress_notifications: true, thread: [{ caption: 'And back' }] },
  }
  const first = await make(account, 'A day at sea', { media: files, platform_configurations: options })
  expect(first.status).toBe('posted')
  const [one, two] = fake.world.messages
  expect([one, two]).toMatchObject([
    { content: 'A day at sea', flags: 4_096 + 1, files: [{ name: 'file1.png' }, { name: 'file2.png' }] },
    { content: 'And back', repliesTo: one?.id },
  ])
  expect([...fake.world.crossposted]).toEqual([one?.id])
  const [result] = await room.results(first.id)
  expect(result?.platform_data).toMatchObject({
    url: `https://discord.com/channels/${guildId}/${alertsId}/${one?.id}`,
  })

  fake.inject(publishing, { kind: 'lose_answer' })
  expect((await make(account, 'Was it heard?')).status).toBe('posted')
  expect(fake.world.messages.filter(({ content }) => content === 'Was it heard?')).toHaveLength(1)

  const gone = await room.request('DELETE', `/v1/posts/${first.id}?unpublish=true`)
  expect(gone.status).toBe(200)
  await expect.poll(() => fake.world.messages.map(({ content }) => content)).toEqual(['Was it heard?'])

  fake.world.guilds[0]?.members.clear()
  expect((await make(account, 'Nobody reads this')).status).toBe('held')
  const { json } = await room.request('GET', `/v1/social-accounts/${account}`)
  expect(json.status).toBe('needs_reconnect')
  fake.world.guilds[0]?.members.set(botId, ['900000000000000001'])
})

test('a person connects a channel by a webhook, and is asked where an answer was lost', async () => {
  fake.world.messages.length = 0
  const link = await makeLink(room, { platforms: ['discord'] })
  const page = await browser.open(link.url)
  await page.getByRole('link', { name: 'Discord: with the address of a webhook' }).click()
  await page
    .getByLabel('Address of the webhook')
    .fill(`https://discord.com/api/webhooks/${webhookId}/${webhookToken}`)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(await page.textContent('main')).toContain('Harbour watch on Discord')
  const [account] = (await linkNow(room, link.id)).social_accounts

  expect((await make(account, 'A day at sea')).status).toBe('posted')
  fake.inject(publishing, { kind: 'lose_answer' })
  const lost = await make(account, 'Was it heard?')
  expect(lost.status).toBe('needs_review')
  const [asked] = await room.results(lost.id)
  expect(asked?.review).toMatchObject({ reason: 'answer_lost', look_for: 'Was it heard?' })
  const url = `https://discord.com/channels/${guildId}/${newsId}/${fake.world.messages[1]?.id}`
  const body = { outcome: 'published', url }
  await room.request('POST', `/v1/post-results/${asked?.id}/resolve`, { body })
  expect(await room.status(lost.id)).toBe('posted')
  const shown = JSON.stringify((await room.request('GET', `/v1/post-results/${asked?.id}`)).json)
  expect(shown).toContain(`https://discord.com/api/v10/webhooks/${webhookId}/{access}`)
  expect(shown).not.toContain(webhookToken)
  expect(fake.world.messages).toHaveLength(2)

  fake.world.webhooks.length = 0
  expect((await make(account, 'Nobody reads this')).status).toBe('held')
  const { json } = await room.request('GET', `/v1/social-accounts/${account}`)
  expect(json.status).toBe('needs_reconnect')
})

test('a person chooses from the channels of a bot', async () => {
  const link = await makeLink(room, { platforms: ['discord'] })
  const page = await browser.open(link.url)
  await page.getByRole('link', { name: 'Discord: with the token of a bot' }).click()
  await page.getByLabel('Token of the bot').fill(token)
  await page.getByRole('button', { name: 'Connect' }).click()
  for (const name of ['#news', '#alerts']) await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect((await linkNow(room, link.id)).social_accounts).toHaveLength(2)
})
