import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { plainText } from '../../lib/web-page/plain-text.ts'
import {
  type ConnectIo,
  type DeletePower,
  type Edit,
  type EditPower,
  Failure,
  type Measured,
  type MeasurePower,
  type PublishedPost,
} from '../connector.ts'
import { type Access, accessOf, askSite, isCode, isGone, mustSucceed, readSuccess } from './api.ts'
import { isComment, numberOf } from './comments.ts'
import { escapeLine, inlineOf, splitContent, textBlocks, titleIn } from './content.ts'
import { isPublic, readPost } from './draft.ts'
import { readChoices } from './options.ts'

/** The place of a post in the API; a page says of itself that it is one. */
function placeOf(post: PublishedPost): 'posts' | 'pages' | 'comments' {
  if (isComment(post)) return 'comments'
  return asObject(post.reference)?.place === 'pages' ? 'pages' : 'posts'
}

function pathOf(post: PublishedPost): string {
  return `/wp/v2/${placeOf(post)}/${numberOf(post)}`
}

/**
 * Puts a post or a comment into the trash of the site, from which its owner can take it back; for good where the site has none. Source:
 * developer.wordpress.org/rest-api/reference/posts, "Delete a Post".
 */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async (post, account, credentials, io) => {
    const access = accessOf(account, credentials)
    let answer = await askSite({ method: 'DELETE', path: pathOf(post) }, access, io)
    if (isCode(answer, 'rest_trash_not_supported'))
      answer = await askSite({ method: 'DELETE', path: pathOf(post), query: { force: 'true' } }, access, io)
    if (!isGone(answer)) mustSucceed(answer, access, io)
  },
}

const rewritten =
  'The post was rewritten on the site, so its text cannot be told from the rest. Correct it there by hand.'

/** Replaces the paragraphs at the beginning of a post; everything after them stays. */
export const editPosts: EditPower = {
  power: 'edit',
  options: ['title', 'excerpt'],
  refusal: () => null,
  edit: async (edit, account, credentials, io) => {
    const access = accessOf(account, credentials)
    return isComment(edit.post) ? editComment(edit, access, io) : editPost(edit, access, io)
  },
}

async function editComment({ post, text }: Edit, access: Access, io: ConnectIo): Promise<'edited' | 'gone'> {
  const call = {
    path: pathOf(post),
    query: { _fields: 'id,status' },
    json: { content: inlineOf(text.trim()) },
  }
  const answer = await askSite(call, access, io)
  if (isGone(answer)) return 'gone'
  return readSuccess(answer, access, io).status === 'trash' ? 'gone' : 'edited'
}

async function editPost(edit: Edit, access: Access, io: ConnectIo): Promise<'edited' | 'gone'> {
  const path = pathOf(edit.post)
  const query = { context: 'edit', _fields: 'id,status,title,content' }
  const standing = await askSite({ path, query }, access, io, { timeoutMs: 60_000, maxBytes: 4_000_000 })
  if (isGone(standing)) return 'gone'
  const shown = readSuccess(standing, access, io)
  if (shown.status === 'trash') return 'gone'
  const parts = splitContent(textOf(asObject(shown.content)?.raw) ?? '')
  if (!parts) throw new Failure('forbidden', rewritten)
  const blocks = textBlocks(edit.text, readChoices(edit.options).format)
  const content = [...blocks, ...(parts.rest === '' ? [] : [parts.rest])].join('\n\n')
  const title = titleAfter(edit, parts.text, textOf(asObject(shown.title)?.raw) ?? '')
  const excerpt = textOf(edit.changes.excerpt)
  const json = {
    content,
    ...(title === null ? {} : { title: escapeLine(title) }),
    ...(excerpt === null ? {} : { excerpt: escapeLine(excerpt) }),
  }
  const answer = await askSite({ path, query: { _fields: 'id' }, json }, access, io)
  if (isGone(answer)) return 'gone'
  mustSucceed(answer, access, io)
  return 'edited'
}

/** A title that is the first line of the text changes with it, unless somebody has given it another one. Null: it stays. */
function titleAfter({ changes, options, text }: Edit, before: string, title: string): string | null {
  const chosen = textOf(changes.title)
  if (chosen !== null) return chosen
  if (readChoices(options).title !== null || plainText(title) !== titleIn(plainText(before))) return null
  return titleIn(text)
}

/**
 * Counts the comments that readers see. Nothing else is counted by WordPress itself. Source:
 * developer.wordpress.org/rest-api/using-the-rest-api/pagination, for the header with the number of all.
 */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['comments'],
  most: 5,
  // Sites are small machines: ten requests in a minute are few for any of them.
  rates: [{ per: 'account', calls: 1, everyMs: 60_000 }],
  refusal: () => null,
  measure: async (posts, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const measured: (Measured | null)[] = []
    for (const post of posts) measured.push(await measureOne(post, access, io))
    return measured
  },
}

async function measureOne(post: PublishedPost, access: Access, io: ConnectIo): Promise<Measured | null> {
  const place = placeOf(post)
  if (place === 'comments') return {}
  const standing = await readPost(place, numberOf(post), access, io)
  if (!standing || !isPublic(standing)) return null
  const query = { post: String(standing.id), per_page: '1', _fields: 'id' }
  const answer = await askSite({ path: '/wp/v2/comments', query }, access, io)
  mustSucceed(answer, access, io)
  return readCount(answer.headers)
}

function readCount(headers: Readonly<Record<string, string>>): Measured {
  const count = headers['x-wp-total'] ?? ''
  return /^\d{1,9}$/.test(count) ? { comments: Number(count) } : ({} satisfies JsonObject)
}
