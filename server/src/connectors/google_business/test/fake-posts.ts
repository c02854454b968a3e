import sharp from 'sharp'
import { asObject, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import {
  bodyOf,
  type FakePost,
  listOf,
  membersOf,
  ok,
  pageOf,
  refuse,
  refuseField,
  refuseUnknown,
  type World,
} from './fake-world.ts'

const members = [
  'languageCode',
  'summary',
  'callToAction',
  'event',
  'media',
  'topicType',
  'alertType',
  'offer',
]
const outputs = ['name', 'createTime', 'updateTime', 'state', 'searchUrl']

/** The location of a call, if it is in that account and the person manages it. @throws FakeRefusal */
function locate(world: World, call: FakeCall): { accountId: string; locationId: string } {
  const person = world.access(call)
  const [, accountId = '', locationId = ''] =
    /^\/v4\/accounts\/([^/]+)\/locations\/([^/]+)\/localPosts/.exec(call.url.pathname) ?? []
  const account = world.accounts.find(({ id, owner }) => id === accountId && owner === person)
  if (!account?.locationIds.includes(locationId))
    throw refuse(404, 'NOT_FOUND', 'Requested entity was not found.')
  const location = world.locations.find(({ id }) => id === locationId)
  if (location?.isVerified !== true)
    throw refuse(403, 'PERMISSION_DENIED', 'The location does not have voice of merchant.')
  return { accountId, locationId }
}

/** Makes a post. Source of its members: the reference of localPosts. */
export async function makePost(world: World, call: FakeCall): Promise<FakeAnswer> {
  const { accountId, locationId } = locate(world, call)
  refuseUnknown(call.url, [])
  const resource = bodyOf(call, [...members, ...outputs])
  for (const name of outputs) if (name in resource) throw refuseField(name, 'It is output only.')
  const summary = textUpTo(resource.summary, 'summary', 1_500) ?? ''
  checkTopic(resource)
  checkButton(resource)
  const photos = await Promise.all(mediaOf(resource).map((url) => fetchPhoto(world, url)))
  if (summary === '' && photos.length === 0 && resource.topicType === 'STANDARD')
    throw refuseField('summary', 'A post needs a summary or media.')
  const post: FakePost = {
    id: String(5_000_000_000_000_000 + world.posts.length),
    locationId,
    resource,
    photos,
    createTime: new Date().toISOString(),
    summary,
    readyAt: Date.now() + world.processMs,
    // The content policy: a telephone number in the text.
    isRejected: /\+\d{6,}/.test(summary),
  }
  world.posts.unshift(post)
  return ok(showPost(world, post, accountId))
}

function textUpTo(json: Json | undefined, field: string, most: number): string | null {
  if (json === undefined) return null
  if (typeof json !== 'string') throw refuseField(field, 'It is no string.')
  if ([...json].length > most) throw refuseField(field, `It is longer than ${most} characters.`)
  return json
}

/** An event is needed by events and offers, and an offer is for offers alone. */
function checkTopic(resource: JsonObject): void {
  const { topicType, languageCode } = resource
  if (!['STANDARD', 'EVENT', 'OFFER'].includes(textOf(topicType) ?? ''))
    throw refuseField('topic_type', 'Topic type is required for post creation.')
  if (languageCode !== undefined && !/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(textOf(languageCode) ?? ''))
    throw refuseField('language_code', 'It is no code of a language.')
  if ((topicType === 'STANDARD') !== (resource.event === undefined))
    throw refuseField('event', 'An event is for posts of the types EVENT and OFFER, which need one.')
  if (resource.event !== undefined) checkEvent(resource.event)
  if ((topicType === 'OFFER') !== (resource.offer !== undefined))
    throw refuseField('offer', 'An offer is for posts of the type OFFER.')
  if (resource.offer === undefined) return
  const { redeemOnlineUrl } = membersOf(resource.offer, 'offer', [
    'couponCode',
    'redeemOnlineUrl',
    'termsConditions',
  ])
  if (redeemOnlineUrl !== undefined) checkUrl(redeemOnlineUrl, 'offer.redeem_online_url')
}

/** An interval must have all four of its parts, and its end after its beginning. */
function checkEvent(json: Json): void {
  const event = membersOf(json, 'event', ['title', 'schedule'])
  const title = textUpTo(event.title, 'event.title', 58)
  if (!title) throw refuseField('event.title', 'An event needs a title.')
  const schedule = membersOf(event.schedule, 'event.schedule', [
    'startDate',
    'startTime',
    'endDate',
    'endTime',
  ])
  const starts = `${dayOf(schedule.startDate)} ${timeOf(schedule.startTime)}`
  const ends = `${dayOf(schedule.endDate)} ${timeOf(schedule.endTime)}`
  if (ends <= starts) throw refuseField('event.schedule', 'The end must be after the start.')
}

function dayOf(json: Json | undefined): string {
  const { year, month, day } = membersOf(json, 'event.schedule', ['year', 'month', 'day'])
  const text = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
  const date = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text))
    throw refuseField('event.schedule', 'It is no date.')
  return text
}

