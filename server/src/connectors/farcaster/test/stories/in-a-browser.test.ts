import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { linkNow, makeLink } from '../../../../../test/connect-link.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import { origin } from '../../api.ts'
import { type FakeNeynar, publishing, startFakeNeynar } from '../fake.ts'
import { giveKey, giveSigner } from '../fake-world.ts'

// Readers of Farcaster come from the internet, where this machine is not.
const mediaUrl = 'https://media.harbour.example'

let fake: FakeNeynar
let room: Newsroom
let browser: Chromium

beforeAll(async () => {
  if (!isHere('chromium')) return
  fake = await startFakeNeynar()
  room = await openNewsroom({ standIns: { [new URL(origin).host]: fake.url }, config: { mediaUrl } })
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  // The house looks for the key and the signer in its database and its log.
  await room?.stop()
  await fake?.close()
})
beforeEach(skipWithout('chromium'))

/** Fills in the form, first with a signer that nobody has approved yet. */
async function connect(): Promise<string> {
  const link = await makeLink(room, { platforms: ['farcaster'] })
  const page = await browser.open(link.url)
  const key = giveKey(fake.world)
  const signer = giveSigner(fake.world, key)
  signer.status = 'pending_approval'
  const send = async () => {
    await page.getByLabel('Neynar API key').fill(key)
    await page.getByLabel('Signer UUID').fill(signer.uuid)
    await page.getByRole('button', { name: 'Connect' }).click()
  }
  await send()
  await page.getByText('has not approved this signer yet').waitFor()
  signer.status = 'approved'
  await send()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(await page.textContent('main')).toContain('harbour on Farcaster')
  const [account] = (await linkNow(room, link.id)).social_accounts
  return account
}

test('a person connects by a key and a signer, and each cast is there once, also where an answer was lost', async () => {
  const account = await connect()
  const { casts } = fake.world
  const picture = await uploadFile(room, 'boat.png', await plainPicture(640, 480, '#0cc'), 'image/png')
  const make = async (caption: string, more: JsonObject = {}) => {
    const { id } = await room.post({ caption, social_accounts: [account], ...more })
    return { id, status: await room.settled(id, ['posted', 'held', 'failed', 'partial', 'needs_review']) }
  }
  const first = await make('A day at sea', {
    media: [picture],
    platform_configurations: { farcaster: { channel: 'boats', thread: [{ caption: 'And home again' }] } },
  })
  expect(first.status).toBe('posted')
  const [cast, answer] = casts
  expect(cast).toMatchObject({ text: 'A day at sea', channel: 'boats', parent: null })
  expect(answer).toMatchObject({ text: 'And home again', channel: null, parent: cast?.hash })
  // The address of the picture is the one under which anybody reads it for as long as it is kept.
  const { json: medium } = await room.request('GET', `/v1/media/${picture}`)
  expect(cast?.embeds).toEqual([{ url: medium.url }])
  expect((await fetch(medium.url.replace(mediaUrl, room.url))).status).toBe(200)
  const [result] = await room.results(first.id)
  const url = `https://farcaster.xyz/~/conversations/${cast?.hash}`
  expect(result?.platform_data).toMatchObject({ id: cast?.hash, url })

  fake.inject(publishing, { kind: 'lose_answer' })
  expect((await make('Was it heard?')).status).toBe('posted')
  expect(casts.filter(({ text }) => text === 'Was it heard?')).toHaveLength(1)

  const gone = await room.request('DELETE', `/v1/posts/${first.id}?unpublish=true`)
  expect(gone.status).toBe(200)
  await expect.poll(() => casts.some(({ text }) => text === 'A day at sea')).toBe(false)

  for (const signer of fake.world.signers) signer.status = 'revoked'
  expect((await make('Nobody reads this')).status).toBe('held')
  const { json } = await room.request('GET', `/v1/social-accounts/${account}`)
  expect(json.status).toBe('needs_reconnect')
})
