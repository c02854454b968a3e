import { type Html, html } from '../lib/html.ts'
import { findRanges } from '../lib/text/text-ranges.ts'

/** Renders a text with its links, mentions and hashtags. Only http and https become links. */
export function linked(text: string): Html {
  const pieces: Html[] = []
  let at = 0
  for (const { kind, start, end } of findRanges(text)) {
    pieces.push(html`${text.slice(at, start)}`, marked(kind, text.slice(start, end)))
    at = end
  }
  return html`${[...pieces, html`${text.slice(at)}`]}`
}

/** Formats a moment in UTC. */
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
