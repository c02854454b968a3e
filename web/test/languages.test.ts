import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePoFile } from '@lingui/format-po'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { compileMessage } from '../src/boot/compile-message.ts'
import { expectFits } from './axe.ts'
import { type FullHouse, openFullHouse } from './full-house.ts'
import { desktop, type OpenApp, openApp, phone } from './open-app.ts'

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

  const pages = ['/calendar', '/posts/new', '/needs-you', '/accounts', '/settings/team', '/settings/api-keys']

  test.each([
    ['de', phone],
    ['es', phone],
    ['pseudo', desktop],
  ] as const)('nothing is clipped and nothing lies over another: %s', async (language, device) => {
    const app = await openApp(house, { mode: 'live', device, path: '/more' })
    await app.page.evaluate(`localStorage.setItem('crier-language', '${language}')`)
    for (const path of [...pages, house.paths.lost]) {
      await app.goTo(path)
      await app.page.getByRole('heading', { level: 1 }).first().waitFor()
      await expectFits(app.page)
      expect([path, await clipped(app)]).toEqual([path, []])
    }
    expect(await app.page.evaluate('document.documentElement.lang')).toBe(
      language === 'pseudo' ? 'en' : language,
    )
    await app.close()
  })

  test('pages may be read from right to left', async () => {
    const app = await openApp(house, { mode: 'live', path: '/calendar' })
    for (const path of pages) {
      await app.goTo(path)
      await app.page.getByRole('heading', { level: 1 }).first().waitFor()
      await app.page.evaluate("document.documentElement.dir = 'rtl'")
      await expectFits(app.page)
    }
    await app.close()
  })
})

/** Buttons, links and headings whose words are wider than they are, where they are not meant to end in an ellipsis. */
function clipped({ page }: OpenApp): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('button, h1, h2, h3, label, [role=tab]')]
    .filter((each) => each.offsetParent !== null && each.scrollWidth > each.clientWidth + 1)
    .filter((each) => getComputedStyle(each).textOverflow !== 'ellipsis' && getComputedStyle(each).display !== 'inline')
    .map((each) => each.textContent)`)
}
