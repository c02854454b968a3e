import { describe, expect, it } from 'vitest'
import { computedMs } from '../../../test/computed-ms.ts'
import { findRanges } from './text-ranges.ts'

const words = (text: string) => findRanges(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])

describe('ranges of a text', () => {
  it('finds links, mentions and hashtags in order', () => {
    expect(words('Hi @ann, see https://crier.example/a?b=c#d #Boats #über_1')).toEqual([
      ['mention', '@ann'],
      ['link', 'https://crier.example/a?b=c#d'],
      ['hashtag', '#Boats'],
      ['hashtag', '#über_1'],
    ])
  })

  it.each([
    ['See https://a.example/x.', 'https://a.example/x'],
    ['(https://a.example/x)', 'https://a.example/x'],
    ['https://a.example/x_(y)', 'https://a.example/x_(y)'],
    ['“https://a.example/x”', 'https://a.example/x'],
    ['<https://a.example/x>', 'https://a.example/x'],
    ['HTTPS://A.example!?', 'HTTPS://A.example'],
  ])('leaves the marks of the sentence out of the link in %j', (text, link) => {
    expect(words(text)).toEqual([['link', link]])
  })

  it.each(['#1', '##x', 'a#b', 'mail@example.org', '@@x', 'javascript:alert(1)', 'http://', '# x', '@ x'])(
    'finds nothing in %j',
    (text) => {
      expect(words(text)).toEqual([])
    },
  )

  it('counts in UTF-16 units', () => {
    expect(findRanges('👍 #a')).toEqual([{ kind: 'hashtag', start: 3, end: 5 }])
  })

  it('takes no time to speak of for a hostile text', () => {
    const before = computedMs()
    for (const part of ['https://x(', 'https://x ', ')', '@a.', '@a ', '#1', '#a ', '@a-', 'https://']) {
      findRanges(`https://x${part.repeat(250_000 / part.length)}`)
    }
    expect(computedMs() - before).toBeLessThan(2_000)
  })
})