function timeOf(json: Json | undefined): string {
  const time = membersOf(json, 'event.schedule', ['hours', 'minutes', 'seconds', 'nanos'])
  const { hours = 0, minutes = 0 } = time
  if (!(Number(hours) >= 0 && Number(hours) <= 23 && Number(minutes) >= 0 && Number(minutes) <= 59))
    throw refuseField('event.schedule', 'It is no time of day.')
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

const actions = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL']

function checkButton({ callToAction }: JsonObject): void {
  if (callToAction === undefined) return
  const { actionType, url } = membersOf(callToAction, 'call_to_action', ['actionType', 'url'])
  if (!actions.includes(textOf(actionType) ?? ''))
    throw refuseField('call_to_action.action_type', 'It is unknown.')
  if ((actionType === 'CALL') !== (url === undefined))
    throw refuseField('call_to_action.url', 'All actions but CALL have a URL.')
  if (url !== undefined) checkUrl(url, 'call_to_action.url')
}

function checkUrl(json: Json, field: string): void {
  if (!/^https?:$/.test(URL.parse(textOf(json) ?? '')?.protocol ?? ''))
    throw refuseField(field, 'It is no URL.')
}

/** The addresses of the media: at most one, which is a photo. */
function mediaOf({ media }: JsonObject): string[] {
  if (media === undefined) return []
  const items = listOf(media, 'media').map((item) => membersOf(item, 'media', ['mediaFormat', 'sourceUrl']))
  if (items.length > 1) throw refuseField('media', 'A post has one photo at most.')
  return items.map(({ mediaFormat, sourceUrl }) => {
    if (mediaFormat !== 'PHOTO') throw refuseField('media.media_format', 'Only photos are supported.')
    const url = textOf(sourceUrl)
    if (url === null || !URL.canParse(url)) throw refuseField('media.source_url', 'A source is required.')
    return url
  })
}

async function fetchPhoto({ hosts }: World, url: string): Promise<Buffer> {
  const { origin } = new URL(url)
  const here = url.replace(origin, hosts.get(origin) ?? origin)
  const answer = await fetch(here, { redirect: 'error' }).catch(() => null)
  if (!answer?.ok) throw refuseField('media.source_url', 'The photo could not be fetched.')
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { format, width, height } = await sharp(bytes).metadata()
  if (format !== 'jpeg' && format !== 'png') throw refuseField('media', 'The photo is no JPEG and no PNG.')
  if (bytes.length > 5_000_000) throw refuseField('media', 'The photo is too large.')
  if (Math.min(width, height) < 250) throw refuseField('media', 'The photo is too small.')
  return bytes
}

export function listPosts(world: World, call: FakeCall): FakeAnswer {
  const { accountId, locationId } = locate(world, call)
  const own = world.posts.filter((post) => post.locationId === locationId)
  const shown = own.map((post) => showPost(world, post, accountId))
  return pageOf(call, { name: 'localPosts', most: 100, usual: 20 }, shown, world)
}

export function readPost(world: World, call: FakeCall): FakeAnswer {
  const { accountId } = locate(world, call)
  refuseUnknown(call.url, [])
  return ok(showPost(world, find(world, call), accountId))
}

export function changePost(world: World, call: FakeCall): FakeAnswer {
  const { accountId } = locate(world, call)
  refuseUnknown(call.url, ['updateMask'])
  const post = find(world, call)
  const body = bodyOf(call, members)
  const mask = call.url.searchParams.get('updateMask')?.split(',') ?? []
  // Other members can be changed too; nobody here does.
  if (mask.join() !== 'summary' || Object.keys(body).join() !== 'summary')
    throw refuse(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.')
  post.summary = textUpTo(body.summary, 'summary', 1_500) ?? ''
  return ok(showPost(world, post, accountId))
}

export function deletePost(world: World, call: FakeCall): FakeAnswer {
  locate(world, call)
  refuseUnknown(call.url, [])
  world.posts.splice(world.posts.indexOf(find(world, call)), 1)
  return ok({})
}

function find({ posts }: World, { url }: FakeCall): FakePost {
  const id = url.pathname.split('/').at(-1)
  const post = posts.find((one) => one.id === id)
  if (!post) throw refuse(404, 'NOT_FOUND', 'Requested entity was not found.')
  return post
}

export function stateOf({ readyAt, isRejected }: FakePost): 'PROCESSING' | 'LIVE' | 'REJECTED' {
  if (readyAt > Date.now()) return 'PROCESSING'
  return isRejected ? 'REJECTED' : 'LIVE'
}

/** Times have as many digits as they need; a post that nobody sees has no address. Photos are listed at an address of Google. */
function showPost({ repeatsSource }: World, post: FakePost, accountId: string): JsonObject {
  const { id, locationId, resource, summary, createTime } = post
  const state = stateOf(post)
  const media = mediaOf(resource).map((sourceUrl, index) => ({
    name: `accounts/${accountId}/locations/${locationId}/media/localPosts/${id}-${index}`,
    mediaFormat: 'PHOTO',
    googleUrl: `https://lh3.googleusercontent.com/p/${id}`,
    ...(repeatsSource ? { sourceUrl } : {}),
  }))
  const { languageCode = 'en', callToAction, event, offer, topicType } = resource
  return {
    name: `accounts/${accountId}/locations/${locationId}/localPosts/${id}`,
    languageCode,
    ...(summary === '' ? {} : { summary }),
    ...(callToAction === undefined ? {} : { callToAction: asObject(callToAction) ?? {} }),
    ...(event === undefined ? {} : { event: asObject(event) ?? {} }),
    ...(offer === undefined ? {} : { offer: asObject(offer) ?? {} }),
    ...(media.length > 0 ? { media } : {}),
    state,
    createTime,
    updateTime: createTime,
    topicType: textOf(topicType) ?? '',
    ...(state === 'LIVE' ? { searchUrl: `https://local.google.com/place?id=${locationId}&lpsid=${id}` } : {}),
  }
}
