import type { Platform, SocialAccount } from '@crier/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../server/src/db/database.ts'
import { newId } from '../../server/src/lib/id.ts'
import { exampleAccounts } from '../../server/test/example-accounts.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { hasOption } from '../src/composer/content.ts'
import { commentRules, measureText } from '../src/composer/counting/counting.ts'

const texts = [
  '',
  'harbour',
  'Größe',
  'e\u0301'.repeat(5),
  '😀',
  '👍🏽 and 👨‍👩‍👧‍👦',
  '🇳🇱🇧🇪🇱🇺',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿 1️⃣ ❤️ 1⃣',
  '\u1112\u1161\u11ab',
  'नमस्ते',
  '海の写真 𠮷',
  'مَرْحَبًا',
  'a\r\nb\n\n\nc',
  'a\u200bb\ufeffc',
  `See https://example.org/${'a'.repeat(80)} now.`,
  'Two: http://example.com/a, https://example.org/b(c)d!',
  'Bread at example.com and bakery.de, mail@example.com',
  'Ask @ada@example.org and @grace #autumn_bread',
  `${'👋🏽 Hallo '.repeat(40)}https://example.com/${'x'.repeat(50)}`,
  'z'.repeat(600),
  `${'海'.repeat(290)}😀`,
]

let house: House
let accounts: SocialAccount[]
beforeAll(async () => {
  house = await startHouse({ worker: false })
  for (const { platform, settings } of exampleAccounts) {
    const id = newId()
    await house.db.run(sql`
      insert into social_accounts (workspace_id, id, mode, platform, external_id, username, display_name, profile_url,
        settings)
      values (${house.workspaceId}, ${id}, 'live', ${platform}, ${id}, 'ada', 'Ada', 'https://n.example',
        ${JSON.stringify(settings)}::jsonb)`)
  }
  accounts = (await house.request('GET', '/v1/social-accounts')).json.data
})
afterAll(() => house?.stop())

describe('the count in the browser (check 12)', () => {
  test.each(texts)('is that of the server on every network: %j', async (caption) => {
    const body = { caption, social_accounts: accounts.map(({ id }) => id) }
    const answer = await house.request('POST', '/v1/posts/validate', { body })
    expect(answer.status).toBe(200)
    for (const [index, { platform, limits }] of accounts.entries()) {
      if (limits.text === undefined) throw new Error(`${platform} says nothing of its texts.`)
      const { length, ranges } = answer.json.accounts[index]
      const { count, max, over } = measureText(caption, limits.text)
      expect([platform, count, max]).toEqual([platform, length.count, length.max])
      const excess = ranges.find(({ kind }: { kind: string }) => kind === 'over')
      expect([platform, over]).toEqual([platform, excess?.start ?? null])
    }
  })

  test('of 3,000 letters on ten accounts is there in a moment', () => {
    const rules = accounts.flatMap(({ limits }) => limits.text ?? []).slice(0, 10)
    const text = 'Größe und Brot 🥖 https://example.com/brot @ada '.repeat(64).slice(0, 3_000)
    const countAll = () => {
      const began = performance.now()
      for (const one of rules) measureText(text, one)
      return performance.now() - began
    }
    for (let round = 0; round < 20; round += 1) countAll()
    // Another process may take the processor away for a while, but hardly each time.
    expect(Math.min(...[1, 2, 3].map(countAll))).toBeLessThan(100)
  })

  test('of a first comment ends where the server finds it too long, on every network that has one', async () => {
    const platforms: Platform[] = (await house.request('GET', '/v1/platforms')).json.data
    const found: string[] = []
    for (const { id, platform: name, limits } of accounts) {
      const platform = platforms.find((each) => each.platform === name)
      if (limits.text === undefined || platform === undefined || !hasOption(platform, 'first_comment'))
        continue
      const rules = commentRules(limits.text, platform)
      const isTooLong = async (length: number) => {
        const first_comment = 'z'.repeat(length)
        expect(measureText(first_comment, rules).left).toBe(rules.max - length)
        const body = {
          caption: 'Tide',
          social_accounts: [id],
          platform_configurations: { [name]: { first_comment } },
        }
        const { json } = await house.request('POST', '/v1/posts/validate', { body })
        return /first_comment","code":"(?:text_)?too_long/.test(JSON.stringify(json))
      }
      expect([name, await isTooLong(rules.max), await isTooLong(rules.max + 1)]).toEqual([name, false, true])
      found.push(name)
    }
    expect(found).toContain('linkedin')
    expect(found.length).toBeGreaterThan(3)
  })
})
