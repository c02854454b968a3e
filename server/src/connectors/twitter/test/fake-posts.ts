import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import { weightedCounting } from '../../kit/text/weighted/count-weighted.ts'
import { findWebLinks } from '../../kit/text/weighted/find-web-links.ts'
import { mediaKey } from './fake-media.ts'
import {
  type FakePost,
  invalid,
  type Medium,
  newId,
  notPermitted,
  only,
  problem,
  readJson,
  type World,
} from './fake-state.ts'

const members = ['text', 'media', 'poll', 'reply', 'reply_settings', 'community_id', 'quote_tweet_id']
const audiences = ['following', 'mentionedUsers', 'subscribers', 'verified']

export function makePost(world: World, author: string, call: FakeCall): FakeAnswer {
  const fields = readJson(call, members)
  if (world.isSuspended)
    throw notPermitted('Your account is suspended and is not permitted to access this feature.')
  const text = fields.text === undefined ? '' : (textOf(fields.text) ?? '')
  const media = readMedia(world, fields)
  const replyTo = readReply(world, fields)
  refuseShape(fields, text, media)
  refuseContent(world, author, text, media)
  const post = {
    id: newId(world),
    author,
    text,
    mediaIds: media.map(({ id }) => id),
    replyTo,
    createdAt: new Date(),
    fields,
  }
  world.posts.push(post)
  return { status: 201, json: { data: { id: post.id, text, edit_history_tweet_ids: [post.id] } } }
}

function readMedia(world: World, fields: JsonObject): Medium[] {
  if (fields.media === undefined) return []
  const { media_ids: ids } = only(asObject(fields.media) ?? {}, ['media_ids', 'tagged_user_ids'])
  if (!isArray(ids) || ids.length < 1 || ids.length > 4) throw invalid('media.media_ids: 1 to 4 items')
  return ids.map((id) => {
    const medium = world.media.get(textOf(id) ?? '')
    if (!medium?.isFinal || medium.readyAt > Date.now() || medium.error !== null)
      throw invalid('Your media IDs are invalid.')
    return medium
  })
}

function readReply(world: World, fields: JsonObject): string | null {
  if (fields.reply === undefined) return null
  const { in_reply_to_tweet_id: id } = only(asObject(fields.reply) ?? {}, ['in_reply_to_tweet_id'])
  if (!world.posts.some((post) => post.id === id))
    throw notPermitted('You attempted to reply to a Tweet that is deleted or not visible to you.')
  return textOf(id)
}

/** Refuses everything that is wrong whatever the words are. */
function refuseShape(fields: JsonObject, text: string, media: readonly Medium[]): void {
  if (text.trim() === '' && media.length === 0) throw invalid('text: is required unless there are media')
  if (fields.quote_tweet_id !== undefined) throw notPermitted('Quoting is for Enterprise access.')
  if (fields.reply_settings !== undefined && !audiences.includes(String(fields.reply_settings)))
    throw invalid('reply_settings: must be one of the listed')
  if (fields.community_id !== undefined && !/^\d{1,19}$/.test(String(fields.community_id)))
    throw invalid('community_id: must be an id')
  const kinds = new Set(media.map(({ category }) => category))
  if (kinds.size > 1 || (!kinds.has('tweet_image') && media.length > 1))
    throw invalid('Your media IDs are invalid.')
  if (fields.poll !== undefined) refusePoll(fields.poll, media)
}

function refusePoll(given: Json, media: readonly Medium[]): void {
  const { options, duration_minutes: minutes } = only(asObject(given) ?? {}, ['options', 'duration_minutes'])
  if (media.length > 0) throw invalid('poll: not together with media')
  const isFit = (option: Json) =>
    typeof option === 'string' && option !== '' && Array.from(option).length <= 25
  if (!isArray(options) || options.length < 2 || options.length > 4 || !options.every(isFit))
    throw invalid('poll.options: 2 to 4 of 1 to 25 letters')
  if (!Number.isInteger(minutes) || Number(minutes) < 5 || Number(minutes) > 10_080)
    throw invalid('poll.duration_minutes: 5 to 10080')
}

function refuseContent(world: World, author: string, text: string, media: readonly Medium[]): void {
  const longest = world.subscription === 'None' ? 280 : 25_000
  if (weightedCounting.count(text) > longest)
    throw notPermitted('You are not permitted to perform this action.')
  if (Array.from(text.matchAll(/(?<!\S)\$[a-z]{1,6}\b/gi)).length > 1)
    throw notPermitted('Posts are limited to a maximum of one cashtag.')
  const since = Date.now() - world.remembersMs
  const isTwin = (post: FakePost) =>
    post.author === author && post.createdAt.getTime() > since && post.text === text
  if (media.length === 0 && world.posts.some(isTwin))
    throw notPermitted('You are not allowed to create a Tweet with duplicate content.')
}

