import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tlds from 'tlds' with { type: 'json' }
import { beforeEach, expect, test } from 'vitest'
import { descriptions, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { weightedCounting } from './count-weighted.ts'
import { findWebLinks } from './find-web-links.ts'

// The official vectors of twitter-text lie beside this repository where somebody put them.
const folder = join(descriptions, 'twitter-text')

beforeEach(skipWithout('folder of official descriptions'))

interface Vector {
  readonly text: string
  /** Everything below `expected`, still as it is written. */
  readonly expected: string
}

/** Reads the vectors of one section: the files are YAML of the simplest kind, with texts as in JSON. */
function readVectors(file: string, section: string): Vector[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n')
  const start = lines.indexOf(`  ${section}:`)
  const end = lines.findIndex((line, index) => index > start && /^ {2}\w+:$/.test(line))
  const body = lines.slice(start + 1, end < 0 ? lines.length : end).join('\n')
  return body
    .split(/^\s+- description:.*$/m)
    .slice(1)
    .map((entry) => {
      const [, text = '', expected = ''] = /^\s+text: (.*)\n\s+expected:([\s\S]*)$/m.exec(entry) ?? []
      return { text: readText(text), expected }
    })
}

/** A text in double quotes, whose code points may be written with eight digits. */
function readText(text: string): string {
  const plain = text.replace(/\\U([0-9a-f]{8})/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return JSON.parse(plain.startsWith('"') ? plain : JSON.stringify(plain))
}

// In the version of the counts before this one, each part of an emoji counted by itself.
const older = 'WeightedTweetsCounterTest'
const isOfParts = (text: string) => /[\u200d\u{1f3fb}-\u{1f3ff}]/u.test(text)

test.each([older, 'WeightedTweetsWithDiscountedEmojiCounterTest', 'UnicodeDirectionalMarkerCounterTest'])(
  'counts every text of %s as twitter-text does, and finds where it stops fitting',
  (section) => {
    const all = readVectors('validate.yml', section)
    const vectors = all.filter(({ text }) => section !== older || !isOfParts(text))
    expect(vectors.length).toBeGreaterThan(1)
    for (const { text, expected } of vectors) {
      const number = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(expected)?.[1])
      const weight = number('weightedLength')
      expect(weightedCounting.count(text), text).toBe(weight)
      const over = weight > 280 ? number('validRangeEnd') + 1 : null
      expect(weightedCounting.findOver(text, 280), text).toBe(over)
    }
  },
)

test.each(['urls', 'tco_urls_with_params'])('finds every link of %s', (section) => {
  const vectors = readVectors('extract.yml', section)
  expect(vectors.length).toBeGreaterThan(4)
  for (const { text, expected } of vectors)
    expect(linksOf(text), text).toEqual(JSON.parse(expected.split('\n')[0] ?? ''))
})

test.each(['urls_with_indices', 'urls_with_directional_markers'])(
  'finds every link of %s where it stands',
  (section) => {
    const vectors = readVectors('extract.yml', section)
    expect(vectors.length).toBeGreaterThan(1)
    for (const { text, expected } of vectors) {
      const places = Array.from(expected.matchAll(/indices: \[(\d+), (\d+)\]/g), ([, start, end]) => [
        start,
        end,
      ])
      const found = findWebLinks(text).map(({ start, end }) => [pointsTo(text, start), pointsTo(text, end)])
      expect(
        found.map((place) => place.map(String)),
        text,
      ).toEqual(places)
    }
  },
)

function linksOf(text: string): string[] {
  return findWebLinks(text).map(({ start, end }) => text.slice(start, end))
}

function pointsTo(text: string, place: number): number {
  return Array.from(text.slice(0, place)).length
}

test('finds the whole of every address without a scheme that is valid', () => {
  const vectors = readVectors('validate.yml', 'urls_without_protocol')
  expect(vectors.length).toBeGreaterThan(4)
  for (const { text, expected } of vectors) {
    expect(expected.trim(), text).toBe('true')
    expect(linksOf(text)).toEqual([text])
  }
})

// Endings that the registry has taken back since 2021 are no links any more.
test('finds the link of every ending that still exists', () => {
  const known = new Set(tlds)
  const listed = readFileSync(join(folder, 'tlds.yml'), 'utf8').matchAll(/^ {4}text: (\S+\.(\S+))$/gm)
  const links = Array.from(listed).flatMap(([, link = '', ending = '']) => (known.has(ending) ? [link] : []))
  expect(links.length).toBeGreaterThan(1_300)
  for (const link of links) expect(linksOf(`Read ${link} now`)).toEqual([link])
})
