import type { RawItem } from './feed-document.ts'

/** An element whose end was read. */
interface Ended {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly text: string
}

/** A picture that is smaller is an icon, such as the portrait of an author. */
const leastPixels = 100

/** Takes from an element of an item what its attributes say. `parent` is the element around it. */
export function readItemElement(
  item: RawItem,
  name: string,
  attributes: ReadonlyMap<string, string>,
  parent: string,
): void {
  const url = attributes.get('url') ?? ''
  const type = attributes.get('type') ?? ''
  const isOwn = isItem(parent)
  if (name === 'link' && isOwn) readLink(item, attributes)
  else if (name === 'enclosure' && isOwn) {
    if (type.startsWith('image/')) item.pictures.push({ url, alt: '' })
    else item.attachment ||= url
  } else if (name === 'media:content') {
    const isPicture = attributes.get('medium') === 'image' || type.startsWith('image/')
    if (isPicture && isLarge(attributes)) item.pictures.push({ url, alt: '' })
  } else if (name === 'media:thumbnail' && isLarge(attributes)) item.pictures.push({ url, alt: '' })
  else if (name === 'itunes:image') item.pictures.push({ url: attributes.get('href') ?? '', alt: '' })
  else if (name === 'category' && isOwn) {
    const word = attributes.get('label') ?? attributes.get('term')
    if (word !== undefined) item.categories.push(word)
  } else if (name === 'img') {
    item.pictures.push({ url: attributes.get('src') ?? '', alt: attributes.get('alt') ?? '' })
  }
}

function readLink(item: RawItem, attributes: ReadonlyMap<string, string>): void {
  const href = attributes.get('href') ?? ''
  const rel = attributes.get('rel') ?? 'alternate'
  const type = attributes.get('type') ?? ''
  if (href === '') return
  if (rel === 'alternate') item.link ||= href
  else if (rel === 'enclosure' && type.startsWith('image/')) item.pictures.push({ url: href, alt: '' })
  else if (rel === 'enclosure') item.attachment ||= href
}

function isLarge(attributes: ReadonlyMap<string, string>): boolean {
  const sides = ['width', 'height'].map((side) => Number.parseInt(attributes.get(side) ?? '', 10))
  return sides.every((side) => Number.isNaN(side) || side >= leastPixels)
}

/** Takes from an element of an item what stands in it. `parent` is the element around it. */
export function storeItemText(item: RawItem, { name, attributes, text }: Ended, parent: string): void {
  const words = text.trim()
  if (words === '') return
  if (parent === 'author' && name === 'name') item.author ||= words
  if (parent.startsWith('media:') && name === 'media:description') item.summary ||= words
  if (isItem(parent)) storeDirectly(item, name, { words, attributes })
}

/** Whether this is the element of an item itself. */
export function isItem(name: string): boolean {
  return name === 'item' || name === 'entry'
}

interface Said {
  readonly words: string
  readonly attributes: ReadonlyMap<string, string>
}

function storeDirectly(item: RawItem, name: string, { words, attributes }: Said): void {
  switch (name) {
    case 'title':
      if (item.title === '') item.isTitleHtml = isHtml(attributes)
      item.title ||= words
      return
    case 'link':
      item.link ||= words
      return
    case 'guid':
      item.id ||= words
      // The id of an item is its address too unless it says otherwise.
      if (attributes.get('ispermalink')?.toLowerCase() !== 'false' && /^https?:/i.test(words))
        item.attachment = words
      return
    case 'id':
      item.id ||= words
      return
    case 'description':
    case 'summary':
      if (item.summary === '') item.isSummaryHtml = isHtml(attributes)
      item.summary ||= words
      return
    case 'itunes:summary':
      item.summary ||= words
      return
    case 'content:encoded':
    case 'content':
      item.content ||= words
      return
    case 'pubdate':
    case 'published':
    case 'issued':
    case 'dc:date':
      item.published ||= words
      return
    case 'updated':
    case 'modified':
      item.updated ||= words
      return
    case 'dc:creator':
    case 'author':
    case 'itunes:author':
      item.author ||= words
      return
    case 'category':
    case 'dc:subject':
      item.categories.push(words)
  }
}

/** Atom says whether a text is HTML; RSS leaves it open, and its texts mostly are. */
function isHtml(attributes: ReadonlyMap<string, string>): boolean {
  const type = attributes.get('type')?.toLowerCase()
  return type === undefined || type === 'html' || type === 'xhtml' || type === 'text/html'
}
