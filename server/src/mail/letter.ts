import { type Html, html } from '../lib/html.ts'
import type { Locale } from '../words/locales.ts'
import { type Said, type Speech, speechIn } from '../words/speech.ts'

/** The content of a mail, of which the plain text and the page are both made. It holds no words but those that a speech said. */
export interface Letter {
  /** The language in which it is written. */
  readonly locale: Locale
  readonly subject: Said
  readonly parts: readonly LetterPart[]
  /** The address at which one click ends mails of this kind. Null: the mail is about the reader’s own security. */
  readonly unsubscribeUrl: string | null
}

/** A paragraph, the link that the mail is about, a list of things with a link each, or a quiet link at the end. */
export type LetterPart =
  | { readonly kind: 'text'; readonly text: Said }
  | { readonly kind: 'link'; readonly label: Said; readonly url: string }
  | { readonly kind: 'list'; readonly items: readonly LetterItem[] }
  | { readonly kind: 'footer'; readonly label: Said; readonly url: string }

export interface LetterItem {
  readonly title: Said
  readonly detail: Said
  readonly url: string
}

const width = 72

/** The letter as plain text, in lines that every program shows whole. Addresses are never broken. */
export function writeText({ parts }: Letter): string {
  return `${parts.map(textOf).join('\n\n')}\n`
}

/** The letter as a page. Each value is escaped. It loads nothing, so that nobody learns whether it was opened. */
export function writePage({ locale, subject, parts }: Letter): string {
  const speech = speechIn(locale)
  return html`<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:34em;margin:0 auto;overflow-wrap:anywhere">
${parts.map((part) => pageOf(part, speech))}
</div>
</body>
</html>
`.markup
}

function textOf(part: LetterPart): string {
  switch (part.kind) {
    case 'text':
      return fold(part.text)
    case 'link':
    case 'footer':
      return `${part.label}:\n${part.url}`
    case 'list':
      return part.items
        .map(({ title, detail, url }) => [fold(title), ...(detail ? [fold(detail)] : []), url].join('\n'))
        .join('\n\n')
  }
}

function pageOf(part: LetterPart, { text }: Speech): Html {
  switch (part.kind) {
    case 'text':
      return html`<p>${part.text}</p>\n`
    case 'link':
      return html`<p><a href="${part.url}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0F5E63;color:#FFFFFF;font-weight:600;text-decoration:none">${part.label}</a></p>
<p style="font-size:14px">${text('Or copy this address: {url}', { url: part.url })}</p>\n`
    case 'footer':
      return html`<p style="font-size:14px"><a href="${part.url}">${part.label}</a></p>\n`
    case 'list':
      return html`<ul style="padding-left:1.2em">${part.items.map(itemOf)}</ul>\n`
  }
}

function itemOf({ title, detail, url }: LetterItem): Html {
  return html`<li style="margin:0 0 12px"><a href="${url}">${title}</a>${detail && html`<br>${detail}`}</li>\n`
}

/** Breaks a paragraph between words. */
function fold(text: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}
