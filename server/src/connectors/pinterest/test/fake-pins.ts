import { asObject, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import { stateOf } from './fake-media.ts'
import {
  boardFor,
  bodyOf,
  type FakePerson,
  type FakePin,
  listOf,
  membersOf,
  ok,
  pageOf,
  refuse,
  textUpTo,
  type World,
} from './fake-world.ts'

const both = ['boards:read', 'boards:write', 'pins:read', 'pins:write']
const words = ['title', 'description', 'link', 'alt_text', 'board_id', 'board_section_id']
const digits = /^\d+$/

/** Makes a Pin. Source of the members and their bounds: the schema `PinCreate`. */
export function makePin(world: World, call: FakeCall): FakeAnswer {
  const owner = world.access(call, ...both)
  if (world.isTrial)
    throw refuse(403, 29, 'Apps with Trial access may not create Pins in production. Use api-sandbox.')
  const body = bodyOf(call, [...words, 'media_source', 'dominant_color', 'parent_pin_id'])
  const board = boardFor(world, textUpTo(body.board_id, 30, digits), owner)
  const said = readWords(body)
  const pin: FakePin = {
    ...readSource(world, owner, body.media_source),
    ...said,
    id: String(813_744_226_420_795_000n + BigInt(world.pins.length)),
    owner,
    boardId: board.id,
    createdAt: new Date().toISOString(),
    metrics: null,
  }
  world.pins.push(pin)
  return ok(showPin(world, pin, owner), 201)
}

function readWords(body: JsonObject): Pick<FakePin, 'title' | 'description' | 'link' | 'altText'> {
  const link = textUpTo(body.link, 2_048)
  if (link !== null && !URL.canParse(link)) throw refuse(400, 1, 'Invalid link.')
  return {
    title: textUpTo(body.title, 100),
    description: textUpTo(body.description, 800),
    link,
    altText: textUpTo(body.alt_text, 500),
  }
}

function readSource(
  world: World,
  owner: FakePerson,
  given: Json | undefined,
): Pick<FakePin, 'kind' | 'pictures' | 'video'> {
  switch (asObject(given)?.source_type) {
    case 'image_base64': {
      const source = membersOf(given, ['source_type', 'content_type', 'data', 'is_standard'])
      return { kind: 'REGULAR', pictures: [readPicture(source.content_type, source.data)], video: null }
    }
    case 'multiple_image_base64': {
      const { items } = membersOf(given, ['source_type', 'items', 'index'])
      const all = listOf(items).map((item) =>
        membersOf(item, ['content_type', 'data', 'title', 'description', 'link']),
      )
      if (all.length < 2) throw refuse(400, 1, 'Invalid request: constraint: minItems=2')
      if (all.length > 5) throw refuse(400, 1, 'Invalid request: constraint: maxItems=5')
      const pictures = all.map(({ content_type: type, data }) => readPicture(type, data))
      return { kind: 'CAROUSEL', pictures, video: null }
    }
    case 'video_id':
      return { kind: 'VIDEO', pictures: [], video: readVideo(world, owner, given) }
    default:
      throw refuse(400, 1, 'Invalid request: media_source is not one of its kinds')
  }
}

const heads: Readonly<Record<string, string>> = { 'image/jpeg': 'ffd8ff', 'image/png': '89504e47' }

function readPicture(type: Json | undefined, data: Json | undefined): Buffer {
  const head = typeof type === 'string' ? heads[type] : undefined
  if (head === undefined)
    throw refuse(400, 1, `Invalid request: ${JSON.stringify(type)} is not one of ['image/jpeg', 'image/png']`)
  if (typeof data !== 'string' || !/^[a-zA-Z0-9+/]+={0,2}$/.test(data) || data.length % 4 !== 0)
    throw refuse(400, 1, "Invalid request: data does not match '^[a-zA-Z0-9+/=]+$'")
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > 20_000_000) throw refuse(400, 1, 'The image is too large.')
  if (!bytes.toString('hex', 0, 4).startsWith(head)) throw refuse(400, 1, 'The image could not be read.')
  return bytes
}

function readVideo(world: World, owner: FakePerson, given: Json | undefined): NonNullable<FakePin['video']> {
  const cover = [
    'cover_image_url',
    'cover_image_content_type',
    'cover_image_data',
    'cover_image_key_frame_time',
  ]
  const source = membersOf(given, ['source_type', 'media_id', 'is_standard', ...cover])
  const medium = world.media.get(textUpTo(source.media_id, 30, digits) ?? '')
  if (medium?.owner !== owner) throw refuse(404, 50, 'Media not found.')
  if (stateOf(medium) !== 'succeeded') throw refuse(400, 1, 'The video is not ready.')
  if (source.cover_image_data !== undefined)
    return { medium, cover: readPicture(source.cover_image_content_type, source.cover_image_data) }
  const moment = source.cover_image_key_frame_time
  if (typeof moment === 'number' && Number.isInteger(moment) && moment >= 0) return { medium, cover: moment }
  throw refuse(400, 1, 'A video needs cover_image_url or cover_image_content_type.')
}

