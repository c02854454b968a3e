import { expect, test } from 'vitest'
import { captionOf, isCut, mostWords, wordsIn } from './caption-of.ts'

const words = { title: '', text: '', url: '' }

test('a text says what was shared, and nothing twice', () => {
  const url = 'https://example.org/rye'
  expect(captionOf({ title: 'Rye bread', text: 'Read this', url })).toBe(`Rye bread\n\nRead this\n\n${url}`)
  expect(captionOf({ title: 'Rye bread', text: '', url })).toBe(`Rye bread\n\n${url}`)
  expect(captionOf({ ...words, title: 'Rye', text: `Rye today ${url}`, url })).toBe(`Rye today ${url}`)
  expect(captionOf({ ...words, title: url, url })).toBe(url)
  expect(captionOf(words)).toBe('')
})

test('hidden signs, other addresses than those of the web, and endless texts do no harm', () => {
  expect(captionOf({ ...words, text: 'a\u0000b\u0007\u202Ec\u2066d\r\ne\tf' })).toBe('abcd\ne\tf')
  // Words that are written from right to left, and emoji of several people, stay whole.
  expect(captionOf({ ...words, text: 'לחם\u200F!👩‍🍳' })).toBe('לחם\u200F!👩‍🍳')
  expect(captionOf({ ...words, text: 'half \ud83d' })).toBe('half \ufffd')
  for (const url of [
    'javascript:alert(1)',
    ' JAVA\nSCRIPT:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
  ])
    expect(captionOf({ ...words, url })).toBe('')
  expect(captionOf({ ...words, url: 'example.org/rye' })).toBe('example.org/rye')
  const endless = { ...words, text: 'a'.repeat(mostWords + 1) }
  expect(captionOf(endless)).toHaveLength(mostWords)
  expect([isCut(endless), isCut(words)]).toEqual([true, false])
})

test('words stand before or behind the sign for what is not sent, and are taken as they are', () => {
  expect(wordsIn('?text=1e5&title=007&url=%22x%22')).toEqual({ text: '1e5', title: '007', url: '"x"' })
  expect(wordsIn('#text=C%23+is+%26+was&title=a#b')).toEqual({ ...words, text: 'C# is & was', title: 'a#b' })
  expect(wordsIn('?text=sent#text=kept')).toEqual({ ...words, text: 'kept' })
  expect(wordsIn('?text=%E0%A4%A&text=two')).toEqual({ ...words, text: '\ufffd%A' })
  expect(wordsIn(`?${'x=1&'.repeat(100_000)}text=last`)).toEqual({ ...words, text: 'last' })
  expect(wordsIn('')).toEqual(words)
})
