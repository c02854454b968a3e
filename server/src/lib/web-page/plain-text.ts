import { readHtml } from './read-html.ts'

/** The words of a post that a server shows as HTML, with its lines and paragraphs as line feeds. */
export function plainText(html: string): string {
  let words = ''
  // White space since a paragraph ended: it is dropped if another begins, and text if none does.
  let gap: string | null = null
  const endGap = () => {
    words += gap ?? ''
    gap = null
  }
  readHtml(html, {
    open: (name) => {
      if (name === 'p' && gap !== null) gap = '\n\n'
      endGap()
      if (name === 'br') words += '\n'
    },
    close: (name) => {
      endGap()
      if (name === 'p') gap = ''
    },
    text: (text) => {
      if (gap !== null && text.trim() === '') gap += text
      else {
        endGap()
        words += text
      }
    },
  })
  endGap()
  return words
}