function showPin({ boards, hasBareTimes }: World, pin: FakePin, person: FakePerson): JsonObject {
  const board = boards.find(({ id }) => id === pin.boardId)
  return {
    id: pin.id,
    created_at: hasBareTimes ? pin.createdAt.slice(0, 19) : `${pin.createdAt.slice(0, 19)}+00:00`,
    title: pin.title,
    description: pin.description,
    link: pin.link,
    alt_text: pin.altText,
    board_id: pin.boardId,
    board_section_id: null,
    board_owner: { username: board?.owner.username ?? '' },
    creative_type: pin.kind,
    dominant_color: '#6E7874',
    is_owner: pin.owner === person,
    is_standard: true,
    has_been_promoted: false,
    parent_pin_id: null,
    media: { media_type: pin.video ? 'video' : pin.pictures.length > 1 ? 'multiple_images' : 'image' },
  }
}

/** The Pins of a board, the newest first. */
export function listPins(world: World, call: FakeCall, id: string): FakeAnswer {
  const person = world.access(call, 'boards:read', 'pins:read')
  const board = boardFor(world, id, person)
  const pins = world.pins.filter(({ boardId }) => boardId === board.id).toReversed()
  const known = ['creative_types', 'pin_metrics', 'ad_account_id']
  return pageOf(
    call,
    known,
    pins.map((pin) => showPin(world, pin, person)),
  )
}

export function readOnePin(world: World, call: FakeCall, id: string): FakeAnswer {
  const person = world.access(call, 'boards:read', 'pins:read')
  const pin = ownPin(world, id, person)
  const { searchParams } = call.url
  if ([...searchParams.keys()].some((name) => name !== 'pin_metrics' && name !== 'ad_account_id'))
    throw refuse(400, 1, 'Invalid request: it is no parameter')
  const shown = showPin(world, pin, person)
  if (searchParams.get('pin_metrics') !== 'true') return ok(shown)
  const metrics = pin.metrics ?? {
    impression: 0,
    pin_click: 0,
    clickthrough: 0,
    reaction: 0,
    comment: 0,
    save: 0,
  }
  return ok({ ...shown, pin_metrics: { '90d': {}, lifetime_metrics: metrics } })
}

/** Changes what is named. Source: the schema `PinUpdate`. */
export function changePin(world: World, call: FakeCall, id: string): FakeAnswer {
  const person = world.access(call, ...both)
  const pin = ownPin(world, id, person)
  const body = bodyOf(call, [...words, 'carousel_slots'])
  const said = readWords(body)
  if ('title' in body) pin.title = said.title
  if ('description' in body) pin.description = said.description
  if ('link' in body) pin.link = said.link
  if ('alt_text' in body) pin.altText = said.altText
  return ok(showPin(world, pin, person))
}

export function deletePin(world: World, call: FakeCall, id: string): FakeAnswer {
  const person = world.access(call, ...both)
  world.pins.splice(world.pins.indexOf(ownPin(world, id, person)), 1)
  return { status: 204, json: null }
}

function ownPin({ pins }: World, id: string, person: FakePerson): FakePin {
  if (!digits.test(id)) throw refuse(400, 1, `Invalid request: '${id}' does not match '^\\d+$'`)
  const pin = pins.find((one) => one.id === id)
  if (!pin) throw refuse(404, 50, 'Pin not found.')
  if (pin.owner !== person) throw refuse(403, 7, 'Not authorized to access board or Pin.')
  return pin
}

export function listBoards(world: World, call: FakeCall): FakeAnswer {
  const person = world.access(call, 'boards:read')
  const own = world.boards.filter(({ owner, shared }) => owner === person || shared.includes(person))
  const shown = own.map(({ id, name, privacy, owner }) => ({
    id,
    name,
    privacy,
    owner: { username: owner.username },
    description: null,
    pin_count: world.pins.filter(({ boardId }) => boardId === id).length,
  }))
  return pageOf(call, ['privacy', 'ad_account_id'], shown)
}

export function showAccount(world: World, call: FakeCall): FakeAnswer {
  const { id, username, businessName } = world.access(call, 'user_accounts:read')
  return ok({
    id,
    username,
    business_name: businessName,
    account_type: businessName === null ? 'PINNER' : 'BUSINESS',
    profile_image: `https://i.pinimg.com/600x600_R/${textOf(username)}.jpg`,
  })
}
