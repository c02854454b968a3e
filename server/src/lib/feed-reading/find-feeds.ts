import { cleanText } from '../text/clean-text.ts'
import { readHtml } from '../web-page/read-html.ts'
import { mostNamed, type NamedFeed } from './feed-document.ts'

const types: readonly (string | undefined)[] = [
  'application/rss+xml',
  'application/atom+xml',
  'application/feed+json',
  'application/json',
  'application/rdf+xml',
]

/** The feeds that a page names in its `link` elements. Null where the text is no page. */
export function findFeeds(html: string, url: string): NamedFeed[] | null {
  const feeds = new Map<string, NamedFeed>()
  let isPage = false
  readHtml(html, {
    open: (name, attributes) => {
      if (name === 'html' || name === 'head' || name === 'body') isPage = true
      if (name !== 'link' || feeds.size >= mostNamed) return
      const rels = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
      const type = attributes.get('type')?.split(';', 1)[0]?.trim().toLowerCase()
      const found = URL.parse((attributes.get('href') ?? '').slice(0, 2_000), url)
      if (!rels.includes('alternate') || !types.includes(type) || !found || !/^https?:$/.test(found.protocol))
        return
      const title = cleanText(attributes.get('title') ?? '', 200)
      if (!feeds.has(found.href)) feeds.set(found.href, { url: found.href, title })
    },
    close: () => undefined,
    text: () => undefined,
  })
  return isPage || feeds.size > 0 ? [...feeds.values()] : null
}
