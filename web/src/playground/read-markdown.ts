/** A piece of a line: words, code, or a link to another page. */
export type Inline =
  | { readonly kind: 'words' | 'code' | 'strong'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

export type Block =
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }

/**
 * Reads the Markdown that descriptions are written in: paragraphs, lists, code, strong words and links. Anything else, HTML
 * included, stays the words that it is.
 */
export function readMarkdown(text: string): readonly Block[] {
  return text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readBlock)
}

function readBlock(part: string): Block {
  if (part.startsWith('```'))
    return { kind: 'code', text: part.replace(/^```\w*\n?/, '').replace(/\n?```$/, '') }
  const lines = part.split('\n')
  if (!lines[0]?.startsWith('- ')) return { kind: 'paragraph', inlines: readInlines(lines.join(' ')) }
  const items = part.slice(2).split('\n- ')
  return { kind: 'list', items: items.map((item) => readInlines(item.replaceAll('\n', ' '))) }
}

const piece = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g

/** Reads one line. */
export function readInlines(line: string): readonly Inline[] {
  const inlines: Inline[] = []
  let at = 0
  for (const match of line.matchAll(piece)) {
    if (match.index > at) inlines.push({ kind: 'words', text: line.slice(at, match.index) })
    inlines.push(inlineOf(match))
    at = match.index + match[0].length
  }
  if (at < line.length) inlines.push({ kind: 'words', text: line.slice(at) })
  return inlines
}

function inlineOf([whole, code, strong, text, href = '']: RegExpMatchArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code }
  if (strong !== undefined) return { kind: 'strong', text: strong }
  // An address that could run something, such as `javascript:`, is no link.
  return text !== undefined && /^https?:\/\//.test(href)
    ? { kind: 'link', text, href }
    : { kind: 'words', text: whole }
}
