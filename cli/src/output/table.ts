import { cleanLine } from './clean-text.ts'

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
// Scripts whose letters take two columns, and emoji.
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u
const withoutWidth = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

/** How many columns of a terminal a text takes. */
function widthOf(text: string): number {
  let width = 0
  for (const { segment } of segments.segment(text))
    width += withoutWidth.test(segment) ? 0 : wide.test(segment) || segment.includes('\ufe0f') ? 2 : 1
  return width
}

/** Cuts a text to a number of columns, with `…` where something is left out. */
export function shorten(text: string, columns: number): string {
  // A huge text is cut first, because its columns need not all be counted.
  const start = text.slice(0, columns * 16)
  if (start.length === text.length && widthOf(text) <= columns) return text
  let kept = ''
  let width = 1
  for (const { segment } of segments.segment(start)) {
    width += widthOf(segment)
    if (width > columns) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/**
 * Aligns rows in columns. With a width, the last column is cut so that each row stays on one line.
 * @param heads The names of the columns.
 */
export function alignTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number | null,
): string[] {
  const lines = [heads, ...rows].map((cells) => cells.map(cleanLine))
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => widthOf(cells[column] ?? ''))))
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0)
  const last = columns === null ? null : Math.max(12, columns - before)
  return lines.map((cells) =>
    cells
      .map((cell, column) => {
        if (column === heads.length - 1) return last === null ? cell : shorten(cell, last)
        return cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)))
      })
      .join('  ')
      .trimEnd(),
  )
}

/** Aligns names and values, one pair a line. Values that go over lines are indented, and empty ones left out. */
export function alignFacts(facts: readonly (readonly [string, string | null | undefined])[]): string[] {
  const shown = facts.flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, value] as const],
  )
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(
    ([name, value]) => `${name.padEnd(width)}  ${value.replaceAll('\n', `\n${' '.repeat(width + 2)}`)}`,
  )
}
