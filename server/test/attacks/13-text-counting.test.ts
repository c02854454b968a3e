import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type ExampleAccount, exampleAccounts } from '../example-accounts.ts'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'

type Unit = 'grapheme' | 'codepoint' | 'utf16' | 'utf8' | 'weighted' | 'emoji_utf8'

/** Texts as people write them, counted by hand in every unit. */
const texts: [string, string, Record<Unit, number>][] = [
  ['letters', 'harbour', { grapheme: 7, codepoint: 7, utf16: 7, utf8: 7, weighted: 7, emoji_utf8: 7 }],
  [
    'letters beyond ASCII',
    'Größe',
    { grapheme: 5, codepoint: 5, utf16: 5, utf8: 7, weighted: 5, emoji_utf8: 5 },
  ],
  [
    'a letter and its mark apart',
    'e\u0301',
    { grapheme: 1, codepoint: 2, utf16: 2, utf8: 3, weighted: 1, emoji_utf8: 2 },
  ],
  [
    'an emoji of four bytes',
    '😀',
    { grapheme: 1, codepoint: 1, utf16: 2, utf8: 4, weighted: 2, emoji_utf8: 4 },
  ],
  [
    'an emoji with a skin',
    '👍🏽',
    { grapheme: 1, codepoint: 2, utf16: 4, utf8: 8, weighted: 2, emoji_utf8: 8 },
  ],
  [
    'a family joined by ZWJ',
    '👨‍👩‍👧‍👦',
    { grapheme: 1, codepoint: 7, utf16: 11, utf8: 25, weighted: 2, emoji_utf8: 25 },
  ],
  ['a flag', '🇳🇱', { grapheme: 1, codepoint: 2, utf16: 4, utf8: 8, weighted: 2, emoji_utf8: 8 }],
  [
    'three flags in a row',
    '🇳🇱🇧🇪🇱🇺',
    { grapheme: 3, codepoint: 6, utf16: 12, utf8: 24, weighted: 6, emoji_utf8: 24 },
  ],
  [
    'the flag of Scotland',
    '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    { grapheme: 1, codepoint: 7, utf16: 14, utf8: 28, weighted: 2, emoji_utf8: 28 },
  ],
  ['a keycap', '1️⃣', { grapheme: 1, codepoint: 3, utf16: 3, utf8: 7, weighted: 2, emoji_utf8: 7 }],
  [
    'a heart told to be red',
    '❤️',
    { grapheme: 1, codepoint: 2, utf16: 2, utf8: 6, weighted: 2, emoji_utf8: 6 },
  ],
  [
    'Hangul in its parts',
    '\u1112\u1161\u11ab',
    { grapheme: 1, codepoint: 3, utf16: 3, utf8: 9, weighted: 2, emoji_utf8: 3 },
  ],
  ['Devanagari', 'नमस्ते', { grapheme: 3, codepoint: 6, utf16: 6, utf8: 18, weighted: 6, emoji_utf8: 6 }],
  ['Chinese', '海の写真', { grapheme: 4, codepoint: 4, utf16: 4, utf8: 12, weighted: 8, emoji_utf8: 4 }],
  ['a rare Chinese sign', '𠮷', { grapheme: 1, codepoint: 1, utf16: 2, utf8: 4, weighted: 2, emoji_utf8: 1 }],
  [
    'Arabic with its vowels',
    'مَرْحَبًا',
    { grapheme: 5, codepoint: 9, utf16: 9, utf8: 18, weighted: 9, emoji_utf8: 9 },
  ],
  [
    'a word turned around',
    'a\u202Egpj.b',
    { grapheme: 7, codepoint: 7, utf16: 7, utf8: 9, weighted: 8, emoji_utf8: 7 },
  ],
  [
    'a zero-width space',
    'a\u200bb',
    { grapheme: 3, codepoint: 3, utf16: 3, utf8: 5, weighted: 3, emoji_utf8: 3 },
  ],
  [
    'a byte order mark',
    'a\ufeffb',
    { grapheme: 3, codepoint: 3, utf16: 3, utf8: 5, weighted: 4, emoji_utf8: 3 },
  ],
  [
    'a letter under a hundred marks',
    `a${'\u0301'.repeat(100)}`,
    { grapheme: 1, codepoint: 101, utf16: 101, utf8: 201, weighted: 100, emoji_utf8: 101 },
  ],
  [
    'a line break of Windows',
    'a\r\nb',
    { grapheme: 3, codepoint: 4, utf16: 4, utf8: 4, weighted: 4, emoji_utf8: 4 },
  ],
  [
    'three line feeds',
    'a\n\n\nb',
    { grapheme: 5, codepoint: 5, utf16: 5, utf8: 5, weighted: 5, emoji_utf8: 5 },
  ],
]

