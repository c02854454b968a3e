// @module-tag slow
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isValidHandle } from '@atproto/syntax'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { countGraphemes } from '../../../lib/text/graphemes.ts'
import { describeDraft } from '../../conformance/pictures.ts'
import { bluesky } from '../connector.ts'
import { findSpans } from '../facets.ts'
import {
  type BlueskyPds,
  type BlueskyPdsAccount,
  isBlueskyPdsInstalled,
  skipWithoutBlueskyPds,
  startBlueskyPds,
} from './servers/start-pds.ts'

interface OfficialFacet {
  index: { byteStart: number; byteEnd: number }
  features: { $type: string; uri?: string; did?: string; tag?: string }[]
}

interface OfficialText {
  graphemeLength: number
  facets?: OfficialFacet[]
  detectFacetsWithoutResolution(): void
}

interface Official {
  RichText: new (props: { text: string }) => OfficialText
}

const folder = join(import.meta.dirname, 'servers/pds/node_modules/@atproto/api/dist/index.js')
let official: Official
let pds: BlueskyPds | undefined
let alice: BlueskyPdsAccount

beforeAll(async () => {
  if (!isBlueskyPdsInstalled()) return
  official = await import(pathToFileURL(folder).href)
  pds = await startBlueskyPds()
  alice = await pds.createAccount({ handle: 'alice.test' })
})

afterAll(() => pds?.stop())

beforeEach(skipWithoutBlueskyPds)

const account = {
  id: 'an-account',
  externalId: 'did:plc:a',
  username: 'alice.test',
  settings: { service: 'https://a.test', did: 'did:plc:a' },
}

const pieces = [
  'word',
  'é',
  '日本語',
  '😀',
  '👨‍👩‍👧‍👦',
  '🏳️‍🌈',
  'e\u0301',
  ' ',
  '\n',
  '\t',
  '.',
  ',',
  '!',
  ')',
  '(',
  '"',
  '’',
  '@',
  '#',
  '＃',
  '$',
  '/',
  ':',
  '-',
  '_',
  '@alice.test',
  '@bob.bsky.social',
  '@no',
  '@a.b',
  '(@carol.com)',
  'example.com',
  'Example.com',
  'sub.example.co.uk/a?b=c#d',
  'https://example.com',
  'http://x.y/(z)',
  'https://example.com/a).',
  '#tag',
  '#1',
  '#2nd',
  '#tag!',
  '#ta\u200bg',
  '#\ufe0f',
  '$BTC',
  '$btc',
  '$TOOLONG',
  '$1',
  'mail@example.com',
  'file.txt',
  '3.14',
  'localhost',
  'x.y.z',
]
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''))

describe('links, mentions and hashtags', () => {
  test('are found where the official client finds them', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(ours(text)).toEqual(theirs(text))
      }),
      { numRuns: 20_000, seed: inject('seed') },
    )
  })

  test.each([
    'Good morning! See https://example.com/a_(b), example.com. and (docs.example.com/x) #Hello #wörld #日本 @alice.test',
    'several\nlines #one\n@bob.test\nhttps://example.com/?q=1&r=2',
    '#tag#tag @a.test@b.test https://a.com,https://b.com',
  ])('in %j', (text) => {
    expect(ours(text)).toEqual(theirs(text))
    expect(theirs(text).length).toBeGreaterThan(0)
  })
})

test('what cannot be a handle is one to the official client at first, and not to its server', async () => {
  const handle = 'bob.test.-sub.example.com'
  const rich = new official.RichText({ text: `@${handle}` })
  rich.detectFacetsWithoutResolution()
  expect(rich.facets).toHaveLength(1)
  const answer = await pds?.call('com.atproto.identity.resolveHandle', { query: { handle } })
  expect(answer).toMatchObject({ status: 400, json: { error: 'InvalidRequest' } })
  expect(ours(`@${handle}`)).toEqual([])
})

describe('the length of a text', () => {
  const hard = [
    '👨‍👩‍👧‍👦',
    '🏳️‍🌈',
    '🇩🇪',
    '🇩🇪🇫🇷',
    'e\u0301',
    '각',
    '각',
    'नमस्ते',
    'क्षि',
    'ก็',
    '👍🏽',
    '\r\n',
    '\u200d',
    'ﷺ',
    'Z̷̙̾',
    '🫱🏻‍🫲🏿',
    '1️⃣',
    '\u{1f9d1}\u200d\u{1f9b0}',
    'ம்',
    '\u0600\u0627',
  ]

  test('is counted as the official client counts it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...hard), fc.string({ unit: 'grapheme', maxLength: 3 })), {
          maxLength: 30,
        }),
        (parts) => {
          const text = parts.join('')
          expect(countGraphemes(text)).toBe(new official.RichText({ text }).graphemeLength)
        },
      ),
      { numRuns: 1_000, seed: inject('seed') },
    )
  })

  test('ends for the real server where it ends for us', async () => {
    for (const sign of [...hard.filter((one) => one.trim() !== ''), 'x\r\n', 'ä'].filter(
      (one) => countGraphemes(one.repeat(20)) === 20 * countGraphemes(one),
    )) {
      const text = sign.repeat(Math.floor(300 / countGraphemes(sign)))
      for (const tried of [text, `${text}xx`]) {
        const { problems } = bluesky.check(describeDraft({ text: tried }), account)
        expect(await accepts(tried), `${JSON.stringify(sign)} ${tried.length}`).toBe(problems.length === 0)
      }
    }
  })
})

async function accepts(text: string): Promise<boolean> {
  const record = { $type: 'app.bsky.feed.post', text, createdAt: new Date().toISOString() }
  const input = { repo: alice.did, collection: 'app.bsky.feed.post', record }
  const answer = await pds?.call('com.atproto.repo.createRecord', { input, token: alice.accessJwt })
  return answer?.status === 200
}

function ours(text: string): string[] {
  return findSpans(text).map(
    ({ kind, start, end, value }) =>
      `${kind} ${Buffer.byteLength(text.slice(0, start))}-${Buffer.byteLength(text.slice(0, end))} ${value}`,
  )
}

/** The official findings, in order, the first of two that overlap; and without what its own server would refuse. */
function theirs(text: string): string[] {
  const rich = new official.RichText({ text })
  rich.detectFacetsWithoutResolution()
  const kept: OfficialFacet[] = []
  for (const facet of [...(rich.facets ?? [])].sort(
    (a, b) => a.index.byteStart - b.index.byteStart || a.index.byteEnd - b.index.byteEnd,
  )) {
    if (facet.index.byteStart >= (kept.at(-1)?.index.byteEnd ?? 0)) kept.push(facet)
  }
  return kept.flatMap(({ index: { byteStart, byteEnd }, features: [feature] }) => {
    const kind = { link: 'link', mention: 'mention', tag: 'hashtag' }[feature?.$type.split('#')[1] ?? '']
    const value = feature?.uri ?? feature?.did ?? feature?.tag
    // The official client looks every mention up, and its server has no answer for what cannot be a handle.
    if (kind === 'mention' && !isValidHandle(`${value}`)) return []
    return [`${kind} ${byteStart}-${byteEnd} ${value}`]
  })
}
