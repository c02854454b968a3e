// @module-tag slow
import { afterEach, describe, expect, test } from 'vitest'
import { plainText } from '../../../lib/web-page/plain-text.ts'
import { makePictures } from '../../conformance/pictures.ts'
import type { CommitStep } from '../../connector.ts'
import { mastodon } from '../connector.ts'
import { list, post } from './fake.ts'
import { type Bench, errorAnswer, failureOf, json, openBench, page } from './steps.ts'
import { variantNames } from './world.ts'

let bench: Bench
afterEach(() => bench?.close())

const settle = (step: CommitStep) => mastodon.settle(step, bench.io(step))
const nodeinfo = 'GET /nodeinfo/2.0'

async function lostOnItsWay(text = 'Was it heard?', options = {}): Promise<CommitStep> {
  const step = await bench.readyToSend({ text, options })
  bench.fake.inject(post, { kind: 'drop' })
  await bench.lose(step)
  return step
}

async function lostOnTheWayBack(text = 'Was it heard?', options = {}): Promise<CommitStep> {
  const step = await bench.readyToSend({ text, options })
  bench.fake.inject(post, { kind: 'lose_answer' })
  await bench.lose(step)
  return step
}

describe('a post whose answer was lost', () => {
  test.each(variantNames)('on %s is found among the account’s own, and nothing is sent', async (variant) => {
    bench = await openBench({ variant })
    const pictures = await makePictures(2, mastodon.limits(bench.account))
    const media = new Map(pictures.map(({ draft, bytes }) => [draft.id, bytes]))
    const draft = { text: 'Look', media: pictures.map(({ draft }) => draft) }
    const step = await bench.readyToSend(draft, {}, media)
    bench.fake.inject(post, { kind: 'lose_answer' })
    await bench.lose(step)
    expect(await settle(step)).toMatchObject({ outcome: 'published', remoteId: bench.fake.posts[0]?.id })
    expect(bench.fake.calls.filter(({ name }) => name === post)).toHaveLength(1)
  })

  test.each(variantNames)(
    'on %s is published and found without a word, where it shows a picture',
    async (variant) => {
      bench = await openBench({ variant })
      const pictures = await makePictures(2, mastodon.limits(bench.account))
      const media = new Map(pictures.map(({ draft, bytes }) => [draft.id, bytes]))
      const [first, second] = pictures.map(({ draft }) => ({ text: '', media: [draft] }))
      const step = await bench.readyToSend(first ?? {}, {}, media)
      expect(JSON.parse(String(step.commit.body))).not.toHaveProperty('status')
      bench.fake.inject(post, { kind: 'lose_answer' })
      await bench.lose(step)
      const found = await settle(step)
      expect(found).toMatchObject({ outcome: 'published', remoteId: bench.fake.posts[0]?.id })
      if (found.outcome !== 'published' || bench.fake.variant.isGallery) return
      const answer = await bench.readyToSend(second ?? {}, { replyTo: { root: found, parent: found } }, media)
      expect(await mastodon.commit(answer, bench.io(answer))).toMatchObject({ outcome: 'published' })
      expect(bench.fake.posts.map(({ source, replyTo }) => [source, replyTo])).toEqual([
        ['', null],
        ['', found.remoteId],
      ])
    },
  )

  test.each([
    ['mastodon-old', 'not_found'],
    ['mastodon-2026', 'repeat'],
    ['mastodon-fixed', 'repeat'],
    ['hollo', 'not_found'],
    ['pixelfed', 'not_found'],
    ['gotosocial', 'not_found'],
    ['snac', 'not_found'],
  ] as const)('on %s and never arrived, is answered with %s', async (variant, outcome) => {
    bench = await openBench({ variant })
    const step = await lostOnItsWay()
    expect(await settle(step)).toEqual({ outcome })
  })

  test.each([
    ['another version', { name: 'mastodon', version: '4.7.3' }],
    ['another program', { name: 'hollo', version: '4.7.2' }],
    ['a version nobody can read', { name: 'mastodon', version: null }],
  ])('is not sent again to a server that is %s than when it was connected', async (_, software) => {
    bench = await openBench({ variant: 'mastodon-fixed' })
    const step = await lostOnItsWay()
    bench.fake.inject(nodeinfo, json(200, { version: '2.0', software }))
    expect(await settle(step)).toEqual({ outcome: 'not_found' })
    expect(await settle(step)).toEqual({ outcome: 'repeat' })
  })

  test('is not sent again to a server that does not say what it is', async () => {
    bench = await openBench({ variant: 'mastodon-fixed' })
    const step = await lostOnItsWay()
    for (const fault of [page(502), page(404), { kind: 'drop' as const }]) {
      bench.fake.inject('GET /.well-known/nodeinfo', fault)
      expect(await settle(step)).toEqual({ outcome: 'not_found' })
    }
  })

  test('on a server whose name is not known, is never sent again', async () => {
    bench = await openBench({ variant: 'mastodon-fixed' })
    const step = await lostOnItsWay()
    for (const software of ['sharkey', 'constructor', null]) {
      const account = { ...bench.account, settings: { ...bench.account.settings, software } }
      expect(mastodon.networkClass(account, step.draft).class).toBe('list')
      expect(await settle({ ...step, account })).toEqual({ outcome: 'not_found' })
    }
  })

  test('that answers another is told from the same words beside it', async () => {
    bench = await openBench({ variant: 'gotosocial' })
    const parent = bench.fake.write('A first post')
    const parentPost = { remoteId: parent.id, url: 'https://example.com/1', reference: null }
    const replyTo = { root: parentPost, parent: parentPost }
    const step = await bench.readyToSend({ text: 'Me too' }, { replyTo })
    bench.fake.write('Me too')
    expect(await settle(step)).toEqual({ outcome: 'not_found' })
    bench.fake.inject(post, { kind: 'lose_answer' })
    await bench.lose(step)
    expect(await settle(step)).toMatchObject({ outcome: 'published', remoteId: bench.fake.posts[2]?.id })
  })

  test('with a link, a mention, a hashtag, lines and signs is found by what the server made of its text', async () => {
    for (const variant of ['mastodon-old', 'gotosocial', 'snac'] as const) {
      bench = await openBench({ variant })
      const text =
        'Grüße <b>&amp; "quotes"</b> an @bob@example.com:\n\nsee https://example.com/a/very/long/path/indeed?b=c&d=e #tag\nend  ’'
      const step = await lostOnTheWayBack(text, { spoiler_text: 'Über & unter' })
      expect(await settle(step)).toMatchObject({ outcome: 'published' })
      await bench.close()
    }
    bench = await openBench({ variant: 'mastodon-fixed' })
  })

  test('with a poll is told from the same words without one', async () => {
    bench = await openBench({ variant: 'gotosocial' })
    const step = await bench.readyToSend({
      text: 'Which?',
      options: { poll: { options: ['This', 'That'], duration_minutes: 10 } },
    })
    bench.fake.write('Which?')
    expect(await settle(step)).toEqual({ outcome: 'not_found' })
    bench.fake.inject(post, { kind: 'lose_answer' })
    await bench.lose(step)
    expect(await settle(step)).toMatchObject({ outcome: 'published', remoteId: bench.fake.posts[1]?.id })
  })
})

