import type { JsonObject } from '../../lib/json/json.ts'
import { type FoundRange, findRanges } from '../../lib/text/text-ranges.ts'
import { countText } from '../kit/text/count-text.ts'
import { blogNameOf } from './api.ts'
import { paragraphsOf } from './paragraphs.ts'

/** Source: github.com/tumblr/docs, npf-spec.md, Inline links and Inline Mentions. */
export const mostLinks = 100
export const mostMentions = 50

/** The blogs that a text mentions, by their names in lower case: their lasting ids, or null for a name that no blog has. */
export type Mentioned = ReadonlyMap<string, string | null>

/** The names after an at sign that blogs may have, in lower case, each once and no more of them than Tumblr takes. */
export function namesIn(text: string): string[] {
  const names = paragraphsOf(text).flatMap((paragraph) =>
    findRanges(paragraph).flatMap((range) => nameIn(paragraph, range) ?? []),
  )
  return [...new Set(names)].slice(0, mostMentions)
}

/** How often a text links and mentions, whether or not there is a blog of that name. */
export function countRanges(text: string): { links: number; mentions: number } {
  const ranges = paragraphsOf(text).flatMap((paragraph) =>
    findRanges(paragraph).map((range) =>
      linkIn(paragraph, range) !== null ? 'link' : nameIn(paragraph, range) !== null ? 'mention' : null,
    ),
  )
  const count = (kind: string) => ranges.filter((each) => each === kind).length
  return { links: count('link'), mentions: count('mention') }
}

/**
 * The text as blocks, with its links and mentions marked. Links and mentions beyond what Tumblr takes stay as they were written. Pure.
 * Source: npf-spec.md, Content Block Type: Text.
 */
export function textBlocks(text: string, mentioned: Mentioned): JsonObject[] {
  const left = { links: mostLinks, mentions: mostMentions }
  return paragraphsOf(text).map((paragraph): JsonObject => {
    const formatting: JsonObject[] = []
    const place = codePointsIn(paragraph)
    for (const range of findRanges(paragraph)) {
      const url = linkIn(paragraph, range)
      const uuid = mentioned.get(nameIn(paragraph, range) ?? '') ?? null
      const at = { start: place(range.start), end: place(range.end) }
      if (url !== null && left.links-- > 0) formatting.push({ ...at, type: 'link', url })
      if (uuid !== null && left.mentions-- > 0) formatting.push({ ...at, type: 'mention', blog: { uuid } })
    }
    return { type: 'text', text: paragraph, ...(formatting.length > 0 ? { formatting } : {}) }
  })
}

/**
 * Turns places of a text, in UTF-16 units and in ascending order, into code points, as Tumblr counts ranges.
 * Source: npf-spec.md, Inline Formatting within a Text Block.
 */
function codePointsIn(text: string): (place: number) => number {
  let [units, points] = [0, 0]
  return (place) => {
    points += countText(text.slice(units, place), 'codepoint')
    units = place
    return points
  }
}

function linkIn(paragraph: string, { kind, start, end }: FoundRange): string | null {
  const url = paragraph.slice(start, end)
  return kind === 'link' && URL.canParse(url) ? url : null
}

function nameIn(paragraph: string, { kind, start, end }: FoundRange): string | null {
  return kind === 'mention' ? (blogNameOf(paragraph.slice(start + 1, end))?.toLowerCase() ?? null) : null
}
