import { asObject, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import {
  type Account,
  type Choice,
  type ChoicesPower,
  type ConnectIo,
  type DeletePower,
  type Edit,
  type EditPower,
  Failure,
  type Measured,
  type MeasurePower,
  type PublishedPost,
} from '../connector.ts'
import {
  type Access,
  accessOf,
  askServer,
  failureOfCall,
  isMissing,
  pathOf,
  readList,
  readSuccess,
} from './api.ts'
import { generationOf } from './generation.ts'
import { readName } from './names.ts'
import { mostTitleLetters } from './options.ts'
import { tokenEnded } from './refusals.ts'
import { readSettings } from './settings.ts'
import { languagesIn, readSite } from './site.ts'
import { withBlock, wordsOf } from './words.ts'

/** A post or a comment as the server shows it now; null for one that is gone. Lemmy 1.0 shows comments in its own version of the API alone. */
async function readShown(
  post: PublishedPost,
  account: Pick<Account, 'settings'>,
  access: Access,
  io: ConnectIo,
): Promise<{ shown: JsonObject; counts: JsonObject } | null> {
  const { kind, id } = readName(post)
  const isNew = generationOf(readSettings(account).version) === '1.0' && kind === 'comment'
  const path = isNew ? '/api/v4/comment' : pathOf(kind)
  const answer = await askServer({ path, query: { id: String(id) } }, access, io)
  if (isMissing(answer)) return null
  const view = asObject(readSuccess(answer, access, io)[`${kind}_view`])
  const shown = asObject(view?.[kind])
  if (!shown) throw new Failure('unavailable', 'The server did not show the post.')
  if (shown.deleted === true || shown.removed === true) return null
  return { shown, counts: asObject(view?.counts) ?? shown }
}

/** Deletes a post or a comment. A server refuses to delete what is deleted, in words that say little. Source: crates/api_crud. */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async (post, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const { kind, id } = readName(post)
    const json = { [`${kind}_id`]: id, deleted: true }
    const answer = await askServer({ path: pathOf(`${kind}/delete`), json }, access, io)
    if (answer.status === 200 || isMissing(answer)) return
    const failure = failureOfCall(answer, access, io)
    if (failure.kind !== 'unavailable' || answer.status !== 400) throw failure
    if (await readShown(post, account, access, io)) throw failure
  },
}

/** Changes the words of a post, its title too, and those of a comment. The pictures below them stay. */
export const editPosts: EditPower = {
  power: 'edit',
  options: ['title', 'nsfw'],
  refusal: () => null,
  edit: async (edit, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const now = await readShown(edit.post, account, access, io)
    if (!now) return 'gone'
    const { kind, id } = readName(edit.post)
    const json = { [`${kind}_id`]: id, ...changesOf(edit, now.shown) }
    const answer = await askServer({ method: 'PUT', path: pathOf(kind), json }, access, io)
    if (isMissing(answer)) return 'gone'
    readSuccess(answer, access, io)
    return 'edited'
  },
}

/** Source: EditPost and EditComment in crates/api_common. An empty body takes the text away. @throws Failure */
function changesOf({ post, part, text, changes }: Edit, shown: JsonObject): Record<string, Json> {
  const { pictures = null, is_titled: isTitled = true } = asObject(post.reference) ?? {}
  const block = textOf(pictures) ?? ''
  // Pictures that the owner took out by hand stay out.
  const isThere = (textOf(shown.body) ?? textOf(shown.content) ?? '').includes(block)
  const kept = isThere ? block : ''
  if (part !== 'post') return { content: withBlock(text.toWellFormed().trim(), kept) }
  const chosen = textOf(changes.title) ?? (isTitled === true ? textOf(shown.name) : null)
  const { title, body } = wordsOf({ text, options: chosen === null ? {} : { title: chosen } })
  if ([...title].length > mostTitleLetters)
    throw new Failure('invalid', 'The server does not accept this title.')
  return {
    ...(title === textOf(shown.name) ? {} : { name: title }),
    body: withBlock(body, kept),
    ...(typeof changes.nsfw === 'boolean' ? { nsfw: changes.nsfw } : {}),
  }
}

/** Reads the counts that come with a post. The account itself likes each of its posts from the beginning, which counts. */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['likes', 'comments'],
  most: 1,
  // A server answers 180 calls a minute to one address, unless its operator set another limit.
  rates: [{ per: 'account', calls: 60, everyMs: 300_000 }],
  refusal: () => null,
  measure: (posts, account, credentials, io) =>
    Promise.all(
      posts.map(async (post) => {
        const found = await readShown(post, account, accessOf(account, credentials), io)
        return found && readCounts(found.counts)
      }),
    ),
}

function readCounts({ upvotes, comments, child_count: answers }: JsonObject): Measured {
  const isCount = (value: Json | undefined): value is number => typeof value === 'number' && value >= 0
  const below = comments ?? answers
  return {
    ...(isCount(upvotes) ? { likes: upvotes } : {}),
    ...(isCount(below) ? { comments: below } : {}),
  }
}

/** Communities that the account follows, and with words to search by those that the server finds; its languages. */
export const communityChoices: ChoicesPower = {
  power: 'choices',
  options: ['community', 'language'],
  list: async ({ option, query, account, credentials }, io) => {
    const access = accessOf(account, credentials)
    const site = await readSite(access, io)
    const words = query.trim().toLowerCase()
    const isNear = ({ value, label }: Choice) => `${value} ${label}`.toLowerCase().includes(words)
    if (option === 'language') return languagesIn(site).map(languageChoice).filter(isNear)
    const me = asObject(site.my_user)
    // A server takes the caller with a token that has ended for a stranger.
    if (!me) throw new Failure('unauthorized', tokenEnded)
    const isNew = generationOf(textOf(site.version) ?? '') === '1.0'
    const follows = readList(isNew ? await readOwnAccount(access, io) : me, 'follows')
    const followed = follows.flatMap(communityChoice).filter(isNear)
    const found = words === '' ? [] : (await search(query.trim(), access, io)).flatMap(communityChoice)
    return [...new Map([...followed, ...found].map((choice) => [choice.value, choice])).values()]
  },
}

/** The account as Lemmy 1.0 shows it in its own version of the API. In the third it says of each that it follows nothing. */
async function readOwnAccount(access: Access, io: ConnectIo): Promise<JsonObject> {
  return readSuccess(await askServer({ path: '/api/v4/account' }, access, io), access, io)
}

function languageChoice({ code, name }: { code: string; name: string }): Choice {
  return { value: code, label: name, detail: code }
}

async function search(q: string, access: Access, io: ConnectIo): Promise<JsonObject[]> {
  const query = {
    q: q.toWellFormed(),
    type_: 'Communities',
    sort: 'TopAll',
    listing_type: 'All',
    limit: '50',
  }
  const answer = await askServer({ path: pathOf('search'), query }, access, io)
  return readList(readSuccess(answer, access, io), 'communities')
}

/** A community by its name, with its server where that is another one. The fourth version of the API calls its address `ap_id`. */
function communityChoice({ community: json }: JsonObject): Choice[] {
  const community = asObject(json)
  const name = textOf(community?.name)
  const address = textOf(community?.actor_id) ?? textOf(community?.ap_id) ?? ''
  const host = URL.parse(address)?.host ?? null
  if (!community || name === null || (host === null && community.local !== true)) return []
  const value = community.local === true ? name : `${name}@${host}`
  return [{ value, label: textOf(community.title) ?? name, detail: value }]
}
