import { expect, test } from 'vitest'
import { describeDraft, describeMedia } from '../../conformance/pictures.ts'
import type { Account, Draft } from '../../connector.ts'
import { check } from '../check.ts'
import { toLittleText, wordsOf } from '../little-text.ts'
import { readLittleText } from './fake-posts.ts'

const person: Account = { id: 'a', externalId: 'urn:li:person:ada', username: 'Ada', settings: {} }
const pageAccount: Account = { ...person, externalId: 'urn:li:organization:123' }
const checked = (draft: Partial<Draft>, account = person) =>
  check(describeDraft({ text: 'Hello', ...draft }), account)
const warned = (draft: Partial<Draft>, account = person) =>
  checked(draft, account).warnings.map(({ pointer, code }) => `${pointer} ${code}`)

test.each([
  ['Plain words', 'Plain words'],
  [
    'a (b) [c] {d} <e> *f* _g_ ~h~ i|j \\ k@l.org',
    'a \\(b\\) \\[c\\] \\{d\\} \\<e\\> \\*f\\* \\_g\\_ \\~h\\~ i\\|j \\\\ k\\@l.org',
  ],
  ['We are #hiring_now!', 'We are {hashtag|\\#|hiring\\_now}!'],
  ['Grüße #Größe und #1', 'Grüße {hashtag|\\#|Größe} und \\#1'],
  [
    'With @[Harbour Works](urn:li:organization:123) today',
    'With @[Harbour Works](urn:li:organization:123) today',
  ],
  ['@[Ada_B](urn:li:person:x-1)', '@[Ada\\_B](urn:li:person:x-1)'],
  ['@[No](urn:li:share:1)', '\\@\\[No\\]\\(urn:li:share:1\\)'],
  ['https://example.org/a_b?c=(d)#e', 'https://example.org/a\\_b?c=\\(d\\)\\#e'],
])('the text %j is written as %j, and nothing of it is lost', (text, written) => {
  expect(toLittleText(text)).toBe(written)
  expect(readLittleText(written)).toBe(
    text.replace(/@\[([\w ]+)\]\(urn:li:(?:person|organization):[\w-]+\)/, '$1'),
  )
})

test('words compare alike in every form in which hashtags and signs may come back', () => {
  const forms = ['\\(a\\) {hashtag|\\#|b}', '(a) {hashtag|#|b}', '(a) #b', '\\(a\\) \\#b']
  expect(new Set(forms.map(wordsOf))).toEqual(new Set(['(a) #b']))
})

test('a mention counts as its name, and is shown as one place', () => {
  const text = `Hi @[Ada](urn:li:person:ada) ${'x'.repeat(2_993)}`
  expect(checked({ text })).toMatchObject({ problems: [], length: { count: 3_000, max: 3_000 } })
  expect(checked({ text }).ranges).toEqual([{ kind: 'mention', start: 3, end: 28 }])
  expect(checked({ text: `${text}y` }).problems).toMatchObject([{ pointer: '/text', code: 'text_too_long' }])
})

test('emoji that LinkedIn may count twice are warned of, and refuse nothing', () => {
  expect(checked({ text: '🚢'.repeat(1_500) })).toMatchObject({ problems: [], warnings: [] })
  const many = checked({ text: '🚢'.repeat(1_501) })
  expect(many).toMatchObject({ problems: [], warnings: [{ pointer: '/text', code: 'text_maybe_too_long' }] })
})

test('documents of more than 300 pages are refused, and a title without a document is told', () => {
  const document = { ...describeMedia('document', 'application/pdf'), width: null, height: null }
  expect(checked({ media: [{ ...document, pages: 300 }] }).problems).toEqual([])
  expect(checked({ media: [{ ...document, pages: 301 }] }).problems).toMatchObject([
    { pointer: '/media/0', code: 'media_too_long' },
  ])
  const options = { document_title: 'Report' }
  expect(warned({ media: [document], options })).toEqual([])
  expect(warned({ options })).toEqual(['/options/document_title option_unused'])
})

test('what LinkedIn may refuse or ignore is a warning', () => {
  const film = { ...describeMedia('video', 'video/mp4'), durationMs: 5_000, altText: 'A ship' }
  expect(warned({ media: [{ ...film, bytes: 600_000_000 }] })).toEqual([
    '/media/0/alt_text alt_text_ignored',
    '/media/0 media_size_uncertain',
  ])
  const options = { visibility: 'connections' }
  expect(warned({ options }, pageAccount)).toEqual(['/options/visibility visibility_uncertain'])
  expect(warned({ options })).toEqual([])
})
