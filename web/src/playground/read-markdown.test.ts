import { expect, test } from 'vitest'
import { readInlines, readMarkdown } from './read-markdown.ts'

test('paragraphs, lists and code are read', () => {
  expect(readMarkdown('One\nline.\n\n- a\n- b `c`\n\n```json\n{}\n```')).toEqual([
    { kind: 'paragraph', inlines: [{ kind: 'words', text: 'One line.' }] },
    {
      kind: 'list',
      items: [
        [{ kind: 'words', text: 'a' }],
        [
          { kind: 'words', text: 'b ' },
          { kind: 'code', text: 'c' },
        ],
      ],
    },
    { kind: 'code', text: '{}' },
  ])
})

test('a line has code, strong words and links', () => {
  expect(readInlines('See `limit`, **now**, [here](https://crier.example.org/a).')).toEqual([
    { kind: 'words', text: 'See ' },
    { kind: 'code', text: 'limit' },
    { kind: 'words', text: ', ' },
    { kind: 'strong', text: 'now' },
    { kind: 'words', text: ', ' },
    { kind: 'link', text: 'here', href: 'https://crier.example.org/a' },
    { kind: 'words', text: '.' },
  ])
})

test('HTML and addresses that run something stay words', () => {
  const text = '<img src=x onerror=alert(1)> [a](javascript:alert(1))'
  expect(readInlines(text).every(({ kind }) => kind === 'words')).toBe(true)
  expect(
    readInlines(text)
      .map((each) => each.text)
      .join(''),
  ).toBe(text)
})
