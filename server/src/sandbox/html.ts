import { findRanges } from '../lib/text/text-ranges.ts'

/** Markup that is safe to send: what was written here, with everything put into it escaped. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | string | number | null | readonly Part[]

/** Escapes whatever stands in it unless it is Html itself; null is nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((all, text, index) => all + markupOf(parts[index - 1] ?? null) + text))
}

/** A text with its links to follow, its mentions and hashtags marked. Only http and https are links. */
export function linked(text: string): Html {
  const pieces: Html[] = []
  let at = 0
  for (const { kind, start, end } of findRanges(text)) {
    pieces.push(html`${text.slice(at, start)}`, marked(kind, text.slice(start, end)))
    at = end
  }
  return html`${[...pieces, html`${text.slice(at)}`]}`
}

/** A moment in words, in UTC. */
export function timeOf(moment: Date): Html {
  const words = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })
  return html`<time datetime="${moment.toISOString()}">${words.format(moment)} UTC</time>`
}

function marked(kind: 'link' | 'mention' | 'hashtag', words: string): Html {
  if (kind !== 'link') return html`<span class="tag">${words}</span>`
  if (!URL.canParse(words)) return html`${words}`
  return html`<a href="${words}" rel="noopener noreferrer nofollow ugc">${words}</a>`
}

function markupOf(part: Part): string {
  if (part === null) return ''
  if (part instanceof Html) return part.markup
  if (typeof part === 'object') return part.map(markupOf).join('')
  return String(part).replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
