import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { slack } from '../connector.ts'
import { harbour } from './fake-world.ts'
import { failureOf, layOut, makeFile, pictures, publish } from './steps.ts'
import { openHouse, type SlackHouse } from './world.ts'

let house: SlackHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const newest = () => house.fake.world.messages.at(-1)

test('a message says its channel, its text and our mark, and no choice that nobody made', async () => {
  const bench = layOut(house, { text: 'Ahoy' })
  const { commit, key } = await bench.readyToSend()
  expect(commit).toMatchObject({ method: 'POST', url: 'https://slack.com/api/chat.postMessage' })
  expect(JSON.parse(String(commit.body))).toEqual({
    channel: harbour.id,
    text: 'Ahoy',
    metadata: { event_type: 'crier_post', event_payload: { key } },
  })
  expect(JSON.stringify(commit)).not.toContain(String(house.credentials.access_token))
})

test('the choices of a person go with it, also where they are no', async () => {
  const options = { unfurl_links: false, unfurl_media: true, reply_broadcast: true }
  const root = await publish(house, { options })
  expect(newest()?.made).toMatchObject({ unfurl_links: false, unfurl_media: true })
  expect(newest()?.made).not.toHaveProperty('reply_broadcast')
  await publish(house, { options, part: 'thread', replyTo: root })
  expect(newest()).toMatchObject({ threadTs: root.remoteId, isBroadcast: true })
})

test.each([
  ['<!channel> & <@U0ANNE>', '&lt;!channel&gt; &amp; &lt;@U0ANNE&gt;'],
  ['https://boats.example/?a=1&b=2', 'https://boats.example/?a=1&amp;b=2'],
  ['&amp;', '&amp;amp;'],
  ['a lone \ud800 half', 'a lone \ufffd half'],
])('the text %j is sent as %j, so that nothing in it is a command', async (text, sent) => {
  await publish(house, { text })
  expect(newest()?.text).toBe(sent)
  await publish(house, { text, media: [makeFile('document')] })
  expect(newest()?.text).toBe(sent)
})

test('every answer of a thread names the first message, not the one before it', async () => {
  const root = await publish(house)
  const second = await publish(house, { part: 'thread', replyTo: root })
  const bench = layOut(house, { part: 'thread', replyTo: root })
  const step = { ...(await bench.readyToSend()), replyTo: { root, parent: second } }
  await bench.send({ ...step, commit: slack.compose(step) })
  expect(newest()?.threadTs).toBe(root.remoteId)
  await publish(house, { part: 'first_comment', replyTo: root, media: [makeFile('document')] })
  expect(newest()).toMatchObject({ threadTs: root.remoteId, files: [expect.any(String)] })
})

test('files are in one message, in order, with names that people understand and alt texts for pictures', async () => {
  const [picture] = await pictures(house, 1)
  if (!picture) throw new Error('There is no picture.')
  const media = [
    { ...picture, draft: { ...picture.draft, altText: 'A boat' } },
    makeFile('gif', 'It rocks'),
    makeFile('video', 'It sails'),
    makeFile('document', 'It is written'),
  ]
  await publish(house, { text: '', media, options: { document_title: 'The "log": of /May/' } })
  const { files } = house.fake.world
  expect(files.map(({ name, altText }) => [name, altText])).toEqual([
    [expect.stringMatching(/^image1\.(jpg|png)$/), 'A boat'],
    ['gif2.gif', 'It rocks'],
    ['video3.mp4', ''],
    ['The  log   of  May.pdf', ''],
  ])
  expect(newest()).toMatchObject({ text: '', files: files.map(({ id }) => id) })
  expect(newest()?.made).not.toHaveProperty('initial_comment')
  expect(files[0]?.bytes?.equals(Buffer.from(picture.bytes))).toBe(true)
})

test('the longest alt text is no part of an address, which a server would refuse at this length', async () => {
  const altText = '海'.repeat(1_000)
  await publish(house, { media: [makeFile('gif', altText)] })
  expect(house.fake.world.files[0]?.altText).toBe(altText)
  expect(Math.max(...house.fake.calls.map(({ url }) => url.href.length))).toBeLessThan(2_000)
})

test('documents without a title have a plain one, and several are numbered', async () => {
  await publish(house, { media: [makeFile('document'), makeFile('document')] })
  expect(house.fake.world.files.map(({ name }) => name)).toEqual(['document 1.pdf', 'document 2.pdf'])
  await publish(house, { media: [makeFile('document')] })
  expect(house.fake.world.files.at(-1)?.name).toBe('document.pdf')
})

test('the address to upload to is stored nowhere, and gets no token', async () => {
  const bench = layOut(house, { media: [makeFile('document')] })
  const step = await bench.readyToSend()
  const [file] = house.fake.world.files
  const stored = JSON.stringify([step.artefacts, step.commit])
  expect(stored).not.toContain(file?.ticket)
  expect(step.artefacts).toEqual({
    files: [{ media_id: expect.any(String), file_id: file?.id, uploaded_at: expect.any(String) }],
  })
})

test('files of more than an hour ago are uploaded again, for Slack may have dropped them', async () => {
  const bench = layOut(house, { media: [makeFile('document')] })
  const ready = await bench.readyToSend()
  const after = (minutes: number) => ({
    ...bench.io(),
    now: () => new Date(Date.now() + minutes * 60_000),
  })
  expect(await slack.prepare(ready, after(59))).toMatchObject({ outcome: 'ready' })
  expect(await slack.prepare(ready, after(61))).toMatchObject({ outcome: 'pending' })
  expect(house.fake.world.files).toHaveLength(2)
})

test('a post that is not prepared is not composed', () => {
  const { step } = layOut(house, { media: [makeFile('document')] })
  expect(() => slack.compose(step)).toThrow('before it is prepared')
})

test('a post is refused where the message that it answers is gone', async () => {
  const root = await publish(house)
  await house.world.deleteByHand?.(root.remoteId)
  const bench = layOut(house, { part: 'thread', replyTo: root })
  const failure = await failureOf(bench.readyToSend().then(bench.send))
  expect(failure).toMatchObject({ kind: 'invalid', message: expect.stringContaining('not there any more') })
})

test('a channel that was archived, or left, holds its posts', async () => {
  const channel = house.fake.world.channels.find(({ id }) => id === harbour.id)
  for (const change of [
    { isArchived: true },
    { isArchived: false, isMember: false },
  ] satisfies JsonObject[]) {
    Object.assign(channel ?? {}, change)
    const bench = layOut(house)
    expect((await failureOf(bench.readyToSend().then(bench.send))).kind).toBe('unauthorized')
  }
})
