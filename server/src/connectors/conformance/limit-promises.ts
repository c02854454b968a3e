import { expect } from 'vitest'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account, Connector, Draft, DraftMedia, Limits, TextUnit } from '../connector.ts'
import { describeMedia } from './pictures.ts'

interface Checkable {
  readonly connector: Connector
  readonly account: Account
  readonly options: JsonObject
}

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
    {
      title: 'finds one medium more than the limit of its kind, and media that may not stand together',
      keep: async (house) => {
        const limits = house.connector.limits(house.account)
        for (const kind of limits.media.kinds) {
          const media = mediaOf(limits, kind.kind, kind.max + 1)
          expect(problemPointers(house, { media: media.slice(1) })).toEqual([])
          expect(
            problemPointers(house, { media }).some((pointer) => pointer.startsWith('/media')),
            kind.kind,
          ).toBe(true)
        }
        if (limits.media.mixed || limits.media.kinds.length < 2) return
        const media = limits.media.kinds.flatMap((kind) => mediaOf(limits, kind.kind, 1)).slice(0, 2)
        expect(problemPointers(house, { media })).not.toEqual([])
      },
    },
    {
      title: 'finds an alt text that is too long, a type the network does not take, and a file too large',
      keep: async (house) => {
        const limits = house.connector.limits(house.account)
        const [image] = mediaOf(limits, 'image', 1)
        const altMax = limits.media.altTextMax
        if (!image) return
        expect(problemPointers(house, { media: [{ ...image, altText: 'a'.repeat(altMax) }] })).toEqual([])
        expect(onMedia(house, { ...image, altText: 'a'.repeat(altMax + 1) })).toBe(true)
        expect(onMedia(house, { ...image, mimeType: 'image/x-unheard-of' })).toBe(true)
        for (const { kind, maxBytes } of limits.media.kinds) {
          const [medium] = mediaOf(limits, kind, 1)
          if (!medium || maxBytes === null) continue
          expect(onMedia(house, { ...medium, bytes: maxBytes }), `${kind} at its limit of bytes`).toBe(false)
          expect(onMedia(house, { ...medium, bytes: maxBytes + 1 }), `${kind} over its limit of bytes`).toBe(
            true,
          )
        }
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
      return Buffer.byteLength(text)
    case 'weighted':
      return 2
  }
}

function fillUp(start: string, length: number): string {
  return start + 'a'.repeat(length - start.length)
}

function checkPart(house: Checkable, part: Partial<Draft>) {
  const limits = house.connector.limits(house.account)
  const media = limits.media.required ? mediaOf(limits, 'image', 1) : []
  const draft = { text: 'Good morning', media, options: house.options, thread: [], ...part }
  return house.connector.check(draft, house.account)
}

function problemPointers(house: Checkable, part: Partial<Draft>): string[] {
  return checkPart(house, part).problems.map((problem) => problem.pointer)
}

function onMedia(house: Checkable, medium: DraftMedia): boolean {
  return problemPointers(house, { media: [medium] }).some((pointer) => pointer.startsWith('/media/0'))
}

function mediaOf(limits: Limits, kind: DraftMedia['kind'], count: number): DraftMedia[] {
  const type = limits.media.kinds.find((limit) => limit.kind === kind)?.types[0] ?? 'image/png'
  return Array.from({ length: count }, () => describeMedia(kind, type))
}
