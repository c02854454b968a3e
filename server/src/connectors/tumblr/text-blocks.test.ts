import { expect, test } from 'vitest'
import { countRanges, mostLinks, mostMentions, namesIn, textBlocks } from './text-blocks.ts'

const uuid = 't:t1de'
const known = new Map([['tide-pools', uuid]])

/** The words that each range marks, by code points as Tumblr counts them. */
function marked(text: string) {
  return textBlocks(text, known).map(({ text: words, formatting = [] }) =>
    (formatting as { start: number; end: number; type: string }[]).map(({ start, end, type }) => [
      type,
      [...String(words)].slice(start, end).join(''),
    ]),
  )
}

test('links and mentions are marked by code points, whatever stands before them', () => {
  expect(
    marked('👩‍👩‍👧‍👦 é 你好 https://a.example/x?b=1, said @tide-pools. 🌳\n@Tide-Pools (http://b.example)'),
  ).toEqual([
    [
      ['link', 'https://a.example/x?b=1'],
      ['mention', '@tide-pools'],
      ['mention', '@Tide-Pools'],
      ['link', 'http://b.example'],
    ],
  ])
})

test('each block counts from its own beginning', () => {
  expect(marked('One 🌳\n\n@tide-pools\n\nhttps://a.example')).toEqual([
    [],
    [['mention', '@tide-pools']],
    [['link', 'https://a.example']],
  ])
})

test('a name without a blog, an address without a host and a hashtag stay words', () => {
  expect(textBlocks('@nobody https:// #tag a@tide-pools @tide_pools', known)).toEqual([
    { type: 'text', text: '@nobody https:// #tag a@tide-pools @tide_pools' },
  ])
})

test('the range has what Tumblr asks for', () => {
  expect(textBlocks('See https://a.example @tide-pools', known)).toEqual([
    {
      type: 'text',
      text: 'See https://a.example @tide-pools',
      formatting: [
        { start: 4, end: 21, type: 'link', url: 'https://a.example' },
        { start: 22, end: 33, type: 'mention', blog: { uuid } },
      ],
    },
  ])
})

test('names are looked for once each, in lower case, and no more of them than Tumblr takes', () => {
  expect(namesIn('@Tide-Pools @tide-pools @a_b\n\n@b')).toEqual(['tide-pools', 'b'])
  const many = Array.from({ length: 60 }, (_, index) => `@blog${index}`).join(' ')
  expect(namesIn(many)).toHaveLength(mostMentions)
})

test('links and mentions beyond the most stay words, over all blocks together', () => {
  const links = Array.from({ length: mostLinks + 5 }, (_, index) => `https://a.example/${index}`).join('\n\n')
  expect(marked(links).flat()).toHaveLength(mostLinks)
  expect(countRanges(links)).toEqual({ links: mostLinks + 5, mentions: 0 })
  const mentions = '@tide-pools '.repeat(mostMentions + 5)
  expect(marked(mentions).flat()).toHaveLength(mostMentions)
  expect(countRanges(mentions)).toEqual({ links: 0, mentions: mostMentions + 5 })
})