const inert = [
  '<script>alert(document.domain)</script>',
  '"><img src=x onerror=alert(1)>',
  "';alert(1)//",
  '{{7*7}} <%= 7*7 %> #{7*7}',
  '=cmd()|"/c calc"!A1',
  '+1+1\n-1-1\n@SUM(1,1)',
  'a\r\n{"level":60,"msg":"forged"}\r\nSet-Cookie: x=y',
  '\u001b[31mred\u001b[0m\u0007',
  'javascript:alert(1) [x](javascript:alert(1))',
  '../../etc/passwd',
  '\u202Egpj.exe\u2066\u2069',
  'x\u0085\u2028\u2029',
]

let room: Newsroom
let accounts: Counted[]
beforeAll(async () => {
  room = await openNewsroom({ worker: false })
  accounts = []
  for (const example of exampleAccounts) accounts.push(await insertAccount(example))
})
afterAll(() => room.stop())

interface Counted {
  id: string
  name: string
  max: number
  unit: Unit
  also: { max: number; unit: Unit }[]
  linkCost: number | null
}

async function insertAccount({ platform, settings }: ExampleAccount): Promise<Counted> {
  const id = newId()
  await room.db.run(sql`
    insert into social_accounts (workspace_id, id, mode, platform, external_id, username, display_name, profile_url,
      settings)
    values (${room.workspaceId}, ${id}, 'live', ${platform}, ${id}, 'ada', 'Ada', 'https://n.example',
      ${JSON.stringify(settings)}::jsonb)`)
  const { limits } = (await room.request('GET', `/v1/social-accounts/${id}`)).json
  const { max, unit, also, link_cost: linkCost } = limits.text
  return { id, name: `${platform} ${JSON.stringify(settings).slice(0, 90)}`, max, unit, also, linkCost }
}

interface Validated {
  length: { count: number; max: number; unit: string }
  problems: { pointer: string; code: string }[]
  ranges: { kind: string; start: number; end: number }[]
}

/** The findings of validate about a text, on every account. */
async function validate(caption: string, on = accounts): Promise<Validated[]> {
  const body = { caption, social_accounts: on.map(({ id }) => id) }
  const answer = await room.request('POST', '/v1/posts/validate', { body })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json.accounts
}

const tooLong = ({ problems }: Validated) =>
  problems.some(({ pointer, code }) => pointer === '/caption' && /long/.test(code))

describe('#13 a text', () => {
  it.each(texts)('is counted as each network says it counts: %s', async (_what, text, counts) => {
    const found = await validate(text)
    for (const [index, { name, max, unit }] of accounts.entries())
      expect([name, found[index]?.length]).toEqual([name, { count: counts[unit], max, unit }])
  })

  it.each(texts)('fits at the limit of each network and not one beyond: %s', async (_what, text, counts) => {
    for (const account of accounts) {
      // Kept apart by a letter, so that flags and marks do not join; filled up with letters to the very limit.
      const cost = (unit: Unit) => counts[unit] + 1
      const rooms = [account, ...account.also].map(({ max, unit }) => Math.floor(max / cost(unit)))
      const times = Math.min(...rooms)
      const filled = `${text}z`.repeat(times)
      const left = Math.min(...[account, ...account.also].map(({ max, unit }) => max - times * cost(unit)))
      const full = filled + 'z'.repeat(left)
      const [fits, over] = await Promise.all([validate(full, [account]), validate(`${full}z`, [account])])
      expect([account.name, fits.map(tooLong), over.map(tooLong)]).toEqual([account.name, [false], [true]])
    }
  })

  it('costs for its links what each network says that a link costs', async () => {
    const link = `https://example.org/${'a'.repeat(80)}`
    const found = await validate(`See ${link} now`)
    for (const [index, { name, linkCost }] of accounts.entries()) {
      expect([name, found[index]?.length.count]).toEqual([name, 8 + (linkCost ?? link.length)])
      expect(found[index]?.ranges).toContainEqual({ kind: 'link', start: 4, end: 4 + link.length })
    }
  })

  it('of 10,000 marks on one letter is one letter where letters count, and too long where bytes do', async () => {
    const found = await validate(`a${'\u0301'.repeat(10_000)}`)
    const counts = {
      grapheme: 1,
      codepoint: 10_001,
      utf16: 10_001,
      utf8: 20_001,
      weighted: 10_000,
      emoji_utf8: 10_001,
    }
    for (const [index, { name, max, unit, also }] of accounts.entries()) {
      expect([name, found[index]?.length.count]).toEqual([name, counts[unit]])
      if (counts[unit] > max || also.some((limit) => limit.unit === 'utf8'))
        expect(found[index]).toSatisfy(tooLong)
    }
  })

  it('has its ranges within it and in order, whatever it is', async () => {
    for (const [, text] of texts) {
      const caption = `${text} @ada@example.org #${text}tag https://example.org/${text} ${text.repeat(200)}`
      for (const { ranges } of await validate(caption)) {
        for (const { start, end } of ranges) {
          expect(start).toBeLessThan(end)
          expect(end).toBeLessThanOrEqual(caption.length)
          // No half of a character is marked.
          expect(caption.slice(start, end).isWellFormed()).toBe(true)
        }
      }
    }
  })
})

