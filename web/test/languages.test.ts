import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePoFile } from '@lingui/format-po'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { until } from '../../server/test/stories/until.ts'
import { compileMessage } from '../src/boot/compile-message.ts'
import { expectFits } from './axe.ts'
import { type FullHouse, openFullHouse } from './full-house.ts'
import { desktop, type OpenApp, openApp, phone } from './open-app.ts'
import { pagePaths } from './page-paths.ts'
import { closeQuietly } from './stranger.ts'

const catalogue = (language: string) => {
  const text = readFileSync(join(import.meta.dirname, `../src/locales/${language}.po`), 'utf8')
  return parsePoFile(text).items
}

describe.each(['de', 'es'])('the catalogue of %s (check 25)', (language) => {
  test('has every text, with the arguments and tags of the English one', () => {
    const items = catalogue(language)
    expect(items.length).toBeGreaterThan(300)
    const wrong = items.flatMap(({ msgid, msgstr, obsolete, extractedComments }) => {
      if (obsolete) return []
      const english = englishOf(msgid, extractedComments)
      const [words = ''] = msgstr
      if (words.trim() === '') return [`not translated: ${english}`]
      return String(parts(english)) === String(parts(words)) ? [] : [`other arguments: ${english} → ${words}`]
    })
    expect(wrong).toEqual([])
  })
})

/** The arguments and tags of a text, in the order of the alphabet. */
function parts(text: string): string[] {
  const names = (tokens: unknown): string[] => {
    if (!Array.isArray(tokens)) return []
    return tokens.flatMap((token) => {
      if (!Array.isArray(token)) return []
      const [name, , cases] = token
      return [`{${name}}`, ...Object.values(cases ?? {}).flatMap(names)]
    })
  }
  return [...new Set([...names(compileMessage(text)), ...(text.match(/<\/?\d+\/?>/g) ?? [])])].sort()
}

/** Messages with an id made from their words carry them as a comment. */
function englishOf(id: string, comments: readonly string[]): string {
  return (
    comments
      .map((each) => /^js-lingui-explicit-id$|^(.*)$/.exec(each)?.[1] ?? '')
      .find((each) => each !== '') ?? id
  )
}

describe('in other languages (check 25)', () => {
  let house: FullHouse
  beforeEach(skipWithout('chromium'))
  beforeAll(async () => {
    if (isHere('chromium')) house = await openFullHouse()
  })
  afterAll(() => house?.stop())

  test.each([
    ['de', phone],
    ['es', phone],
    ['pseudo', desktop],
  ] as const)(
    'nothing is clipped or left in English, and the longest texts may be read from right to left: %s',
    { timeout: 240_000 },
    async (language, device) => {
      const app = await openApp(house, { mode: 'live', device, path: '/more', person: house.owner })
      const said = hearServer(app.page)
      await app.page.evaluate(`localStorage.setItem('crier-language', '${language}')`)
      const wrong: unknown[] = []
      for (const path of Object.values(pagePaths(house))) {
        await app.goTo(path)
        await app.page.getByRole('heading', { level: 1 }).first().waitFor()
        await expectFits(app.page).catch((error: Error) => wrong.push([path, error.message]))
        const found = await clipped(app)
        if (language === 'pseudo') {
          // A page may show what the device remembers before the server's words were heard here.
          await until(
            () => plainWords(app, said),
            (words) => words.length === 0,
            5_000,
          ).catch((error: Error) => found.push(error.message))
        }
        if (found.length > 0) wrong.push([path, found])
        if (language === 'pseudo') wrong.push(...(await fromRightToLeft(app)))
      }
      expect(wrong).toEqual([])
      expect(await app.page.evaluate('document.documentElement.lang')).toBe(
        language === 'pseudo' ? 'en' : language,
      )
      await closeQuietly(app.browser)
    },
  )
})

/** Turns the page that is open as a language like Arabic would; answers what does not fit then. */
async function fromRightToLeft({ page }: OpenApp): Promise<string[]> {
  await page.evaluate("document.documentElement.dir = 'rtl'")
  return expectFits(page).then(
    () => [],
    (error: Error) => [`${page.url()}, from right to left: ${error.message}`],
  )
}

/** Buttons, links and headings whose words are wider than they are, where they are not meant to end in an ellipsis. */
function clipped({ page }: OpenApp): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('button, h1, h2, h3, label, [role=tab]')]
    .filter((each) => each.offsetParent !== null && each.scrollWidth > each.clientWidth + 1)
    .filter((each) => getComputedStyle(each).textOverflow !== 'ellipsis' && getComputedStyle(each).display !== 'inline')
    .map((each) => each.textContent)`)
}

/** Collects every word that the server said to a page: names, texts of people, words of networks. */
function hearServer(page: Page): Set<string> {
  const said = new Set<string>()
  page.on('response', (answer) => {
    if (!/json/.test(answer.headers()['content-type'] ?? '')) return
    // An answer of a page that was left is not there any more.
    void answer.text().then(
      (text) => {
        for (const word of wordsOf(text)) said.add(word)
      },
      () => undefined,
    )
  })
  return said
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]{3,}/g) ?? []

const writerOf = (from: Date) => (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(from)

/** The words that the browser itself writes: days, months, distances, and names that are the same in every language. */
const ownWords = new Set([
  ...wordsOf(
    // Steps of 31 days come through all months, and through all days of a week.
    Array.from({ length: 24 }, (_, step) => writerOf(new Date(Date.UTC(2026, 0, 1 + 31 * step))))
      .flatMap((write) => [write({ dateStyle: 'full' }), write({ month: 'short', weekday: 'short' })])
      .join(' '),
  ),
  ...wordsOf(
    'seconds second sec minutes minute min hours hour hrs days day yesterday today tomorrow now ago next last and',
  ),
  ...wordsOf('crier api png jpeg json curl typescript english deutsch español ctrl android iphone ipad'),
])

/** The texts of a page whose letters are all plain: the pseudo-locale gives accents to whatever can be translated. */
async function plainWords({ page }: OpenApp, said: ReadonlySet<string>): Promise<string[]> {
  const texts = await page.evaluate<string[]>(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) {
      const { parentElement: part, textContent: text } = walker.currentNode
      const isData = part.closest('script, style, code, pre, kbd, textarea, [lang]:not(html)') !== null
      if (!isData && part.checkVisibility({ visibilityProperty: true })) texts.push(text.trim())
    }
    return texts
  })()`)
  return texts.filter((text) => {
    if (/[^\p{ASCII}‘’“”…·–×→←↑↓⌘]/u.test(text)) return false
    return wordsOf(text).some((word) => !said.has(word) && !ownWords.has(word))
  })
}