test.each(['mastodon-fixed', 'gotosocial', 'hollo'] as const)(
  'a post on %s is found behind many newer ones of its account',
  async (variant) => {
    bench = await openBench({ variant })
    bench.fake.write('Long before')
    const step = await lostOnTheWayBack()
    for (let count = 1; count <= 45; count += 1) bench.fake.write(`A newer one, ${count}`)
    expect(await settle(step)).toMatchObject({ outcome: 'published', remoteId: bench.fake.posts[1]?.id })
  },
)

describe('a post is not ours when', () => {
  test('it stood there before ours was sent, however much alike', async () => {
    for (const variant of variantNames.filter((name) => name !== 'pixelfed')) {
      bench = await openBench({ variant })
      bench.fake.write('The same words')
      const step = await lostOnItsWay('The same words')
      const locks = variant === 'mastodon-2026' || variant === 'mastodon-fixed'
      expect((await settle(step)).outcome).toBe(locks ? 'repeat' : 'not_found')
      await bench.close()
    }
    bench = await openBench({ variant: 'gotosocial' })
  })

  test('it was made after we looked and before ours was sent', async () => {
    bench = await openBench({ variant: 'gotosocial' })
    const ready = await bench.prepared({ text: 'The same words' })
    bench.fake.write('The same words', new Date(Date.now() - 6_000))
    expect(await settle(bench.composed(ready))).toEqual({ outcome: 'not_found' })
  })

  test('it was made by another program', async () => {
    bench = await openBench({ variant: 'mastodon-fixed' })
    const step = await bench.readyToSend({ text: 'The same words' })
    bench.fake.write('The same words')
    const account = { ...bench.account, settings: { ...bench.account.settings, application: 'Another' } }
    expect(await settle({ ...step, account })).toEqual({ outcome: 'repeat' })
    expect(await settle(step)).toMatchObject({ outcome: 'published' })
  })

  test('its warning or its words differ', async () => {
    bench = await openBench({ variant: 'gotosocial' })
    const step = await bench.readyToSend({ text: 'Words', options: { spoiler_text: 'CW' } })
    bench.fake.write('Words')
    bench.fake.write('Other words')
    expect(await settle(step)).toEqual({ outcome: 'not_found' })
  })
})

