import { createHash } from 'node:crypto'
import { isArray, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import { type Asset, bodyOf, objectOf, refuse, requireActor, requireScope, type World } from './fake-world.ts'

type Kind = 'image' | 'document' | 'video'

/** Begins an upload, or ends that of a video. */
export function changeUpload(world: World, kind: Kind, call: FakeCall): FakeAnswer {
  const action = call.url.searchParams.get('action')
  if (action === 'initializeUpload') return { status: 200, json: { value: initialize(world, kind, call) } }
  if (action === 'finalizeUpload' && kind === 'video') return finalize(world, call)
  throw refuse(400, 'ILLEGAL_ARGUMENT', 'There is no such action')
}

function initialize(world: World, kind: Kind, call: FakeCall): JsonObject {
  const asked = objectOf(bodyOf(call).initializeUploadRequest)
  const owner = requireActor(world, call, asked.owner)
  const number = world.assets.size + 1
  const urn = `urn:li:${kind}:D${number}`
  const at = (part: number) =>
    `https://www.linkedin.com/dms-uploads/${number}-${part}?sv=${secretOf(urn, part)}`
  if (kind !== 'video') {
    world.assets.set(String(number), { urn, owner, parts: [null], sizes: [null], readyAt: null })
    return { uploadUrlExpiresAt: Date.now() + 86_400_000, uploadUrl: at(0), [kind]: urn }
  }
  const size = asked.fileSizeBytes
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size <= 0)
    throw refuse(400, 'MISSING_FIELD', 'fileSizeBytes is missing')
  const count = Math.ceil(size / world.partBytes)
  const uploadInstructions = Array.from({ length: count }, (_, part) => ({
    uploadUrl: at(part),
    firstByte: part * world.partBytes,
    lastByte: Math.min(size, (part + 1) * world.partBytes) - 1,
  }))
  const sizes = uploadInstructions.map(({ firstByte, lastByte }) => lastByte - firstByte + 1)
  world.assets.set(String(number), { urn, owner, parts: sizes.map(() => null), sizes, readyAt: null })
  return { video: urn, uploadToken: `token-of-${number}`, uploadInstructions, uploadUrlsExpireAt: 0 }
}

function secretOf(urn: string, part: number): string {
  return createHash('sha256').update(`${urn} ${part}`).digest('hex').slice(0, 32)
}

/** Takes the bytes that go to the address of a part. */
export function takeBytes(world: World, call: FakeCall, id: string): FakeAnswer {
  world.access(call)
  const [number = '', part = ''] = id.split('-')
  const asset = world.assets.get(number)
  const place = Number(part)
  if (
    !asset ||
    asset.parts[place] === undefined ||
    call.url.searchParams.get('sv') !== secretOf(asset.urn, place)
  )
    throw refuse(404, 'NOT_FOUND', 'There is no such upload')
  const size = asset.sizes[place] ?? call.body.length
  if (call.body.length !== size || size === 0) throw refuse(400, 'INVALID_RANGE', 'These are not the bytes')
  asset.parts[place] = call.body
  if (!asset.urn.startsWith('urn:li:video:')) asset.readyAt = Date.now() + world.processMs
  return { status: 201, json: null, headers: { etag: etagOf(asset, place) } }
}

function etagOf({ urn, parts }: Asset, part: number): string {
  return `/ambry/${secretOf(urn, part)}/${createHash('md5')
    .update(parts[part] ?? '')
    .digest('hex')}`
}

function finalize(world: World, call: FakeCall): FakeAnswer {
  const asked = objectOf(bodyOf(call).finalizeUploadRequest)
  const [number, asset] = assetOf(world, textOf(asked.video))
  requireActor(world, call, asset.owner)
  if (asked.uploadToken !== `token-of-${number}`) throw refuse(400, 'INVALID_VALUE_FOR_FIELD', 'uploadToken')
  if (asset.parts.includes(null)) throw refuse(400, 'MEDIA_ASSET_WAITING_UPLOAD', 'Not all parts have come')
  const ids = isArray(asked.uploadedPartIds) ? asked.uploadedPartIds : []
  const wanted = asset.parts.map((_, part) => etagOf(asset, part))
  if (JSON.stringify(ids) !== JSON.stringify(wanted))
    throw refuse(400, 'INVALID_VALUE_FOR_FIELD', 'uploadedPartIds are not those of the parts, in order')
  asset.readyAt = Date.now() + world.processMs
  return { status: 200, json: null }
}

function assetOf({ assets }: World, urn: string | null): [string, Asset] {
  const found = [...assets].find(([, asset]) => asset.urn === urn)
  if (!found) throw refuse(400, 'INVALID_URN_ID', `There is no ${urn}`)
  return found
}

/** Tells how far an upload is, to those who may read. */
export function showAsset(world: World, call: FakeCall, id: string): FakeAnswer {
  requireScope(world, call, 'r_organization_social')
  const [, asset] = assetOf(world, id)
  requireActor(world, call, asset.owner)
  return { status: 200, json: { id, owner: asset.owner, status: statusOf(asset) } }
}

function statusOf({ readyAt }: Asset): string {
  if (readyAt === null) return 'WAITING_UPLOAD'
  return readyAt <= Date.now() ? 'AVAILABLE' : 'PROCESSING'
}

/** The bytes of a medium that a post of its owner may show. @throws FakeRefusal */
export function takeForPost(world: World, urn: string | null, owner: string): Buffer {
  const [, asset] = assetOf(world, urn)
  if (asset.owner !== owner) throw refuse(403, 'ACCESS_DENIED', 'The medium is of somebody else')
  if (statusOf(asset) !== 'AVAILABLE')
    throw refuse(400, 'MEDIA_ASSET_WAITING_UPLOAD', 'Media asset is waiting upload')
  return Buffer.concat(asset.parts.filter((part) => part !== null))
}
