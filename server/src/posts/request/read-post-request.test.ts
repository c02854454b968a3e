import { expect, test } from 'vitest'
import type { NewPostBody } from '../post-body.ts'
import { mergeLayers, splitOptions } from './post-request.ts'
import { readPostRequest } from './read-post-request.ts'

const harbour = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30'
const flour = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b31'

function read(body: Partial<NewPostBody>) {
  return readPostRequest({ social_accounts: [harbour, flour], ...body })
}

/** The content of the post on the first account, of the platform `sandbox`. */
function wordsOf(body: Partial<NewPostBody>) {
  const { request } = read(body)
  return mergeLayers(request.post, request.platforms.get('sandbox'), request.accounts.get(harbour))
}

test('lets the account beat the platform, and the platform the post, each for what it names', () => {
  const content = wordsOf({
    caption: 'post',
    media: ['post.jpg'],
    scheduled_at: '2030-01-01T00:00Z',
    platform_configurations: {
      sandbox: { caption: 'platform', scheduled_at: '2030-01-02T00:00Z', title: 'a', tone: 'b' },
    },
    account_configurations: [{ account_id: harbour, caption: 'account', tone: 'c' }],
  })
  expect(content.text).toEqual({ value: 'account', pointer: '/account_configurations/0/caption' })
  expect(content.media.value.map(({ path }) => path)).toEqual(['post.jpg'])
  expect(content.scheduledAt?.value).toBe('2030-01-02T00:00Z')
  expect(splitOptions(content.options).options).toEqual({ title: 'a', tone: 'c' })
})

test('takes null in a configuration to mean: as the layer below', () => {
  const content = wordsOf({
    caption: 'post',
    platform_configurations: { sandbox: { caption: null, media: null, scheduled_at: null } },
  })
  expect(content.text.value).toBe('post')
  expect(content.scheduledAt).toBeNull()
})

test('lets a configuration take the words and the pictures away', () => {
  const content = wordsOf({
    caption: 'post',
    media: ['post.jpg'],
    platform_configurations: { sandbox: { caption: '', media: [] } },
  })
  expect(content.text.value).toBe('')
  expect(content.media.value).toEqual([])
})

test.each([
  ['a list', [{ account_id: harbour, caption: 'own' }], '/account_configurations/0/caption'],
  [
    'that list in an object under its own name',
    { account_configurations: [{ account_id: harbour, caption: 'own' }] },
    '/account_configurations/account_configurations/0/caption',
  ],
  ['a map by account id', { [harbour]: { caption: 'own' } }, `/account_configurations/${harbour}/caption`],
  [
    'ids in capitals',
    [{ account_id: harbour.toUpperCase(), caption: 'own' }],
    '/account_configurations/0/caption',
  ],
])('reads account_configurations as %s', (_form, sent, pointer) => {
  const { problems } = read({ account_configurations: sent })
  expect(problems).toEqual([])
  expect(wordsOf({ account_configurations: sent }).text).toEqual({ value: 'own', pointer })
})

test.each([
  [
    'for an account that is not in the post',
    [{ account_id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b39' }],
    'account_not_targeted',
  ],
  ['twice for one account', [{ account_id: harbour }, { account_id: harbour }], 'account_repeated'],
  ['without an account', [{ caption: 'own' }], 'account_id_missing'],
  ['that is no object', ['own'], 'account_id_missing'],
  ['that is no object in a map', { [harbour]: 'own' }, 'wrong_type'],
  ['with a caption that is no text', [{ account_id: harbour, caption: 5 }], 'wrong_type'],
  ['with media that are no list', { [harbour]: { media: 'a.jpg' } }, 'wrong_type'],
  ['of more accounts than a post may have, once', new Array(501).fill(0), 'too_many'],
  [
    'of so many in a map, once',
    Object.fromEntries(Array.from({ length: 501 }, (_, at) => [at, 0])),
    'too_many',
  ],
])('refuses a configuration %s', (_what, sent, code) => {
  expect(read({ account_configurations: sent }).problems).toMatchObject([{ code }])
})

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, {}]))

test.each([
  ['platforms than there are', numbered(201), '/platform_configurations'],
  ['options than a platform has', { sandbox: numbered(201) }, '/platform_configurations/sandbox'],
])('refuses more %s with one problem', (_what, sent, pointer) => {
  expect(read({ platform_configurations: sent }).problems).toMatchObject([{ pointer, code: 'too_many' }])
})

test('says where in a configuration something is wrong, for names with slashes too', () => {
  const { problems } = read({ platform_configurations: { 'a/b': { media: [{ media_id: 'x', alt: 'y' }] } } })
  expect(problems).toMatchObject([
    { pointer: '/platform_configurations/a~1b/media/0/alt', code: 'unknown_field' },
  ])
})

test('knows body as another name for caption', () => {
  expect(read({ body: 'words' }).request.post.caption).toEqual({ value: 'words', pointer: '/body' })
  expect(read({ body: 'words', caption: 'words' }).problems).toEqual([])
  expect(read({ body: 'words', caption: 'others' }).problems).toMatchObject([
    { pointer: '/body', code: 'caption_and_body_differ' },
  ])
  expect(read({ body: '', caption: 'others' }).problems).toHaveLength(1)
})

test('finds an account that is named twice, in capitals too, and one that is no id', () => {
  const { problems } = read({ social_accounts: [harbour, harbour.toUpperCase(), 'harbour'] })
  expect(problems.map(({ pointer, code }) => [pointer, code])).toEqual([
    ['/social_accounts/1', 'account_repeated'],
    ['/social_accounts/2', 'invalid_id'],
  ])
})

test('makes posts of their own of a thread and a first comment, and leaves the other options', () => {
  const { options } = wordsOf({
    platform_configurations: {
      sandbox: {
        language: 'en',
        thread: [
          { caption: 'two', media: ['b.jpg', { media_id: 'c.jpg', alt_text: 'C' }] },
          { media: ['d.jpg'] },
        ],
        first_comment: 'more below',
      },
    },
  })
  const { thread, firstComment, options: rest } = splitOptions(options)
  expect(thread.map(({ text, media }) => [text, media.map(({ path, altText }) => [path, altText])])).toEqual([
    [
      'two',
      [
        ['b.jpg', null],
        ['c.jpg', 'C'],
      ],
    ],
    ['', [['d.jpg', null]]],
  ])
  expect(thread[0]?.media[1]?.pointer).toBe('/platform_configurations/sandbox/thread/0/media/1')
  expect(firstComment).toBe('more below')
  expect(rest).toEqual({ language: 'en' })
})
