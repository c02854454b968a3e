import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { linkNow, makeLink } from '../../../../../test/connect-link.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { startTlsFront, type TlsFront } from '../../../../../test/servers/tls-front.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import { setApp } from '../../../../platform-apps/set-app.ts'
import type { Connector } from '../../../connector.ts'
import { connectors } from '../../../index.ts'
import { wantedScopes } from '../../app.ts'
import { slack } from '../../connector.ts'
import { type FakeSlack, publishing, startFakeSlack } from '../fake.ts'
import { harbour, issueToken } from '../fake-world.ts'

const name = 'crier.example.edu'
let front: TlsFront
let network: TlsFront
let fake: FakeSlack
let room: Newsroom
let browser: Chromium

// A look waits until the longest answer is over, which is a minute.
const hurried: Connector = {
  ...slack,
  compose: (step) => ({ ...slack.compose(step), timeoutMs: 1_000 }),
}

beforeAll(async () => {
  if (!isHere('chromium')) return
  front = await startTlsFront(name)
  network = await startTlsFront('slack.com')
  fake = await startFakeSlack()
  fake.world.shareMs = 300
  network.forwardTo(fake.url)
  room = await openNewsroom({
    connectors: connectors.map((one) => (one === slack ? hurried : one)),
    config: { publicUrl: front.url },
    standIns: { 'slack.com': fake.url, 'files.slack.com': fake.url },
  })
  front.forwardTo(room.url)
  fake.signIn.redirectUris = [`${front.url}/oauth/callback/slack`]
  const { id, secret } = fake.signIn.client
  await setApp(room.context, slack, { client_id: id, client_secret: secret })
  const host = new URL(network.url).host.replace('slack.com', '127.0.0.1')
  browser = await startChromium({
    names: { [name]: '127.0.0.1', 'slack.com:443': host },
    trustsAnyCertificate: true,
  })
})
afterAll(async () => {
  await browser?.close()
  // The house looks for the tokens in its database and its log.
  await room?.stop()
  await fake?.close()
  await network?.stop()
  await front?.stop()
})
beforeEach(skipWithout('chromium'))

const ends = ['posted', 'held', 'failed', 'needs_review']

async function make(account: string, caption: string, more: JsonObject = {}) {
  const { id } = await room.post({ caption, social_accounts: [account], ...more })
  return { id, status: await room.settled(id, ends) }
}

/** This machine does not know the name of the house. */
const request: Newsroom['request'] = (method, path, send) =>
  room.request(method, path.replace(front.url, room.url), send)

/** Fills in the form, first for a channel that the app is not in. */
async function connectByToken(token: string): Promise<string> {
  const link = await makeLink(room, { platforms: ['slack'] })
  const page = await browser.open(link.url)
  await page.getByRole('link', { name: 'Slack: with the token of a bot' }).click()
  const send = async (channel: string) => {
    await page.getByLabel('Token of the bot').fill(token)
    if (!(await page.getByLabel(/^Channel/).isVisible())) await page.getByText('More settings').click()
    await page.getByLabel(/^Channel/).fill(channel)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
  }
  await send('#general')
  await page.getByText('/invite @crier').waitFor()
  expect(await page.content()).not.toContain(token)
  await send('#harbour')
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(await page.textContent('main')).toContain('harbour')
  // The form that was refused is all that a browser may complain of.
  expect(browser.complaints).toEqual([expect.stringContaining('422')])
  const [account] = (await linkNow(room, link.id)).social_accounts
  return account
}

