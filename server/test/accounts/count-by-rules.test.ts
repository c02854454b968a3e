// @module-tag slow
import { expect, inject, test } from 'vitest'
import { writeLimits } from '../../src/accounts/write-limits.ts'
import type { Account } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import {
  type CountingRules,
  countByRules,
  countLetters,
} from '../../src/connectors/kit/text/count-by-rules.ts'
import { requireConnector } from '../../src/connectors/of-platform.ts'
import type { JsonObject } from '../../src/lib/json/json.ts'
import { exampleAccounts } from '../example-accounts.ts'

/** Pieces of which people's texts are made. Neighbours may join. */
const pieces = [
  'harbour',
  ' ',
  '\n',
  '\r\n',
  'Größe',
  'e\u0301',
  '\u0301',
  '日本語',
  '𠮷',
  'नमस्ते',
  'مَرْحَبًا',
  '\u1112\u1161\u11ab',
  '😀',
  '👍🏽',
  '👨‍👩‍👧‍👦',
  '🐱‍👋',
  '\u200d',
  '\ufe0f',
  '🇳🇱',
  '🇧🇪🇱🇺',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  '1️⃣',
  '1⃣',
  '©',
  '❤️',
  '…',
  '“',
  ' https://example.org/a_(b)?c=d#e. ',
  ` https://example.org/${'a'.repeat(90)}`,
  '(http://localhost:3000/x)',
  ' example.com/path ',
  'https://日本.jp',
  ' @ada',
  ' @ada@social.example ',
  'https://example.org/@ada@social.example',
  ' #boats',
  ' @[Harbour](urn:li:organization:123) ',
  ' mail@example.org ',
  '\u200b',
  '.',
  ',',
]

const accounts = exampleAccounts.map(({ platform, settings }) => ({
  name: `${platform} ${JSON.stringify(settings).slice(0, 90)}`,
  connector: requireConnector({ connectors }, platform),
  account: { id: 'a', externalId: 'a', username: 'ada', settings } satisfies Account,
}))

function countOf({ connector, account }: (typeof accounts)[number], text: string, options: JsonObject) {
  const draft = { text, media: [], options, thread: [], optionMedia: [], mayFit: true }
  return connector.check(draft, account).length.count
}

/** The rules as they arrive at a client. */
function rulesOf({ connector, account }: (typeof accounts)[number]) {
  const { text } = JSON.parse(JSON.stringify(writeLimits(connector.limits(account), [])))
  return text as CountingRules & { also: { max: number; unit: 'utf8' }[]; fields: { option: string }[] }
}

test.each(accounts)('counts what the connector counts, from the answer of the API alone: $name', (each) => {
  const rules = rulesOf(each)
  for (const piece of pieces) {
    for (const text of [piece, piece.repeat(3), `a${piece}b`, `${piece}example.com`])
      expect([text, countByRules(text, rules)]).toEqual([text, countOf(each, text, {})])
  }
})

test.each(accounts)('counts any mixture of texts as the connector does: $name', (each) => {
  const seed = inject('seed')
  const random = createRandom(seed)
  const rules = rulesOf(each)
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: 1 + (random() % 9) }, () => pieces[random() % pieces.length]).join('')
    const label = `seed ${seed}, ${JSON.stringify(text)}`
    expect([label, countByRules(text, rules)]).toEqual([label, countOf(each, text, {})])
  }
})

test.each(accounts)('counts the options beside the text that the connector counts: $name', (each) => {
  const rules = rulesOf(each)
  for (const { option } of rules.fields) {
    const options = { [option]: 'Größe 👨‍👩‍👧‍👦' }
    expect(countByRules('harbour', rules, options)).toBe(countOf(each, 'harbour', options))
  }
})

test('names only options that the network has, and a limit that its form keeps', () => {
  for (const { connector, account } of accounts) {
    for (const { option, max } of connector.limits(account).text.rules?.fields ?? []) {
      const schema = connector.options.properties[option]
      expect(schema).toMatchObject({ type: 'string' })
      expect((schema as { maxLength?: number }).maxLength ?? max).toBeGreaterThanOrEqual(max)
    }
  }
})

test('says by weights, links and mentions what a unit cannot say', () => {
  for (const each of accounts) {
    const { unit, weights, link_cost: cost, links } = rulesOf(each)
    expect([each.name, weights !== null]).toEqual([each.name, unit === 'weighted'])
    expect([each.name, links !== null]).toEqual([each.name, cost !== null])
  }
})

test('counts further limits by their unit', () => {
  const family = '👨‍👩‍👧‍👦'
  const units = ['grapheme', 'codepoint', 'utf16', 'utf8', 'emoji_utf8'] as const
  expect(units.map((unit) => countLetters(`${family}é`, unit))).toEqual([2, 8, 12, 27, 26])
})

function createRandom(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}
