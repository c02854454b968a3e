import { expect, test } from 'vitest'
import { computedMs } from '../../../../../test/computed-ms.ts'
import { weightedCounting } from './count-weighted.ts'
import { findWebLinks } from './find-web-links.ts'

const { count, findOver } = weightedCounting

test.each([
  ['Hello, world! 👋', 16],
  ['日本語', 6],
  ['e\u0301'.repeat(4), 4],
  ['👨‍👩‍👧‍👦', 2],
  ['🙋🏽👨‍🎤🏳️‍🌈', 6],
  ['🇩🇪🇫🇷', 4],
  ['1⃣ 1️⃣ 1', 7],
  ['© ©️', 4],
  // No emoji of Unicode: each of the two counts, and what joins them.
  ['🐱‍👋', 5],
  ['😀‍🏴󠁧󠁢󠁳󠁣󠁴󠁿', 5],
  ['😀‍1️⃣', 5],
  ['😀‍🇳🇱🇧🇪', 7],
  ['https://example.com/a/very/long/path?with=a&query=too', 23],
  ['See example.com.', 28],
  ['', 0],
])('%j counts %i', (text, weight) => {
  expect(count(text)).toBe(weight)
})

test.each([
  ['a'.repeat(280), null],
  ['a'.repeat(281), 280],
  [`${'a'.repeat(279)}日`, 279],
  [`${'a'.repeat(257)} https://example.com/a`, 258],
  [`${'e\u0301'.repeat(280)}a`, 560],
  [`${'e\u0301'.repeat(279)}日a`, 558],
])('a text stops fitting where the first thing begins that does not fit whole', (text, place) => {
  expect(findOver(text, 280)).toBe(place)
})

test.each([
  ['foo.dev and foo.comm', ['foo.dev']],
  ['(https://en.example.org/wiki/A_(b)_(c(d)e)).', ['https://en.example.org/wiki/A_(b)_(c(d)e)']],
  ['@example.com #example.com $example.com mail@example.com', []],
  ['日本語example.com/aを見て', ['example.com/a']],
  ['http://日本.jp', ['http://日本.jp']],
  ['HTTPS://Example.COM:8080/?a=b.', ['HTTPS://Example.COM:8080/?a=b']],
  ['https://t.co/abc-def', ['https://t.co/abc']],
  [`https://t.co/${'a'.repeat(41)}`, []],
  [`https://${'a'.repeat(64)}.com`, []],
  [`https://example.com/${'a'.repeat(4_096)}`, []],
  ['http://xn--日.com', []],
  ['http://-a.com a_.com', []],
  ['sub_domain.example.com under_score.com', ['domain.example.com']],
])('%j has the links %j', (text, links) => {
  expect(findWebLinks(text).map(({ start, end }) => text.slice(start, end))).toEqual(links)
})

// Each of them takes expressions that start again at every letter seconds; twice as much must take about twice as long.
const hostile = [
  '日本.',
  'a.',
  'a.com/(',
  'a.com/(a(b)',
  'http://a.',
  'xn--a.',
  '日.com,',
  'a-._',
  '1⃣',
  '👋\ufe0f',
  'a.com?!',
]
test.each(hostile)('a long text of %j is counted at once', (piece) => {
  const text = piece.repeat(Math.ceil(25_000 / piece.length)).slice(0, 25_000)
  const start = computedMs()
  count(text)
  findOver(text, 280)
  expect(computedMs() - start).toBeLessThan(1_500)
})
