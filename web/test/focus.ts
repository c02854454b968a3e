import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Checks that one sees where the focus is: every kind of thing that Tab reaches, or something close around it, gets an outline
 * that stands out from its ground by 3 to 1. Things that look alike by their classes are tried once.
 */
export async function expectFocusSeen(page: Page): Promise<void> {
  expect(await page.evaluate<string[]>(findUnseen)).toEqual([])
}

/** Checks that Tab goes on a page as one reads it: never up or back again within the page, and by nobody's numbers. */
export async function expectFocusInOrder(page: Page): Promise<void> {
  expect(await page.evaluate<string[]>(findDisorder)).toEqual([])
}

/** Checks that the focus is in the page: at its heading, at that of a part that has just come, or at what one came for. */
export async function expectFocusInPage(page: Page): Promise<void> {
  const isThere = `document.activeElement?.matches('main h1, main h2[tabindex="-1"], main textarea, main input') ?? false`
  await expect.poll(() => page.evaluate(isThere)).toBe(true)
}

const findDisorder = `(() => {
  // A part out of sight has the size of its placeholder, which its content may stand out of: Tab would bring it into sight.
  const unseen = [...document.querySelectorAll('main *')]
    .filter((each) => getComputedStyle(each).contentVisibility === 'auto')
  for (const { style } of unseen) style.contentVisibility = 'visible'
  const all = [...document.querySelectorAll('main :is(a[href], button, input, select, textarea, summary, video, [tabindex])')]
    .filter((each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility({ visibilityProperty: true }))
  // What sticks to the edge of a window stands over its place.
  const sticks = (part) => {
    for (let each = part; each !== null && each.localName !== 'main'; each = each.parentElement)
      if (['sticky', 'fixed'].includes(getComputedStyle(each).position)) return true
    return false
  }
  const name = (part) => (part.textContent || part.ariaLabel || part.outerHTML).slice(0, 60)
  const numbered = all.filter(({ tabIndex }) => tabIndex > 0).map((each) => 'numbered: ' + name(each))
  const back = all.slice(1).flatMap((after, index) => {
    const before = all[index]
    const [from, to] = [before, after].map((each) => each.getBoundingClientRect())
    if (from.width < 2 || to.width < 2 || sticks(before) || sticks(after)) return []
    const isUp = to.bottom <= from.top + 1 && to.left < from.right
    const isBack = Math.abs(to.top - from.top) < 6 && to.right <= from.left
    return isUp || isBack ? [name(before) + ' → ' + name(after)] : []
  })
  for (const { style } of unseen) style.contentVisibility = ''
  return [...numbered, ...back]
})()`

const findUnseen = `(() => {
  const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const paint = (color) => {
    brush.clearRect(0, 0, 1, 1)
    brush.fillStyle = color
    brush.fillRect(0, 0, 1, 1)
    return [...brush.getImageData(0, 0, 1, 1).data]
  }
  const light = ([r, g, b]) => {
    const part = (value) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
  }
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
  const groundOf = (element) => {
    for (let each = element; each !== null; each = each.parentElement) {
      const color = paint(getComputedStyle(each).backgroundColor)
      if (color[3] === 255) return color
    }
    return paint('white')
  }
  const isRing = (element) => {
    const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element)
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return false
    const isInside = Number.parseFloat(outlineOffset) < 0
    return contrast(paint(outlineColor), groundOf(isInside ? element : element.parentElement)) >= 3
  }
  const wrong = []
  const tried = new Set()
  const all = 'a[href], button, input, select, textarea, summary, video, [tabindex], [contenteditable=true]'
  for (const element of document.querySelectorAll(all)) {
    const isReached = element.tabIndex >= 0 && !element.disabled && element.closest('[inert]') === null
    if (!isReached || !element.checkVisibility({ visibilityProperty: true })) continue
    const name = [element.localName, element.type ?? '', element.className].join(' ')
    if (tried.has(name)) continue
    tried.add(name)
    element.focus({ focusVisible: true, preventScroll: true })
    if (document.activeElement !== element) continue
    const around = [element, element.parentElement, element.parentElement?.parentElement, element.nextElementSibling]
    if (!around.some((each) => each != null && isRing(each))) wrong.push(element.outerHTML.slice(0, 160))
  }
  return wrong
})()`
