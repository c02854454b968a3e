import { expect } from 'vitest'
import type { TextUnit } from '../connector.ts'
import { type Checkable, checkPart, problemPointers } from './checking.ts'
import { mediaPromises } from './media-promises.ts'

interface Powers<House extends Checkable> {
  publishText: (house: House, text: string) => Promise<void>
  unique: (text: string) => string
}

interface LimitPromise<House> {
  readonly title: string
  keep(house: House): Promise<void>
}

/** One more than a limit is found without the network; the limit itself is accepted, by the network too. */
export function limitPromises<House extends Checkable>(powers: Powers<House>): LimitPromise<House>[] {
  const { publishText, unique } = powers
  return [
    {
      title: 'publishes a text at the limit and finds one letter more, and where it is',
      keep: async (house) => {
        const { max, unit } = house.connector.limits(house.account).text
        const text = fillUp(unique('x'), max)
        const checked = checkPart(house, { text })
        expect(checked).toMatchObject({ problems: [], length: { count: max, max, unit } })
        await publishText(house, text)
        const over = checkPart(house, { text: `${text}z` })
        expect(over.problems.map(({ pointer }) => pointer)).toEqual(['/text'])
        expect(over.length.count).toBe(max + 1)
        expect(over.ranges).toContainEqual({ kind: 'over', start: max, end: max + 1 })
      },
    },
    {
      title: 'finds a text that is over a second limit although it is within the first',
      keep: async (house) => {
        const { text } = house.connector.limits(house.account)
        for (const also of text.also) {
          const count = Math.floor(also.max / costOf(family, also.unit)) + 1
          if (count * costOf(family, text.unit) > text.max) continue
          expect(problemPointers(house, { text: family.repeat(count) })).toContain('/text')
          expect(problemPointers(house, { text: family.repeat(count - 1) })).toEqual([])
        }
      },
    },
    ...mediaPromises,
    {
      title: 'says each problem and warning at a place of the draft, in a code and a sentence',
      keep: async (house) => {
        const linked = `${unique('See')} https://example.com/a`
        const limits = house.connector.limits(house.account).text
        for (const text of [linked, fillUp('', limits.max + 1), '']) {
          const { problems, warnings } = checkPart(house, { text, thread: [{ text, media: [] }] })
          for (const { pointer, code, detail } of [...problems, ...warnings]) {
            expect(pointer).toMatch(/^\/(?:text|media|options|thread\/0)(?:\/|$)/)
            expect(code).toMatch(/^[a-z][a-z_]*$/)
            expect(String(detail)).toMatch(/^[A-Z“"].*\.$/s)
          }
        }
        expect(checkPart(house, { text: linked }).problems, 'a warning stops nothing').toEqual([])
      },
    },
    {
      title: 'finds a draft that says nothing',
      keep: async (house) => {
        expect(problemPointers(house, { text: '', media: [] })).not.toEqual([])
        expect(problemPointers(house, { text: ' \n ', media: [] })).not.toEqual([])
      },
    },
    {
      title: 'finds a thread that is too long, and a part of it that is',
      keep: async (house) => {
        const limits = house.connector.limits(house.account)
        const parts = Array.from({ length: limits.threadMax }, (_, index) => ({
          text: `part ${index}`,
          media: [],
        }))
        expect(problemPointers(house, { thread: parts.slice(1) })).toEqual([])
        expect(
          problemPointers(house, { thread: parts }).some((pointer) => pointer.startsWith('/thread')),
        ).toBe(true)
        if (limits.threadMax < 2) return
        const thread = [{ text: fillUp('', limits.text.max + 1), media: [] }]
        expect(problemPointers(house, { thread })).toEqual(['/thread/0/text'])
      },
    },
  ]
}

// One grapheme that costs more in every other unit.
const family = '👩‍👩‍👧‍👦'

function costOf(text: string, unit: TextUnit): number {
  switch (unit) {
    case 'grapheme':
      return 1
    case 'codepoint':
      return [...text].length
    case 'utf16':
      return text.length
    case 'utf8':
    case 'emoji_utf8':
      return Buffer.byteLength(text)
    case 'weighted':
      return 2
  }
}

function fillUp(start: string, length: number): string {
  return start + 'a'.repeat(length - start.length)
}
