/** The checkable parts of a Markdown page. Fenced code is kept apart from prose. */
export interface Page {
  links: string[]
  anchors: string[]
  /** Words in backticks, in prose. */
  quoted: string[]
  fenced: string[]
  /** The texts of paragraphs and of items of lists, each in one line. Headings and tables are none. */
  paragraphs: string[]
}

/** Reads links, headings and code from a page. */
export function readMarkdown(text: string): Page {
  const { prose, fenced } = separate(text)
  const quoted = [...prose.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map((match) => match[1] ?? '')
  const plain = prose.replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length))
  const links = [
    ...[...plain.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)],
    ...[...plain.matchAll(/^\[[^\]]+\]:\s+(\S+)/gm)],
    ...[...plain.matchAll(/<(?:a|img)\b[^>]*?\b(?:href|src)="([^"]+)"/g)],
  ].map((match) => match[1] ?? '')
  return { links, quoted, fenced, anchors: anchorsOf(prose), paragraphs: paragraphsOf(prose) }
}

function separate(text: string): { prose: string; fenced: string[] } {
  const fenced: string[] = []
  const prose = text.replace(
    /^( *)(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^\1\2[ \t]*$/gm,
    (_all, _indent, _fence, code: string) => {
      fenced.push(code)
      return ''
    },
  )
  return { prose, fenced }
}

function paragraphsOf(prose: string): string[] {
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.)\s)/)
    .map((block) => block.trim())
    .filter((block) => !/^[#|<]/.test(block))
    .map((block) => block.replace(/^(?:[-*>]|\d+\.)\s+/, '').replace(/\s+/g, ' '))
}

// Anchors as GitHub makes them: a second heading with equal words gets `-1`.
function anchorsOf(prose: string): string[] {
  const seen = new Map<string, number>()
  return [...prose.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map((match) => {
    const slug = slugOf(match[1] ?? '')
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}