/** The newest posts of somebody, with the fields that were asked for. */
export function listPosts(world: World, author: string, { url }: FakeCall): FakeAnswer {
  const query = url.searchParams
  const most = Number(query.get('max_results') ?? 10)
  if (!Number.isInteger(most) || most < 5 || most > 100) throw invalid('max_results: from 5 to 100')
  const since = query.get('since_id')
  if (since !== null && !/^\d{1,19}$/.test(since)) throw invalid('since_id: must be an id')
  const fields = (query.get('tweet.fields') ?? '').split(',')
  const found = world.posts
    .filter((post) => post.author === author && (since === null || BigInt(post.id) > BigInt(since)))
    .toReversed()
    .slice(0, most)
  const meta = { result_count: found.length }
  if (found.length === 0) return { status: 200, json: { meta } }
  return { status: 200, json: { data: found.map((post) => showPost(world, post, fields)), meta } }
}

/** A post with its figures by id, and an error for each that is gone. */
export function lookUp(world: World, { url }: FakeCall): FakeAnswer {
  const ids = (url.searchParams.get('ids') ?? '').split(',')
  if (ids.length > 100 || !ids.every((id) => /^\d{1,19}$/.test(id))) throw invalid('ids: 1 to 100 ids')
  const fields = (url.searchParams.get('tweet.fields') ?? '').split(',')
  const found = world.posts.filter(({ id }) => ids.includes(id))
  const errors = ids
    .filter((id) => !found.some((post) => post.id === id))
    .map((id) => ({
      value: id,
      resource_id: id,
      resource_type: 'tweet',
      parameter: 'ids',
      title: 'Not Found Error',
      type: 'https://api.x.com/2/problems/resource-not-found',
    }))
  return {
    status: 200,
    json: {
      ...(found.length > 0 ? { data: found.map((post) => showPost(world, post, fields)) } : {}),
      ...(errors.length > 0 ? { errors } : {}),
    },
  }
}

export function deletePost(world: World, author: string, id: string): FakeAnswer {
  const place = world.posts.findIndex((post) => post.id === id && post.author === author)
  if (place < 0)
    throw problem(404, 'resource-not-found', 'Not Found Error', `Could not find tweet with id: [${id}].`)
  world.posts.splice(place, 1)
  return { status: 200, json: { data: { deleted: true } } }
}

function showPost(world: World, post: FakePost, fields: readonly string[]): JsonObject {
  const whole = shorten(world, post)
  const isLong = weightedCounting.count(post.text) > 280
  const text = isLong ? `${post.text.slice(0, 200)}… https://t.co/continuing` : whole.text
  const all: JsonObject = {
    created_at: post.createdAt.toISOString().replace(/\.\d+Z$/, '.000Z'),
    entities: { urls: whole.urls },
    ...(post.mediaIds.length > 0 ? { attachments: { media_keys: whole.keys } } : {}),
    ...(post.replyTo === null ? {} : { referenced_tweets: [{ type: 'replied_to', id: post.replyTo }] }),
    ...(isLong ? { note_tweet: { text: whole.text, entities: { urls: whole.urls } } } : {}),
    public_metrics: {
      retweet_count: 2,
      quote_count: 1,
      reply_count: 3,
      like_count: 4,
      bookmark_count: 5,
      impression_count: 600,
    },
    non_public_metrics: { impression_count: 600, url_link_clicks: 7, user_profile_clicks: 8 },
  }
  const asked = Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name)))
  return { id: post.id, text, edit_history_tweet_ids: [post.id], ...asked }
}

/** The text as X shows it: three signs escaped, links shortened, and one more short link for the media. */
function shorten(world: World, { text, mediaIds, id }: FakePost) {
  const urls: JsonObject[] = []
  const keys = mediaIds.map((mediaId) => {
    const medium = world.media.get(mediaId)
    return medium ? mediaKey(medium) : ''
  })
  let [shown, done] = ['', 0]
  const short = () => `https://t.co/${id.slice(-6)}${String(urls.length).padStart(4, '0')}`
  for (const { start, end } of findWebLinks(text)) {
    const link = text.slice(start, end)
    const expanded = new URL(/^https?:/i.test(link) ? link : `http://${link}`).href
    const url = short()
    urls.push({ url, expanded_url: expanded, display_url: link })
    shown += escapeSigns(text.slice(done, start)) + url
    done = end
  }
  shown += escapeSigns(text.slice(done))
  if (keys.length > 0) {
    const url = short()
    for (const key of keys)
      urls.push({ url, expanded_url: `https://x.com/alice/status/${id}/photo/1`, media_key: key })
    shown = shown === '' ? url : `${shown} ${url}`
  }
  return { text: shown, urls, keys }
}

function escapeSigns(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