test('several posts that may each be ours are for a person to tell apart', async () => {
  bench = await openBench({ variant: 'mastodon-fixed' })
  const step = await bench.readyToSend({ text: 'Twice' })
  const ids = [bench.fake.write('Twice').id, bench.fake.write('Twice').id]
  expect(await settle(step)).toMatchObject({
    outcome: 'several',
    posts: ids.toReversed().map((remoteId) => ({ remoteId, url: expect.stringContaining(remoteId) })),
  })
})

describe('the server’s clock', () => {
  test('an hour ahead does not hide our post, and does not let an older one pass for it', async () => {
    bench = await openBench({ variant: 'gotosocial' })
    const step = await bench.readyToSend({ text: 'Time' })
    const ahead = { 'content-type': 'application/json', date: new Date(Date.now() + 3_600_000).toUTCString() }
    const standing = (at: number) => JSON.stringify([shown('1', new Date(Date.now() + at))])
    const answer = (body: string) => ({ kind: 'answer' as const, status: 200, headers: ahead, body })
    bench.fake.inject(list, answer(standing(3_600_000 + 3_000)))
    expect(await settle(step)).toMatchObject({ outcome: 'published', remoteId: '1' })
    bench.fake.inject(list, answer(standing(3_600_000 - 60_000)))
    expect(await settle(step)).toEqual({ outcome: 'not_found' })
  })

  const shown = (id: string, at: Date) => ({
    id,
    url: 'https://example.com/1',
    content: '<p>Time</p>',
    created_at: at.toISOString(),
    media_attachments: [],
  })
})

describe('a list that could not be read is not taken for an empty one', () => {
  const half = { id: '1', content: 'x' }
  test.each([
    [page(502), 'unavailable'],
    [page(404), 'unavailable'],
    [errorAnswer(500, 'Internal Server Error'), 'unavailable'],
    [errorAnswer(401, 'The access token is invalid'), 'unauthorized'],
    [errorAnswer(403, 'This action is outside the authorized scopes'), 'unauthorized'],
    [errorAnswer(403, 'Your login is currently disabled'), 'account_blocked'],
    [errorAnswer(429, 'Too many requests'), 'rate_limited'],
    [{ kind: 'answer', status: 200, body: '' }, 'unavailable'],
    [{ kind: 'answer', status: 200, body: '{}' }, 'unavailable'],
    [{ kind: 'answer', status: 200, body: '[{"id":' }, 'unavailable'],
    [{ kind: 'answer', status: 200, body: '<html>' }, 'unavailable'],
    [{ kind: 'answer', status: 200, body: JSON.stringify([half, null]) }, 'unavailable'],
    [{ kind: 'answer', status: 200, body: JSON.stringify([half, { content: 'y' }]) }, 'unavailable'],
    [{ kind: 'answer', status: 206, body: '[]' }, 'unavailable'],
    [{ kind: 'drop' }, 'unavailable'],
  ] as const)('%j: %s', async (fault, kind) => {
    for (const variant of ['mastodon-fixed', 'gotosocial'] as const) {
      bench = await openBench({ variant })
      const step = await lostOnItsWay()
      bench.fake.inject(list, fault)
      expect((await failureOf(settle(step))).kind).toBe(kind)
      await bench.close()
    }
    bench = await openBench({ variant: 'gotosocial' })
  })
})

test.each([
  ['mastodon-fixed', 500, 40],
  ['gotosocial', 5_000, 20],
] as const)(
  'on %s a list of posts of %i letters each, 3 bytes a letter, can be read',
  async (variant, letters, count) => {
    bench = await openBench({ variant })
    for (let index = 0; index < count; index++) bench.fake.write(`${index} ${'語'.repeat(letters - 5)}`)
    const step = await lostOnTheWayBack('語'.repeat(letters))
    expect(await settle(step)).toMatchObject({ outcome: 'published' })
  },
)

describe('what servers make of a text', () => {
  test.each([
    ['<p>One<br>two<br />three</p><p>four</p>', 'One\ntwo\nthree\n\nfour'],
    ['<p>a &lt;b&gt; &amp;amp; &quot;c&quot; &#39;d&#39; &#x1F600;&nbsp;e</p>', 'a <b> &amp; "c" \'d\' 😀 e'],
    ['<p>1 < 2 & 3 &unknown; &#99999999;</p>', '1 < 2 & 3 &unknown; \ufffd'],
    ['', ''],
  ])('%j reads %j', (html, text) => {
    expect(plainText(html).replace('\u00a0', ' ')).toBe(text)
  })
})