test('a person connects a channel by the token of their app, and each post is there once, also after a lost answer', async () => {
  const token = issueToken(
    fake.world,
    wantedScopes.filter((scope) => scope !== 'channels:join'),
  )
  const account = await connectByToken(token)
  const files = await Promise.all(
    ['#c0c', '#0cc'].map(async (colour, index) =>
      uploadFile({ request }, `${index}.png`, await plainPicture(640, 480, colour), 'image/png'),
    ),
  )
  const thread = [{ caption: 'And <back>' }]
  const first = await make(account, 'A day at sea', {
    media: files.map((media_id) => ({ media_id, alt_text: 'Boats' })),
    platform_configurations: { slack: { reply_broadcast: true, first_comment: 'Who comes along?', thread } },
  })
  expect(first.status).toBe('posted')
  // The first comment comes last.
  await expect.poll(() => fake.world.messages.length).toBe(3)
  const [root, ...replies] = fake.world.messages
  expect(root).toMatchObject({ text: 'A day at sea', files: [expect.any(String), expect.any(String)] })
  expect(fake.world.files.map(({ altText }) => altText)).toEqual(['Boats', 'Boats'])
  const inThread = { threadTs: root?.ts, isBroadcast: true }
  expect(replies.toSorted((a, b) => a.text.localeCompare(b.text))).toMatchObject([
    { text: 'And &lt;back&gt;', ...inThread },
    { text: 'Who comes along?', ...inThread },
  ])
  const [result] = await room.results(first.id)
  expect(result?.platform_data?.url).toBe(
    `https://harbour.slack.com/archives/${harbour.id}/p${root?.ts.replace('.', '')}`,
  )

  fake.inject(publishing, { kind: 'lose_answer' })
  expect((await make(account, 'Was it heard?')).status).toBe('posted')
  fake.inject(publishing, { kind: 'lose_answer' })
  const lost = await make(account, 'And seen?', {
    media: files.slice(0, 1).map((media_id) => ({ media_id })),
  })
  expect(lost.status).toBe('posted')
  expect(fake.world.messages.slice(3).map(({ text }) => text)).toEqual(['Was it heard?', 'And seen?'])

  const gone = await room.request('DELETE', `/v1/posts/${first.id}?unpublish=true`)
  expect(gone.status).toBe(200)
  await expect.poll(() => fake.world.messages.map(({ text }) => text)).toEqual(['Was it heard?', 'And seen?'])

  const channel = fake.world.channels.find(({ id }) => id === harbour.id)
  if (channel) channel.isMember = false
  expect((await make(account, 'Nobody reads this')).status).toBe('held')
  const { json } = await room.request('GET', `/v1/social-accounts/${account}`)
  expect(json.status).toBe('needs_reconnect')
  if (channel) channel.isMember = true
})

test('a person chooses channels on Slack’s page, whose tokens end, and the app joins the one it was never in', async () => {
  fake.signIn.isRotating = true
  const body = { platform: 'slack', way: 'oauth' }
  const begun = (await room.request('POST', '/v1/social-accounts/connect', { body })).json
  const before = browser.complaints.length
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to Slack' }).click()
  await page.waitForURL('https://slack.com/oauth/v2/authorize?**')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL((url) => url.href.startsWith(begun.url))
  const main = page.locator('main')
  for (const channel of [/#general/, /#crew/]) await main.getByLabel(channel).check()
  await main.getByRole('button', { name: /^Connect/ }).click()
  await main.getByText(/crew.* on Slack|general.* on Slack/).waitFor()
  expect(browser.complaints.slice(before)).toEqual([])
  const connected = (await room.request('GET', `/v1/social-accounts/connect/${begun.id}`)).json
  const accounts: string[] = connected.social_accounts
  expect(accounts).toHaveLength(2)

  const general = fake.world.channels.find((channel) => channel.name === 'general')
  expect(general?.isMember).toBe(false)
  // All that they have ends before it is used: each channel needs the next pair.
  for (const access of fake.world.tokens.values())
    if (access.until !== null) Object.assign(access, { until: 1 })
  for (const account of accounts) expect((await make(account, 'News of the day')).status).toBe('posted')
  expect(general?.isMember).toBe(true)
  const news = fake.world.messages.filter(({ text }) => text === 'News of the day')
  expect(new Set(news.map(({ channelId }) => channelId))).toEqual(new Set(['C0GENERAL', 'G0CREW001']))
  const trades = fake.calls.filter(({ name: method }) => method === 'oauth.v2.access')
  const spent = trades.map(({ body: form }) => new URLSearchParams(form.toString()).get('refresh_token'))
  expect(spent.length).toBeGreaterThan(1)
  expect(new Set(spent).size, 'tokens that were traded, each once').toBe(spent.length)
})
