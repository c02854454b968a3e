import { expect, test } from 'vitest'
import { cleaned, partsOf, sentence, word, wordsOf } from './sentence.ts'

const tooLong = sentence('{network} takes {max} characters; this text has {count}.', {
  network: 'Perch',
  max: 300,
  count: 312,
})

test('a sentence is its English, as a text and in JSON', () => {
  expect(String(tooLong)).toBe('Perch takes 300 characters; this text has 312.')
  expect(JSON.stringify({ detail: tooLong })).toBe(`{"detail":"${tooLong}"}`)
})

test('its varying parts are shown beside it, and nothing where nothing varies', () => {
  expect(partsOf(tooLong)).toEqual({
    template: '{network} takes {max} characters; this text has {count}.',
    params: { network: 'Perch', max: 300, count: 312 },
  })
  expect(partsOf('A post needs a text or media.')).toEqual({})
  expect(partsOf(word('A post needs a text or media.'))).toEqual({})
})

test('a part may be a sentence, or a list of which one applies', () => {
  const kinds = [word('a picture'), word('a video')]
  const needs = sentence('{ours} {next}', {
    ours: word(tooLong),
    next: sentence('It needs {kinds} as {types}.', {
      kinds,
      types: ['image/png', 'image/webp', 'video/mp4'],
    }),
  })
  expect(String(needs)).toBe(
    `${tooLong} It needs a picture or a video as image/png, image/webp, or video/mp4.`,
  )
  expect(partsOf(needs).params).toMatchObject({
    ours: { params: { max: 300 } },
    next: {
      template: 'It needs {kinds} as {types}.',
      params: {
        kinds: [
          { template: 'a picture', params: {} },
          { template: 'a video', params: {} },
        ],
        types: ['image/png', 'image/webp', 'video/mp4'],
      },
    },
  })
})

test('a part with the braces of another part in it stays as it is', () => {
  const said = sentence('{ours} It said: {quote}', { ours: 'No.', quote: 'use {ours}' })
  expect(String(said)).toBe('No. It said: use {ours}')
})

test('is the same again when it was kept as its parts', () => {
  const needs = sentence('{ours} {next} {kinds}', {
    ours: word(tooLong),
    next: word('Its own words {have} braces.'),
    kinds: [word('a picture'), 'image/png'],
  })
  const kept = JSON.parse(JSON.stringify({ detail: needs, ...partsOf(needs) }))
  const again = wordsOf(kept.detail, kept)
  expect(String(again)).toBe(kept.detail)
  expect(kept.detail).toContain('{have}')
  expect(partsOf(again)).toEqual(partsOf(needs))
  expect(wordsOf('A post needs a text or media.', { template: null, params: null })).toBe(
    'A post needs a text or media.',
  )
})

test('its texts are cleaned wherever they stand, and its own words are not', () => {
  const nested = sentence('{ours} It said: {quote}', { ours: word(tooLong), quote: 'key secret' })
  const clean = cleaned(nested, (text) => text.replace(/secret|Perch|said/g, '…'))
  expect(String(clean)).toBe('… takes 300 characters; this text has 312. It said: key …')
  expect(cleaned('a secret', (text) => text.toUpperCase())).toBe('A SECRET')
})
