import { mostItems, newRawItem, type RawFeed, type RawItem } from './feed-document.ts'

/** Reads a JSON Feed (jsonfeed.org, versions 1 and 1.1). Null where it is none. */
export function readJsonFeed(text: string): RawFeed | 'too_many' | null {
  const feed = membersOf(parse(text))
  const { items } = feed
  if (!text.length || !/^https?:\/\/(?:www\.)?jsonfeed\.org\/version\//.test(textOf(feed.version)))
    return null
  if (!Array.isArray(items)) return null
  if (items.length > mostItems) return 'too_many'
  const author = authorOf(feed)
  return {
    format: 'json',
    title: textOf(feed.title),
    siteUrl: textOf(feed.home_page_url),
    ttlMinutes: null,
    items: items.map((each) => {
      const item = itemOf(membersOf(each))
      item.author ||= author
      return item
    }),
  }
}

type Members = Readonly<Record<string, unknown>>

function itemOf(members: Members): RawItem {
  const attachments = listOf(members.attachments).map(membersOf)
  const pictures = [members.image, members.banner_image]
    .map(textOf)
    .concat(attachments.flatMap((each) => (/^image\//.test(textOf(each.mime_type)) ? textOf(each.url) : [])))
  const html = textOf(members.content_html)
  const plain = textOf(members.content_text)
  const summary = textOf(members.summary)
  return {
    ...newRawItem(),
    id: typeof members.id === 'number' ? String(members.id) : textOf(members.id),
    link: textOf(members.url) || textOf(members.external_url),
    title: textOf(members.title),
    isTitleHtml: false,
    summary: summary || (html === '' ? plain : ''),
    isSummaryHtml: false,
    content: html,
    author: authorOf(members),
    categories: listOf(members.tags).map(textOf),
    published: textOf(members.date_published),
    updated: textOf(members.date_modified),
    pictures: pictures.map((url) => ({ url, alt: '' })),
    attachment: textOf(attachments[0]?.url),
  }
}

function authorOf(members: Members): string {
  const authors = [...listOf(members.authors), members.author]
  return authors.map((each) => textOf(membersOf(each).name)).find((name) => name !== '') ?? ''
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    // It is no JSON, or nested deeper than anything that is meant.
    return null
  }
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, 100) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 100_000) : ''
}
