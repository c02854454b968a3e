import { readHtml } from './read-html.ts'

/** The `title` and `meta` elements of a page. */
export interface PageHead {
  readonly title: string
  /** By `property` or `name`, in lower case; of those said twice the first that says something. */
  readonly meta: ReadonlyMap<string, string>
}

// Titles and tags inside these are not the page's own.
const opaque = new Set(['script', 'style', 'textarea', 'template', 'noscript', 'svg', 'iframe'])
const mostNames = 500

/** Reads a page once from its beginning to its end, however broken or hostile it is. */
export function readHead(html: string): PageHead {
  const meta = new Map<string, string>()
  let title = ''
  let isTitle = false
  let hiddenIn: string | null = null
  readHtml(html, {
    open: (name, attributes) => {
      if (hiddenIn !== null) return
      if (opaque.has(name)) hiddenIn = name
      else if (name === 'meta') keepMeta(meta, attributes)
      else if (name === 'title') isTitle = title.trim() === ''
    },
    close: (name) => {
      if (name === hiddenIn) hiddenIn = null
      if (name === 'title') isTitle = false
    },
    text: (text) => {
      if (isTitle) title += text
    },
  })
  return { title, meta }
}

function keepMeta(meta: Map<string, string>, attributes: ReadonlyMap<string, string>): void {
  const content = attributes.get('content') ?? ''
  if (content.trim() === '') return
  for (const key of [attributes.get('property'), attributes.get('name')]) {
    const name = key?.trim().toLowerCase() ?? ''
    if (name !== '' && !meta.has(name) && meta.size < mostNames) meta.set(name, content)
  }
}
