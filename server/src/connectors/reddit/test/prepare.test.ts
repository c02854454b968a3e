import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { commenting, leasing, publishing, uploading } from './fake.ts'
import { sailing } from './fake-communities.ts'
import { communityNamed } from './fake-world.ts'
import { aCover, failureOf, layOut, layOutVideo, pictures, publish } from './steps.ts'
import { answered, openHouse, type RedditHouse } from './world.ts'

let house: RedditHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const callsOf = (name: string) => house.fake.calls.filter((call) => call.name === name)
const inSailing = { subreddit: sailing }

/** Lays something over what the community says of itself. */
function change(what: 'about' | 'rules', changes: JsonObject | null): void {
  const community = communityNamed(house.fake.world, sailing)
  if (community) Object.assign(community, { [what]: changes })
}

async function refusalOf(options: JsonObject, laid = {}) {
  const bench = await layOut(house, { ...laid, options })
  const failure = await failureOf(bench.prepare())
  expect(callsOf(leasing)).toEqual([])
  return failure
}

test('each request goes out under a name of our own, those of the sign-in too', async () => {
  await publish(house)
  const names = new Set(house.fake.calls.map(({ headers }) => headers['user-agent']))
  expect([...names]).toEqual([house.account.settings.user_agent])
  expect([...names][0]).toMatch(/^web:crier\.[\w-]+:v1 \(by \/u\/boatwright\)$/)
})

test('a post on the own profile asks no community', async () => {
  await publish(house)
  expect(house.fake.world.posts).toMatchObject([{ community: 'u_harbour', sendReplies: true, flair: null }])
  expect(house.fake.calls.some(({ name }) => name.includes('/about'))).toBe(false)
})

test('all choices of a post arrive', async () => {
  const options = {
    ...inSailing,
    ...{ nsfw: true, spoiler: true, send_replies: false, flair_text: ' boats & Ropes' },
  }
  await publish(house, { options })
  const chosen = { community: sailing, nsfw: true, spoiler: true, sendReplies: false }
  expect(house.fake.world.posts).toMatchObject([{ ...chosen, flair: { text: 'Boats & ropes' } }])
  await publish(house, { options, media: await pictures(house, 2) })
  expect(house.fake.world.posts[1]).toMatchObject({ ...chosen, flair: { text: 'Boats & ropes' } })
})

test('a flair by its id is not looked up, and its words can be one’s own', async () => {
  const flair = { flair_id: '0d0c3bf6-0000-11ee-9bb7-aabbccddee04', flair_text: 'My words' }
  await publish(house, { options: { ...inSailing, ...flair } })
  expect(house.fake.world.posts).toMatchObject([{ flair: { text: 'My words' } }])
  expect(house.fake.calls.some(({ name }) => name.includes('flair'))).toBe(false)
})

test('a flair that is not there is refused with those that are', async () => {
  const failure = await refusalOf({ ...inSailing, flair_text: 'Weather' })
  expect(failure.kind).toBe('invalid')
  expect(failure.message).toBe(
    'The community has no such flair. It has “Question”, “Boats & ropes”, “Anything”.',
  )
  const none = await refusalOf({ title: 'A', subreddit: 'texts', flair_text: 'Weather' })
  expect(none.message).toContain('has no flairs')
})

test.each<[JsonObject, 'invalid' | 'forbidden', string]>([
  [{ user_is_banned: true }, 'forbidden', 'is banned from the community'],
  [{ subreddit_type: 'archived' }, 'forbidden', 'is archived'],
  [{ subreddit_type: 'restricted' }, 'forbidden', 'moderators approved'],
  [{ subreddit_type: 'private' }, 'forbidden', 'r/sailing is private'],
  [{ subreddit_type: 'banned' }, 'forbidden', 'has closed r/sailing'],
  [{ submission_type: 'link' }, 'invalid', 'no texts'],
])('a community that says %j refuses a text as %s', async (about, kind, words) => {
  change('about', about)
  const failure = await refusalOf(inSailing)
  expect(failure.kind).toBe(kind)
  expect(failure.message).toContain(words)
})