describe('#13 a text that means something elsewhere', () => {
  it('is kept to the letter, on the network too, and is only text in the feed', async () => {
    const house = await openNewsroom()
    const account = await house.account('Harbour')
    for (const caption of [...texts.map(([, text]) => text), ...inert]) {
      const post = await house.post({
        caption,
        social_accounts: [account],
        metadata: { note: caption },
        tags: [caption.slice(0, 40)],
      })
      const read = await house.request('GET', `/v1/posts/${post.id}`)
      expect([read.json.caption, read.json.metadata.note]).toEqual([caption, caption])
      await house.settled(post.id, ['posted'])
    }
    expect((await house.truth(account)).posts).toEqual([...texts.map(([, text]) => text), ...inert])
    const feed = await house.request('GET', `/v1/social-accounts/${account}/sandbox-feed`)
    const shown = feed.json.data.flatMap(({ posts }: { posts: { text: string }[] }) =>
      posts.map(({ text }) => text),
    )
    expect(shown.toReversed()).toEqual([...texts.map(([, text]) => text), ...inert].slice(-shown.length))
    expect(feed.headers.get('content-type')).toBe('application/json; charset=utf-8')
    await house.stop()
  })

  it('with NUL or half a character is refused, wherever it is said', async () => {
    for (const caption of ['a\\u0000b', '\\ud83d', 'x\\ude00']) {
      for (const raw of [
        `{"caption":"${caption}","social_accounts":["${accounts[0]?.id}"]}`,
        `{"platform_configurations":{"sandbox":{"caption":"${caption}"}},"social_accounts":["${accounts[0]?.id}"]}`,
        `{"caption":"x","metadata":{"${caption}":"x"},"social_accounts":["${accounts[0]?.id}"]}`,
      ]) {
        const headers = { 'content-type': 'application/json' }
        const answer = await room.request('POST', '/v1/posts/validate', { body: raw, headers })
        expect([answer.status, answer.json.errors[0].code]).toEqual([422, 'unstorable_text'])
      }
    }
  })
})

describe('#13 a text made to be slow', () => {
  const half = 120_000
  it.each([
    ['letters under 400 marks', `a${'\u0301'.repeat(399)}`.repeat(300)],
    ['a letter under 100,000 marks', `a${'\u0301'.repeat(100_000)}`],
    ['families', '👨‍👩‍👧‍👦'.repeat(9_000)],
    ['links', 'https://a.b '.repeat(20_000)],
    ['mentions', '@a.b '.repeat(48_000)],
    ['half mentions', '@a..-'.repeat(48_000)],
    ['a mention of points', `@a${'.'.repeat(half * 2)}`],
    ['hashtags', '#1_'.repeat(80_000)],
    ['brackets in a link', `https://a${'('.repeat(half)}${')'.repeat(half)}`],
    ['points after a link', `https://a${'.'.repeat(half * 2)}`],
    ['a domain without end', 'a.b.c.d.'.repeat(30_000)],
    ['line feeds', '\n'.repeat(half)],
    ['spaces', ' '.repeat(half * 2)],
  ])('does not keep others waiting: %s', async (_what, caption) => {
    // In this process, so that a busy machine does not count; what a request may cost for each account it names.
    const before = process.cpuUsage()
    await validate(caption)
    expect(process.cpuUsage(before).user / 1_000 / accounts.length).toBeLessThan(250)
  })

  it('does not fill the memory with what is found in it', async () => {
    const [sandbox] = accounts.filter(({ name }) => name.startsWith('sandbox'))
    if (!sandbox) throw new Error('There is no sandbox.')
    const caption = '@a.b '.repeat(48_000)
    const [found] = await validate(caption, [sandbox])
    expect(found?.ranges.length).toBeLessThan(1_010)
    expect(found?.ranges.at(-1)).toMatchObject({ kind: 'over', end: caption.length })
  })
})
