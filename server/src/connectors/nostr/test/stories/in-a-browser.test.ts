import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { linkNow, makeLink } from '../../../../../test/connect-link.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import { writeBech32 } from '../../bech32.ts'
import { type FakeRelay, startFakeRelay } from '../fake.ts'
import { type FakeBlossom, startFakeBlossom } from '../fake-blossom.ts'
import { makePerson } from '../fake-event.ts'

const person = makePerson()
let relays: FakeRelay[] = []
let blossom: FakeBlossom
let room: Newsroom
let browser: Chromium

beforeAll(async () => {
  if (!isHere('chromium')) return
  relays = [await startFakeRelay(), await startFakeRelay()]
  blossom = await startFakeBlossom(() => ({}))
  relays[0]?.put(person.sign({ kind: 0, content: '{"name":"alice","display_name":"Alice at sea"}' }))
  room = await openNewsroom()
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  // The house looks for the key in its database and its log.
  await room?.stop()
  await Promise.all([...relays, ...(blossom ? [blossom] : [])].map((one) => one.close()))
})
beforeEach(skipWithout('chromium'))

const ends = ['posted', 'held', 'failed', 'needs_review']
const notes = (index = 0) => [...(relays[index]?.events.values() ?? [])].filter(({ kind }) => kind === 1)

const make = async (account: string, caption: string, more: JsonObject = {}) => {
  const { id } = await room.post({ caption, social_accounts: [account], ...more })
  return { id, status: await room.settled(id, ends) }
}

test('a person connects a key, and each post is at both relays once, also where an answer was lost', async () => {
  const link = await makeLink(room, { platforms: ['nostr'] })
  const page = await browser.open(link.url)
  const nsec = writeBech32('nsec', Buffer.from(person.secretKey, 'hex'))
  await page.getByLabel('Secret key').fill(nsec)
  await page.getByText('More settings').click()
  await page.getByLabel('Relays').fill(relays.map(({ url }) => url).join(' '))
  await page.getByLabel('Media server').fill(blossom.url)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(await page.textContent('main')).toContain('alice on Nostr')
  const [account] = (await linkNow(room, link.id)).social_accounts

  const picture = await uploadFile(room, 'boat.png', await plainPicture(640, 480, '#0cc'), 'image/png')
  const options = { nostr: { content_warning: 'Waves', thread: [{ caption: 'And back' }] } }
  const first = await make(account, 'A day at #sea', { media: [picture], platform_configurations: options })
  expect(first.status).toBe('posted')
  const [one, two] = notes()
  expect(one?.content).toMatch(new RegExp(`^A day at #sea\n${blossom.url}/[0-9a-f]{64}\\.png$`))
  expect(two?.tags).toContainEqual(['e', one?.id, relays[0]?.url, 'root', person.pubkey])
  expect(notes(1)).toEqual([one, two])

  const refuseTwice = () => {
    for (let time = 0; time < 2; time++)
      relays[1]?.inject({ kind: 'refuse', words: 'blocked: no more boats' })
  }
  refuseTwice()
  expect((await make(account, 'One is enough')).status).toBe('posted')

  // One relay has it and does not say so, and the other does not want it.
  relays[0]?.inject({ kind: 'lose_answer' })
  refuseTwice()
  const lost = await make(account, 'Was it heard?')
  expect(lost.status).toBe('posted')
  expect(notes().filter(({ content }) => content === 'Was it heard?')).toHaveLength(1)
  const { json: post } = await room.request('GET', `/v1/posts/${lost.id}`)
  expect(post.warnings).toMatchObject([
    {
      code: 'relay_without_post',
      detail: `The relay ${relays[1]?.url} does not have this post. It said: blocked: no more boats`,
    },
  ])

  const gone = await room.request('DELETE', `/v1/posts/${first.id}?unpublish=true`)
  expect(gone.status).toBe(200)
  await expect
    .poll(() => [notes(0), notes(1)].map((all) => all.map(({ content }) => content)))
    .toEqual([['One is enough', 'Was it heard?'], []])

  for (const relay of relays) relay.members = new Set()
  expect((await make(account, 'Nobody reads this')).status).toBe('held')
  const { json } = await room.request('GET', `/v1/social-accounts/${account}`)
  expect(json.status).toBe('needs_reconnect')
})