test.each<[JsonObject, number, string]>([
  [{ submission_type: 'self' }, 1, 'texts alone'],
  [{ allow_images: false }, 1, 'no pictures'],
  [{ allow_images: false }, 2, 'no pictures'],
  [{ allow_galleries: false }, 2, 'no galleries'],
])('a community that says %j refuses %d pictures before they are uploaded', async (about, count, words) => {
  change('about', about)
  const failure = await refusalOf(inSailing, { media: await pictures(house, count) })
  expect(failure).toMatchObject({ kind: 'invalid' })
  expect(failure.message).toContain(words)
})

test('a community without videos refuses one', async () => {
  change('about', { allow_videos: false })
  const bench = await layOutVideo(house, { options: inSailing })
  expect((await failureOf(bench.prepare())).message).toContain('no videos')
})

test('people whom a closed community trusts may post there', async () => {
  for (const trusted of [{ user_is_contributor: true }, { user_is_moderator: true }]) {
    change('about', { subreddit_type: 'restricted', ...trusted })
    await publish(house, { options: inSailing })
  }
  expect(house.fake.world.posts).toHaveLength(2)
})

test('rules for posts are told before anything is public, and do not hold for moderators', async () => {
  change('rules', { is_flair_required: true })
  expect((await refusalOf(inSailing)).message).toContain('wants a flair')
  change('about', { user_is_moderator: true })
  await publish(house, { options: inSailing })
})

test('a community that tells no rules is no hindrance, and one that cannot be asked is asked later', async () => {
  await publish(house, { options: { subreddit: 'links', url: 'https://boats.example/' } })
  const bench = await layOut(house, { options: inSailing })
  const rules = 'GET /api/v1/sailing/post_requirements'
  house.fake.inject(rules, answered(500, '<h1>500</h1>'))
  expect((await failureOf(bench.prepare())).kind).toBe('unavailable')
  house.fake.inject('GET /r/sailing/about', answered(200, { kind: 't5', data: { display_name: 'other' } }))
  expect((await failureOf(bench.prepare())).kind).toBe('unavailable')
})

test('a community that does not exist is named', async () => {
  const failure = await refusalOf({ subreddit: 'r/nowhere' })
  expect(failure).toMatchObject({ kind: 'invalid', message: 'Reddit has no community r/nowhere.' })
  house.fake.inject('GET /r/nowhere/about', answered(404, { message: 'Not Found', error: 404 }))
  expect((await refusalOf({ subreddit: 'nowhere' })).message).toBe('Reddit has no community r/nowhere.')
})

test('a community that takes titles alone takes a text whose only line is the title', async () => {
  const options = { title: null, subreddit: 'Asked' }
  expect((await refusalOf({ subreddit: 'Asked' })).message).toContain('a title alone')
  await publish(house, { options, text: 'Which rope is best?' })
  expect(house.fake.world.posts).toMatchObject([{ title: 'Which rope is best?', body: '' }])
})

test('a suspended account is blocked, and one that is banned somewhere is not', async () => {
  change('about', { user_is_banned: true })
  expect((await refusalOf(inSailing)).kind).toBe('forbidden')
  house.fake.harbour.isSuspended = true
  const failure = await refusalOf({})
  expect(failure).toMatchObject({ kind: 'account_blocked' })
  expect(failure.message).toContain('suspended')
})

test('a file goes to the storage without our token, and its signature is kept nowhere', async () => {
  const bench = await layOut(house, { media: await pictures(house, 2) })
  const ready = await bench.readyToSend()
  expect(callsOf(uploading)).toHaveLength(2)
  for (const { headers } of callsOf(uploading)) expect(headers.authorization).toBeUndefined()
  const signatures = house.fake.world.assets.flatMap(({ fields }) =>
    fields.filter(({ name }) => name === 'X-Amz-Signature').map(({ value }) => value),
  )
  expect(signatures).toHaveLength(2)
  for (const signature of signatures) expect(JSON.stringify(ready)).not.toContain(signature)
})

test('the captions of a gallery are its alt texts, cut where Reddit has no more room', async () => {
  const [first, second] = await pictures(house, 2)
  if (!first || !second) throw new Error('There are no pictures.')
  const long = { ...second, draft: { ...second.draft, altText: 'b'.repeat(200) } }
  await publish(house, { media: [first, long] })
  expect(house.fake.world.posts[0]?.captions).toEqual([first.draft.altText, 'b'.repeat(180)])
})

