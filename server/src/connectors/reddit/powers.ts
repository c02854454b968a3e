import { asObject, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type {
  Choice,
  ChoicesPower,
  ConnectIo,
  DeletePower,
  EditPower,
  Measured,
  MeasurePower,
  PublishedPost,
} from '../connector.ts'
import { Failure } from '../connector.ts'
import { type Access, accessOf, callReddit, listFromReddit } from './api.ts'
import { profileOf } from './names.ts'
import { wordsOf } from './options.ts'

/** Deletes a post or a comment; Reddit says the same of one that is gone. Source: POST /api/del at www.reddit.com/dev/api. */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async ({ remoteId }, account, credentials, io) => {
    await callReddit({ path: '/api/del', form: { id: remoteId } }, accessOf(account, credentials), io)
  },
}

/** Changes the words below a title, and those of a comment. Source: POST /api/editusertext at www.reddit.com/dev/api. */
export const editPosts: EditPower = {
  power: 'edit',
  options: [],
  refusal: ({ post, part }) => {
    const isText = part !== 'post' || asObject(post.reference)?.kind === 'self'
    return isText ? null : 'Reddit changes the words of texts and comments alone.'
  },
  edit: async ({ post, text }, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const body = bodyAfter(text, post)
    const [shown] = await readThings([post], access, io)
    if (!shown) return 'gone'
    const form = { api_type: 'json', thing_id: post.remoteId, text: body.toWellFormed() }
    await callReddit({ path: '/api/editusertext', form }, access, io)
    return 'edited'
  },
}

/** The words below the title, where the first line of the text became it. @throws Failure where that line is another now */
function bodyAfter(text: string, { reference }: PublishedPost): string {
  const firstLine = textOf(asObject(reference)?.first_line)
  if (firstLine === null) return text
  const { title, body } = wordsOf({ text, options: {} })
  if (title === firstLine) return body
  throw new Failure('invalid', 'The first line is the title of the post, which Reddit does not change.')
}

/** Source: GET /api/info at www.reddit.com/dev/api, of up to 100 things. */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['likes', 'comments'],
  most: 100,
  // Ten of the 100 calls that an app may make in a minute.
  rates: [{ per: 'app', calls: 10, everyMs: 60_000 }],
  refusal: () => null,
  measure: async (posts, account, credentials, io) => {
    const things = await readThings(posts, accessOf(account, credentials), io)
    return things.map((thing) => thing && readFigures(thing))
  },
}

/** Posts and comments in the order in which they are asked for; null for one that is gone. @throws Failure */
async function readThings(
  posts: readonly PublishedPost[],
  access: Access,
  io: ConnectIo,
): Promise<(JsonObject | null)[]> {
  const query = { id: posts.map(({ remoteId }) => remoteId).join(','), limit: '100' }
  const { things } = await listFromReddit('/api/info', query, access, io)
  const byName = new Map(things.map((thing) => [textOf(thing.name), thing]))
  // A thing that its author deleted stays, with nobody's name.
  return posts.map(({ remoteId }) => {
    const thing = byName.get(remoteId)
    return thing && thing.author !== '[deleted]' ? thing : null
  })
}

/** Points never fall below 0 here. A figure that Reddit does not tell is left out. */
function readFigures({ ups, num_comments: comments }: JsonObject): Measured {
  return {
    ...(isCount(ups) ? { likes: ups } : {}),
    ...(isCount(comments) ? { comments } : {}),
  }
}

function isCount(json: Json | undefined): json is number {
  return typeof json === 'number' && Number.isSafeInteger(json) && json >= 0
}

const mostPages = 3

/** The own profile, the communities that the account is in, and those that a search finds. */
export const communityChoices: ChoicesPower = {
  power: 'choices',
  options: ['subreddit'],
  list: async ({ account, credentials, query }, io) => {
    const access = accessOf(account, credentials)
    const words = query.trim()
    const joined = await readJoined(access, io)
    const { things } =
      words === ''
        ? { things: [] }
        : await listFromReddit('/subreddits/search', { q: words, limit: '25' }, access, io)
    const own = { value: profileOf(account), label: `u/${account.username}`, detail: null }
    const near = joined.map(choiceOf).filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()))
    return firstOfEach([own, ...near, ...things.map(choiceOf)])
  },
}

async function readJoined(access: Access, io: ConnectIo): Promise<JsonObject[]> {
  const found: JsonObject[] = []
  let after: string | null = ''
  for (let read = 0; read < mostPages && after !== null; read++) {
    const query = { limit: '100', ...(after && { after }) }
    const page = await listFromReddit('/subreddits/mine/subscriber', query, access, io)
    found.push(...page.things)
    after = page.after
  }
  return found
}

function choiceOf({ display_name: name, title }: JsonObject): Choice {
  const value = textOf(name) ?? ''
  return { value, label: `r/${value}`, detail: textOf(title) }
}

function firstOfEach(choices: readonly Choice[]): Choice[] {
  const byValue = new Map<string, Choice>()
  for (const choice of choices) {
    const key = choice.value.toLowerCase()
    if (key !== '' && !byValue.has(key)) byValue.set(key, choice)
  }
  return [...byValue.values()]
}
