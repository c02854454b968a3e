import { asObject, isArray, isObject, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { badContent, badMedia, refuse } from './fake-world.ts'

/** Source: github.com/tumblr/docs, npf-spec.md, Post Content Limits. */
const most = {
  postBytes: 1_000_000,
  blocks: 1_000,
  text: 4_096,
  images: 30,
  links: 10,
  mentions: 50,
  inlineLinks: 100,
}

const subtypes = [
  ...['heading1', 'heading2', 'quirky', 'quote', 'indented', 'chat'],
  ...['ordered-list-item', 'unordered-list-item'],
]
const plainFormats = ['bold', 'italic', 'strikethrough', 'small']

/** Whether a post of a blog may mention this one. */
export interface KnownBlogs {
  has(uuid: string): boolean
}

/** The blocks of a post, each as it may be made. Members that the specification does not name are refused. @throws FakeRefusal */
export function readContent(given: Json | undefined, blogs: KnownBlogs): JsonObject[] {
  if (!isArray(given)) throw badContent("'content' must be an array")
  if (Buffer.byteLength(JSON.stringify(given)) > most.postBytes) throw badContent('The post is too large.')
  if (given.length === 0) throw badContent('The post is empty.')
  if (given.length > most.blocks) throw badContent('There are too many blocks.')
  const blocks = given.map((block) => asObject(block) ?? refuseBlock())
  const ranges = { links: 0, mentions: 0 }
  for (const block of blocks) checkBlock(block, ranges, blogs)
  if (ranges.links > most.inlineLinks) throw badContent('There are too many links.')
  if (ranges.mentions > most.mentions) throw badContent('There are too many mentions.')
  const count = (type: string) => blocks.filter((block) => block.type === type).length
  if (count('image') > most.images) throw badContent('There are too many images.')
  if (count('link') > most.links) throw badContent('There are too many link blocks.')
  const isNative = ({ type, media }: JsonObject) => type === 'video' && media !== undefined
  if (blocks.filter(isNative).length > 1) throw badContent('There is more than one video.')
  return blocks
}

function refuseBlock(): never {
  throw badContent('A block must be an object with a type.')
}

/** The members that a block of each type may have. */
const members: Readonly<Record<string, readonly string[]>> = {
  text: ['type', 'subtype', 'text', 'indent_level', 'formatting'],
  image: ['type', 'media', 'alt_text', 'caption', 'attribution', 'feedback_token', 'colors', 'poster'],
  video: [
    ...['type', 'media', 'url', 'provider', 'poster', 'metadata', 'attribution', 'duration', 'filmstrip'],
    ...['embed_html', 'embed_iframe', 'embed_url', 'can_autoplay_on_cellular'],
  ],
  link: ['type', 'url', 'title', 'description', 'author', 'site_name', 'display_url', 'poster'],
}

interface Ranges {
  links: number
  mentions: number
}

function checkBlock(block: JsonObject, ranges: Ranges, blogs: KnownBlogs): void {
  const known = members[String(block.type)]
  if (!known) throw badContent('The type of a block is not known.')
  onlyMembers(block, known)
  if (block.type === 'text') checkText(block, ranges, blogs)
  if (block.type === 'link') checkAddress(block.url)
  if (block.type === 'image') checkImage(block)
  if (block.type === 'video') {
    if (block.media === undefined && textOf(block.url) === null) throw badContent('A video needs media.')
    if (block.media !== undefined) checkMedium(asObject(block.media))
  }
}

function checkImage(block: JsonObject): void {
  if (!isArray(block.media) || block.media.length === 0) throw badContent('An image needs media.')
  for (const medium of block.media) checkMedium(asObject(medium))
  for (const name of ['alt_text', 'caption']) if (block[name] !== undefined) checkWords(block[name], name)
}

function checkText(block: JsonObject, ranges: Ranges, blogs: KnownBlogs): void {
  const text = checkWords(block.text, 'text')
  if (block.subtype !== undefined && !subtypes.includes(String(block.subtype)))
    throw badContent('The subtype is not known.')
  if (block.formatting === undefined) return
  if (!isArray(block.formatting)) throw badContent("'formatting' must be an array")
  const length = [...text].length
  const ends = new Map<string, number>()
  for (const each of block.formatting) {
    const range = asObject(each) ?? refuseBlock()
    const { start, end } = range
    const isRange = Number.isInteger(start) && Number.isInteger(end) && Number(start) >= 0
    if (!isRange || Number(start) >= Number(end) || Number(end) > length)
      throw badContent('A range is wrong.')
    const type = String(range.type)
    if (Number(start) < (ends.get(type) ?? 0)) throw badContent('Ranges of one type overlap.')
    ends.set(type, Number(end))
    checkRange(range, type, ranges, blogs)
  }
}

function checkRange(range: JsonObject, type: string, ranges: Ranges, blogs: KnownBlogs): void {
  const place = ['start', 'end', 'type']
  if (type === 'link') {
    onlyMembers(range, [...place, 'url'])
    checkAddress(range.url)
    ranges.links++
  } else if (type === 'mention') {
    onlyMembers(range, [...place, 'blog'])
    if (!blogs.has(textOf(asObject(range.blog)?.uuid) ?? ''))
      throw badContent('The mentioned blog is not known.')
    ranges.mentions++
  } else if (type === 'color') onlyMembers(range, [...place, 'hex'])
  else if (plainFormats.includes(type)) onlyMembers(range, place)
  else throw badContent('The type of a range is not known.')
}

/** A medium of its own has a file, by an identifier; any other has an address. */
function checkMedium(medium: JsonObject | null): void {
  if (!medium) throw badContent('A medium must be an object.')
  onlyMembers(medium, ['type', 'identifier', 'url', 'width', 'height', 'poster', 'hd'])
  if ((textOf(medium.identifier) === null) === (textOf(medium.url) === null))
    throw badContent('A medium needs an identifier or an address.')
  for (const name of ['width', 'height'])
    if (medium[name] !== undefined && !(Number.isInteger(medium[name]) && Number(medium[name]) > 0))
      throw badContent(`${name} must be a number.`)
}

function checkWords(value: Json | undefined, name: string): string {
  if (typeof value !== 'string') throw badContent(`'${name}' must be a string`)
  if ([...value].length > most.text) throw badContent(`'${name}' is too long`)
  return value
}

function checkAddress(value: Json | undefined): void {
  const url = URL.parse(textOf(value) ?? '')
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw badContent('An address is wrong.')
}

function onlyMembers(object: JsonObject, known: readonly string[]): void {
  const stranger = Object.keys(object).find((name) => !known.includes(name))
  if (stranger !== undefined) throw badContent(`'${stranger}' is not known`)
}

/** The media of blocks that have a file, with their types, in the order of the blocks. */
export function uploadsIn(blocks: readonly JsonObject[]): { identifier: string; type: string }[] {
  const media = blocks.flatMap(({ media: each }): Json[] =>
    isArray(each) ? [...each] : isObject(each) ? [each] : [],
  )
  return media.flatMap((medium) => {
    const identifier = textOf(asObject(medium)?.identifier)
    if (identifier === null) return []
    const type = textOf(asObject(medium)?.type)
    if (type === null) throw badMedia('The type of a medium is missing.')
    return [{ identifier, type }]
  })
}

/** Fields of a post that are no content. @throws FakeRefusal */
export function checkFields(post: JsonObject): void {
  onlyMembers(post, [
    ...['content', 'layout', 'state', 'publish_on', 'date', 'tags', 'source_url', 'send_to_twitter'],
    ...['is_private', 'slug', 'interactability_reblog'],
  ])
  if (post.state !== undefined && !['published', 'queue', 'draft', 'private'].includes(String(post.state)))
    throw badContent('The state is not known.')
  for (const name of ['tags', 'slug', 'source_url'])
    if (post[name] !== undefined && typeof post[name] !== 'string')
      throw badContent(`'${name}' must be a string`)
  if (post.source_url !== undefined) checkAddress(post.source_url)
  if (!['everyone', 'noone', undefined].includes(post.interactability_reblog as string | undefined))
    throw badContent('interactability_reblog is not known.')
  if (post.layout !== undefined && !isArray(post.layout)) throw refuse(400, 8_016, 'The layout is wrong.')
}