test.each([true, false])(
  'a video has its own frame as its cover, or a picture, which wins (%s)',
  async (mayFit) => {
    for (const laid of [{ mayFit }, { mayFit, cover: await aCover(house) }]) {
      const bench = await layOutVideo(house, laid)
      expect(await bench.send(await bench.readyToSend())).toMatchObject({ outcome: 'accepted' })
    }
    const [first, second] = house.fake.world.posts
    expect(first?.cover).toBeInstanceOf(Buffer)
    expect(second?.cover).toBeInstanceOf(Buffer)
    expect(first?.cover?.equals(second?.cover ?? Buffer.of())).toBe(false)
  },
)

test('an upload that is too old is made anew, its cover too', async () => {
  const bench = await layOutVideo(house, { cover: await aCover(house) })
  const before = await bench.prepare()
  expect(callsOf(leasing)).toHaveLength(2)
  const later = new Date(Date.now() + 2 * 3_600_000)
  const io = { ...bench.io(), now: () => later }
  let step = before
  for (let round = 0; round < 9; round++) {
    const prepared = await house.connector.prepare(step, io)
    step = { ...step, artefacts: prepared.artefacts }
    if (prepared.outcome === 'ready') break
  }
  expect(callsOf(leasing)).toHaveLength(4)
  expect(step.artefacts.media).not.toEqual(before.artefacts.media)
  expect(step.artefacts.cover).not.toEqual(before.artefacts.cover)
})

test.each([
  [answered(403, '<Error><Code>AccessDenied</Code></Error>'), 'unavailable'],
  [answered(503, '<Error><Code>SlowDown</Code></Error>'), 'unavailable'],
  [answered(400, '<Error><Code>EntityTooLarge</Code><MaxSizeAllowed>9</MaxSizeAllowed></Error>'), 'invalid'],
  [answered(413, ''), 'invalid'],
] as const)('a storage that answers %j is %s', async (answer, kind) => {
  const bench = await layOut(house, { media: await pictures(house, 1) })
  house.fake.inject(uploading, answer)
  expect((await failureOf(bench.prepare())).kind).toBe(kind)
})

const fields = [{ name: 'key', value: 'rte_images/x' }]
const asset = { asset_id: 'x' }

test.each<JsonObject>([
  {},
  { args: { action: '//storage.example', fields }, asset: {} },
  { args: { action: '//storage.example', fields: [{ name: 'acl', value: 'private' }] }, asset },
  { args: { action: '//storage.example', fields: [...fields, { name: 'acl', value: 7 }] }, asset },
  { args: { action: '//storage.example', fields: [{ name: 'key', value: 'a key?' }] }, asset },
  { args: { action: 'http://storage.example', fields }, asset },
  { args: { action: '//storage.example/?a=b', fields }, asset },
  { args: { action: '//user@storage.example/', fields }, asset },
])('a place for a file that is answered %j is asked for again', async (body) => {
  const bench = await layOut(house, { media: await pictures(house, 1) })
  house.fake.inject(leasing, answered(200, body))
  expect((await failureOf(bench.prepare())).kind).toBe('unavailable')
  expect(callsOf(uploading)).toEqual([])
})

test('a comment needs no community and no files, and is written below what it answers', async () => {
  const post = await publish(house, { options: inSailing })
  const before = house.fake.calls.length
  const comment = await publish(house, { replyTo: post, text: 'Ahoy', options: inSailing })
  expect(comment.url).toMatch(/^https:\/\/www\.reddit\.com\/r\/sailing\/comments\/\w+\/at_sea\/\w+\/$/)
  const [first] = house.fake.calls.slice(before)
  expect(first?.name).toBe('GET /user/harbour/comments')
  expect(callsOf(commenting)).toHaveLength(1)
  expect(house.fake.world.comments).toMatchObject([{ parent: post.remoteId, body: 'Ahoy' }])
})

test('the same link may be posted again', async () => {
  const options = { url: 'https://boats.example/' }
  await publish(house, { options })
  await publish(house, { options })
  expect(house.fake.world.posts).toHaveLength(2)
  expect(callsOf(publishing)[0]?.body.toString()).toContain('resubmit=true')
})
