import { expect, test } from 'vitest'
import { describeDraft } from '../../conformance/pictures.ts'
import type { Draft, DraftMedia } from '../../connector.ts'
import { check, limits } from '../check.ts'
import { makeGif } from './steps.ts'
import { makeVideo } from './world.ts'

const account = {
  id: 'an-account',
  externalId: 't:haRb0ur',
  username: 'harbour',
  settings: { user_name: 'harbour', client_id: 'k9VtYx4nQ2' },
}

const codesOf = (draft: Partial<Draft>) => {
  const { problems, warnings } = check({ ...describeDraft({ text: '' }), ...draft }, account)
  const named = (found: typeof problems) => found.map(({ pointer, code }) => `${pointer} ${code}`)
  return { problems: named(problems), warnings: named(warnings) }
}

const fine = { problems: [], warnings: [] }

test('a title or a link alone is a post; nothing, or a title of blanks, is none', () => {
  expect(codesOf({ options: { title: 'At sea' } })).toEqual(fine)
  expect(codesOf({ options: { link: 'https://boats.example/' } })).toEqual(fine)
  expect(codesOf({ options: { tags: ['boats'] } }).problems).toEqual(['/text empty'])
  expect(codesOf({ options: { title: ' ' } }).problems).toEqual(['/text empty', '/options/title title_empty'])
})

test('a thousand blocks are taken, the title, the media and the link among them', async () => {
  const text = (count: number) => Array.from({ length: count }, (_, index) => `P${index}`).join('\n\n')
  const options = { title: 'At sea', link: 'https://boats.example/' }
  const media = [(await makeGif()).draft]
  expect(codesOf({ text: text(1_000) })).toEqual(fine)
  expect(codesOf({ text: text(1_001) }).problems).toEqual(['/text too_many_paragraphs'])
  expect(codesOf({ text: text(997), media, options })).toEqual(fine)
  expect(codesOf({ text: text(998), media, options }).problems).toEqual(['/text too_many_paragraphs'])
})

test('a post has up to 1 MB, the words for its pictures among them', async () => {
  // Such a sign takes six bytes of JSON.
  const signs = (count: number) => '\u0001'.repeat(count)
  const picture = (await makeGif()).draft
  const media = Array.from({ length: 30 }, () => ({ ...picture, altText: signs(4_096) }))
  expect(codesOf({ text: signs(30_000), media })).toEqual(fine)
  expect(codesOf({ text: signs(60_000), media }).problems).toEqual(['/text post_too_large'])
  expect(codesOf({ text: signs(60_001) }).problems).toEqual(['/text text_too_long'])
})

test('all files of a post go in one request', async () => {
  const picture = (await makeGif()).draft
  const video = (await makeVideo()).draft
  const of = (bytes: number, medium: DraftMedia = picture) => ({ ...medium, bytes })
  const pictures = (count: number) => Array.from({ length: count }, () => of(10_000_000))
  expect(codesOf({ text: 'a', media: pictures(10) })).toEqual(fine)
  expect(codesOf({ text: 'a', media: pictures(11) }).problems).toEqual(['/media media_too_large'])
  expect(codesOf({ text: 'a', media: [...pictures(1), of(90_000_000, video)] })).toEqual(fine)
  expect(codesOf({ text: 'a', media: [...pictures(2), of(90_000_000, video)] }).problems).toEqual([
    '/media media_too_large',
  ])
})

test('thirty media go together, one video among them', async () => {
  const [picture, video] = [(await makeGif()).draft, (await makeVideo()).draft]
  const pictures = (count: number) => Array.from({ length: count }, () => picture)
  expect(codesOf({ media: [video, ...pictures(29)] }).problems).toEqual([])
  expect(codesOf({ media: [video, ...pictures(30)] }).problems).not.toEqual([])
  expect(codesOf({ media: [video, video] }).problems).not.toEqual([])
})

test('links and mentions beyond the most, and the alt text of a video, are warned of', async () => {
  const links = Array.from({ length: 101 }, (_, index) => `https://a.example/${index}`).join(' ')
  expect(codesOf({ text: links })).toEqual({ problems: [], warnings: ['/text links_plain'] })
  expect(codesOf({ text: '@harbour '.repeat(51) }).warnings).toEqual(['/text mentions_plain'])
  const video = { ...(await makeVideo()).draft, altText: 'Waves' }
  expect(codesOf({ media: [video] }).warnings).toEqual(['/media/0/alt_text alt_text_not_shown'])
  expect(codesOf({ media: [{ ...(await makeGif()).draft, altText: 'Waves' }] })).toEqual(fine)
})

test('posts are counted for the person and for the app', () => {
  const dayMs = 86_400_000
  expect(limits(account).rates).toEqual([
    { per: 'account', of: 'harbour', posts: 250, everyMs: dayMs },
    { per: 'app', of: 'k9VtYx4nQ2', posts: 200, everyMs: 3_600_000 },
    { per: 'app', of: 'k9VtYx4nQ2', posts: 1_000, everyMs: dayMs },
  ])
})
