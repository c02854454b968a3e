import { type Html, html } from '../../lib/html.ts'

/**
 * Writes Markdown of our own pages as HTML: headings, paragraphs, lists, tables, code, emphasis, and links to other hosts.
 * A link to a file beside the page is its words alone. Everything else is kept as it is written.
 */
export function markdownHtml(text: string): Html {
  return html`${blocksOf(text.split('\n'))}`
}

/** Takes the lines of one block off the front; null where they begin another kind. */
type Take = (lines: string[]) => Html | null

function blocksOf(lines: readonly string[]): Html[] {
  const left = [...lines]
  const blocks: Html[] = []
  while (left.length > 0) {
    if (left[0]?.trim() === '') left.shift()
    else blocks.push(takeBlock(left))
  }
  return blocks
}

function takeBlock(lines: string[]): Html {
  for (const take of [takeCode, takeHeading, takeTable, takeList]) {
    const block = take(lines)
    if (block) return block
  }
  const paragraph = takeWhile(lines, (line, index) => index === 0 || !beginsBlock(line))
  return html`<p>${inline(paragraph.join('\n'))}</p>\n`
}

function takeWhile(lines: string[], fits: (line: string, index: number) => boolean): string[] {
  const end = lines.findIndex((line, index) => !fits(line, index))
  return lines.splice(0, end < 0 ? lines.length : end)
}

const fence = /^```/
const heading = /^(#{1,4}) (.*)$/
const item = /^(?:-|(\d{1,3})\.) +/

function beginsBlock(line: string): boolean {
  return (
    line.trim() === '' || fence.test(line) || heading.test(line) || item.test(line) || line.startsWith('|')
  )
}

const takeCode: Take = (lines) => {
  if (!fence.test(lines[0] ?? '')) return null
  lines.shift()
  const code = takeWhile(lines, (line) => !fence.test(line))
  lines.shift()
  return html`<pre>${code.join('\n')}</pre>\n`
}

const takeHeading: Take = (lines) => {
  const [, signs = '', words = ''] = heading.exec(lines[0] ?? '') ?? []
  if (signs === '') return null
  lines.shift()
  return signs.length < 3 ? html`<h2>${inline(words)}</h2>\n` : html`<h3>${inline(words)}</h3>\n`
}

const takeTable: Take = (lines) => {
  const rows = takeWhile(lines, (line) => line.startsWith('|')).map(cellsOf)
  const [heads, , ...body] = rows
  if (!heads) return null
  const head = heads.map((cell) => html`<th>${inline(cell)}</th>`)
  const rest = body.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>\n`)
  return html`<table>\n<tr>${head}</tr>\n${rest}</table>\n`
}

function cellsOf(line: string): string[] {
  const cells = line.split('|').slice(1)
  return (cells.at(-1)?.trim() === '' ? cells.slice(0, -1) : cells).map((cell) => cell.trim())
}

/** An item goes on in the lines that are indented, which may hold blocks of their own. */
const takeList: Take = (lines) => {
  const first = item.exec(lines[0] ?? '')
  if (!first) return null
  const items: Html[] = []
  for (let sign = first[0]; sign !== ''; sign = item.exec(lines[0] ?? '')?.[0] ?? '') {
    const text = (lines.shift() ?? '').slice(sign.length)
    const more = takeWhile(lines, (line, index) => /^ {2}/.test(line) || isGap(lines, index))
    items.push(html`<li>${itemOf([text, ...more.map((line) => line.slice(sign.length))])}</li>\n`)
  }
  const [, start] = first
  return start === undefined ? html`<ul>\n${items}</ul>\n` : html`<ol start="${start}">\n${items}</ol>\n`
}

/** An empty line after which an item goes on. */
function isGap(lines: readonly string[], index: number): boolean {
  return lines[index]?.trim() === '' && /^ {2}/.test(lines[index + 1] ?? '')
}

function itemOf(lines: readonly string[]): Html {
  const end = lines.findIndex((line, index) => index > 0 && beginsBlock(line))
  const words = lines.slice(0, end < 0 ? lines.length : end)
  return html`${inline(words.join('\n'))}${end < 0 ? null : blocksOf(lines.slice(end))}`
}

const marks =
  /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^[\]]+)\]\(([^()\s]+)\)|<(https:\/\/[^<>\s]+)>/g

function inline(text: string): Html {
  const parts: (Html | string)[] = []
  let done = 0
  for (const found of text.matchAll(marks)) {
    parts.push(text.slice(done, found.index), markOf(found))
    done = found.index + found[0].length
  }
  return html`${[...parts, text.slice(done)]}`
}

function markOf([, code, strong, weak, words, target = '', address]: RegExpExecArray): Html {
  if (code !== undefined) return html`<code>${code}</code>`
  if (strong !== undefined) return html`<strong>${inline(strong)}</strong>`
  if (weak !== undefined) return html`<em>${inline(weak)}</em>`
  if (address !== undefined) return html`<a href="${address}" rel="noreferrer">${address}</a>`
  const shown = inline(words ?? '')
  return target.startsWith('https://') ? html`<a href="${target}" rel="noreferrer">${shown}</a>` : shown
}
