import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string }[]
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
// Every rule is applied; only those that found something describe their places.
const look = `axe.run(document, ${JSON.stringify({ runOnly: tags, resultTypes: ['violations'] })})
  .then(({ violations }) => violations.map(({ id, help, nodes }) =>
    ({ id, help, nodes: nodes.map(({ html }) => ({ html })) })))`

// A page learns of a new size in the frame after it, and shows what follows from it when it has time. A dialog that fades in has its
// colours when that is over. The state is asked for, frame by frame: a fade that gives way to another in the middle never says that it
// has finished.
const settled = `new Promise((settle) =>
  requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(settle, { timeout: 2000 }))))
  .then(() => new Promise((settle) => {
    const isFading = ({ effect, playState }) =>
      playState === 'running' && effect.getComputedTiming().endTime < Infinity
    const look = () => document.getAnimations().some(isFading) ? requestAnimationFrame(look) : settle()
    look()
  }))`

/** Fails where a page has anything that keeps people from using it, by the rules of WCAG 2.2 AA and axe's best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  // The page's own policy forbids inline scripts; the browser's own door does not.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(source)
  await page.locator('h1').first().waitFor()
  await page.evaluate(settled)
  const found = (await page.evaluate(look)) as Violation[]
  const lines = found.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `  ${html}`).join('\n')}`,
  )
  expect(lines.join('\n')).toBe('')
}

/** Fails where one must scroll sideways, or where something to press is smaller than 24 × 24 CSS pixels. */
export async function expectFits(page: Page): Promise<void> {
  // The frame of the app stands before the page in it.
  await page.locator('h1').first().waitFor()
  await page.evaluate(settled)
  const found = await page.evaluate(`(() => {
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth
    const small = [...document.querySelectorAll('button, a[href], input, select, textarea, [role=button]')]
      .filter((each) => {
        const { width, height } = each.getBoundingClientRect()
        const isShown = width > 1 && height > 1 && getComputedStyle(each).visibility === 'visible'
        const isInText = each.matches('a') && getComputedStyle(each).display === 'inline'
        const label = each.closest('label')?.getBoundingClientRect()
        const reach = label ?? { width, height }
        return isShown && !isInText && (reach.width < 24 || reach.height < 24)
      })
      .map((each) => each.outerHTML.slice(0, 120))
    return { wide, small, headings: document.querySelectorAll('h1').length }
  })()`)
  expect(found).toEqual({ wide: false, small: [], headings: 1 })
}

/** Fails where a page keeps anybody from using it, in either theme, at a desk or on a phone. */
export async function expectUsable(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  await expectFits(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectFits(page)
}
