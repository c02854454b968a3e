import { expect } from 'vitest'
import type { Engine } from './engine.ts'

/** The hands and eyes of a person at a page: they see words, press what has a name, and type. */
export interface Hands {
  /** Waits until the page shows words. */
  sees(words: string): Promise<void>
  /** Presses a button, link, field or choice by its name, or by how its name begins. */
  presses(name: string): Promise<void>
  types(text: string): Promise<void>
  /** Presses keys together, such as `Control` and `k`. */
  keys(...together: readonly string[]): Promise<void>
  /** Takes hold of an element by its selector, and lets go of it over another. */
  drags(what: string, onto: string): Promise<void>
}

// The code points that stand for keys without a letter, by WebDriver.
const namedKeys: Readonly<Record<string, string>> = {
  Control: '\uE009',
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
}

// Runs in the page. An element that is covered, as by a dialog, is not one that can be pressed.
const finding = `
  const isPressable = (each) => {
    const { left, top, width, height } = each.getBoundingClientRect()
    if (width === 0 || height === 0) return false
    const at = document.elementFromPoint(left + width / 2, top + height / 2)
    return at !== null && (each.contains(at) || at.contains(each) || at.closest('label')?.contains(each))
  }
  const nameOf = (each) => (each.ariaLabel ?? each.labels?.[0]?.innerText ?? each.innerText ?? '').trim()
  const centre = (each) => {
    each.scrollIntoView({ block: 'center' })
    if (!isPressable(each)) return null
    const { left, top, width, height } = each.getBoundingClientRect()
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  }`

interface Place {
  readonly x: number
  readonly y: number
}

export function handsOf(engine: Engine): Hands {
  /** The middle of an element that an expression of the page finds, once there is one that can be pressed. */
  const placeOf = async (found: string, what: string): Promise<Place> => {
    let place: Place | null = null
    await expect
      .poll(
        async () => {
          place = await engine.run<Place | null>(`(() => { ${finding}
            const each = ${found}
            return each === undefined || each === null ? null : centre(each) })()`)
          return place
        },
        { timeout: 30_000, message: `${engine.name} finds ${what}` },
      )
      .not.toBeNull()
    if (place === null) throw new Error(`${engine.name} does not find ${what}`)
    return place
  }
  const pressAt = ({ x, y }: Place) =>
    engine.act([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x, y, duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  return {
    sees: (words) =>
      expect
        .poll(() => engine.run<string>('document.body.innerText'), { timeout: 30_000, message: engine.name })
        .toContain(words),
    presses: async (name) => {
      const words = JSON.stringify(name)
      const named = (matches: string) =>
        `pressable.find((each) => ${matches} && isPressable(each)) ?? pressable.find((each) => ${matches})`
      const found = `(() => {
        const pressable = [...document.querySelectorAll('button, a[href], input, textarea, summary, [role=option]')]
        return (${named(`nameOf(each) === ${words}`)}) ?? (${named(`nameOf(each).startsWith(${words})`)})
      })()`
      await pressAt(await placeOf(found, `“${name}”`))
    },
    types: (text) => engine.act([{ type: 'key', id: 'keyboard', actions: [...text].flatMap(strike) }]),
    keys: async (...together) => {
      const values = together.map((key) => namedKeys[key] ?? key)
      await engine.act([
        {
          type: 'key',
          id: 'keyboard',
          actions: [
            ...values.map((value) => ({ type: 'keyDown', value })),
            ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
          ],
        },
      ])
    },
    drags: async (what, onto) => {
      const placeOfOne = (selector: string) =>
        placeOf(`document.querySelector(${JSON.stringify(selector)})`, selector)
      const to = await placeOfOne(onto)
      const from = await placeOfOne(what)
      await engine.act([
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', ...from, duration: 0 },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerMove', x: from.x + 8, y: from.y + 8, duration: 50 },
            { type: 'pointerMove', ...to, duration: 200 },
            { type: 'pause', duration: 100 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ])
    },
  }
}

const strike = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]
