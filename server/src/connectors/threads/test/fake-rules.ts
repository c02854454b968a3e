import sharp from 'sharp'
import type { FakeRefusal } from '../../kit/fakes/fake-server.ts'
import { invalid, notFound, refuse } from './fake-answers.ts'

export interface FakeMedium {
  readonly kind: 'IMAGE' | 'VIDEO'
  readonly bytes: Buffer
  readonly altText: string
}

/** The content of a container, as it would be shown. */
export interface FakeContent {
  readonly type: 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL'
  readonly text: string
  readonly media: readonly FakeMedium[]
  readonly isItem: boolean
  readonly replyTo: string | null
  readonly replyControl: string
  readonly poll: readonly string[]
  readonly link: string | null
}

/** The things that a container refers to. */
export interface FakeStock {
  /** The item of a carousel. @throws FakeRefusal unless it is finished */
  item(id: string): FakeContent
  isPost(id: string): boolean
  /** Where this machine stands for the host of an address. */
  readonly hosts: ReadonlyMap<string, string>
}

/** Parameters of `POST /me/threads`, by the type of medium. */
const parameters: Readonly<Record<string, readonly string[]>> = {
  TEXT: ['text', 'reply_to_id', 'reply_control', 'poll_attachment', 'link_attachment'],
  IMAGE: ['text', 'reply_to_id', 'reply_control', 'image_url', 'alt_text', 'is_carousel_item'],
  VIDEO: ['text', 'reply_to_id', 'reply_control', 'video_url', 'alt_text', 'is_carousel_item'],
  CAROUSEL: ['text', 'reply_to_id', 'reply_control', 'children'],
}
const audiences = [
  'everyone',
  'accounts_you_follow',
  'mentioned_only',
  'parent_post_author_only',
  'followers_only',
]

/** Reads a container that somebody wants made, as strictly as the documentation of Threads. @throws FakeRefusal */
export async function readContent(form: URLSearchParams, stock: FakeStock): Promise<FakeContent> {
  const type = form.get('media_type') ?? ''
  if (type !== 'TEXT' && type !== 'IMAGE' && type !== 'VIDEO' && type !== 'CAROUSEL')
    throw invalid('Param media_type must be one of {TEXT, IMAGE, VIDEO, CAROUSEL}')
  const unknown = [...form.keys()].find((name) => name !== 'media_type' && !parameters[type]?.includes(name))
  if (unknown !== undefined) throw invalid(`Param ${unknown} is not allowed for ${type}`)
  const text = form.get('text') ?? ''
  const isItem = form.get('is_carousel_item') === 'true'
  if (type === 'TEXT' && text.trim() === '') throw invalid('Param text is required for TEXT')
  if (isItem && text !== '') throw invalid('An item of a carousel has no text')
  if (lengthOf(text) > 500) throw invalid('Param text must be at most 500 characters long.')
  const replyTo = form.get('reply_to_id')
  if (replyTo !== null && !stock.isPost(replyTo)) throw notFound(replyTo)
  const replyControl = form.get('reply_control') ?? 'everyone'
  if (!audiences.includes(replyControl)) throw invalid(`Param reply_control must not be ${replyControl}`)
  const link = form.get('link_attachment')
  if (link !== null && !URL.canParse(link)) throw invalid('Param link_attachment must be a URL')
  refuseLinks(text, link)
  const poll = readPoll(form.get('poll_attachment'))
  const media = await readMedia(type, form, stock)
  return { type, text, media, isItem, replyTo, replyControl, poll, link }
}

/** Letters count one, emoji their bytes. */
function lengthOf(text: string): number {
  const graphemes = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment)
  const lengths = graphemes.map((one) =>
    /^\p{RGI_Emoji}$/v.test(one) ? Buffer.byteLength(one) : [...one].length,
  )
  return lengths.reduce((sum, length) => sum + length, 0)
}

function refuseLinks(text: string, link: string | null): void {
  const links = new Set([
    ...(text.match(/(?:https?:\/\/|www\.)\S+/g) ?? []),
    ...(link === null ? [] : [link]),
  ])
  if (links.size > 5) throw refuse('THREADS_API__LINK_LIMIT_EXCEEDED', 'Too many links')
}

function readPoll(json: string | null): string[] {
  if (json === null) return []
  const parsed: Record<string, string> = JSON.parse(json)
  const names = Object.keys(parsed)
  const options = Object.values(parsed)
  if (
    options.length < 2 ||
    names.join() !== ['option_a', 'option_b', 'option_c', 'option_d'].slice(0, names.length).join()
  )
    throw invalid('Param poll_attachment must have option_a to option_d')
  if (options.some((option) => option === '' || [...option].length > 25))
    throw invalid('Each option must be 1 to 25 characters long')
  return options
}

async function readMedia(
  type: FakeContent['type'],
  form: URLSearchParams,
  stock: FakeStock,
): Promise<FakeMedium[]> {
  if (type === 'TEXT') return []
  if (type === 'CAROUSEL') {
    const ids = (form.get('children') ?? '').split(',')
    if (ids.length < 2 || ids.length > 20) throw invalid('A carousel has 2 to 20 items')
    return ids.flatMap((id) => stock.item(id).media)
  }
  const altText = form.get('alt_text') ?? ''
  if ([...altText].length > 1_000) throw invalid('Param alt_text must be at most 1000 characters long.')
  const bytes = await download(form.get(type === 'IMAGE' ? 'image_url' : 'video_url') ?? '', type, stock)
  return [{ kind: type, bytes, altText }]
}

const types = {
  IMAGE: { taken: ['image/jpeg', 'image/png'], maxBytes: 8_000_000 },
  VIDEO: { taken: ['video/mp4', 'video/quicktime'], maxBytes: 1_000_000_000 },
}

/** Fetches a medium as Threads does: no redirect, and the type must be said. @throws FakeRefusal */
async function download(url: string, type: 'IMAGE' | 'VIDEO', { hosts }: FakeStock): Promise<Buffer> {
  const failed = (why: string): FakeRefusal => refuse(9004, `The media could not be fetched: ${why}`, 2207052)
  if (!URL.canParse(url) || /[^\x21-\x7e]/.test(url)) throw invalid('Param is not a valid URI')
  const { origin, pathname, search } = new URL(url)
  const here = hosts.get(origin) ?? (new URL(url).hostname === '127.0.0.1' ? origin : null)
  if (here === null) throw failed(`${origin} cannot be reached`)
  const answer = await fetch(`${here}${pathname}${search}`, { redirect: 'manual' })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { taken, maxBytes } = types[type]
  if (answer.status !== 200) throw failed(`status ${answer.status}`)
  if (!taken.includes(answer.headers.get('content-type') ?? '')) throw invalid('Unsupported media type')
  if (bytes.length > maxBytes) throw invalid('The media is too large')
  if (type === 'IMAGE') {
    const { width, height } = await sharp(bytes).metadata()
    if (width / height > 10 || height / width > 10) throw invalid('The aspect ratio is not supported')
  }
  return bytes
}
