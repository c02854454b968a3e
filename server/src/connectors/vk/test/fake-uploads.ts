import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'
import {
  type Asked,
  badParameter,
  type Caller,
  type FakeMedium,
  integerIn,
  ok,
  ownWall,
  refuse,
  takeId,
  type World,
} from './fake-world.ts'

export const uploadOrigin = 'https://pu.vk.com'
export const videoOrigin = 'https://ovu.okcdn.ru'

const mostSides = 14_000
const mostPhotoBytes = 50_000_000
const mostDocumentBytes = 200_000_000

const newSecret = () => {
  const secret = randomBytes(16).toString('hex')
  fakeSecrets.note(secret)
  return secret
}

/** The wall that a file is for: that of the community that is named, or one's own. @throws FakeRefusal */
function wallOf(world: World, caller: Caller, asked: Asked): number {
  if (asked.group_id !== undefined) return ownWall(world, caller, -integerIn(asked, 'group_id'))
  if (caller.kind === 'group') return -caller.communityId
  if (caller.kind === 'user') return caller.person.id
  throw refuse(28, 'Application authorization failed')
}

/** Source: dev.vk.com/en/method/photos.getWallUploadServer and docs.getWallUploadServer. */
export function beginUpload(world: World, caller: Caller, asked: Asked, kind: 'photo' | 'doc'): FakeAnswer {
  const ownerId = wallOf(world, caller, asked)
  const hash = newSecret()
  world.begun.set(hash, { method: kind, ownerId, words: '' })
  const path = kind === 'photo' ? '/c856312/upload.php' : '/c240331/upload_doc.php'
  const uploadUrl = `${uploadOrigin}${path}?act=do_add&mid=${ownerId}&hash=${hash}`
  return ok(
    kind === 'photo' ? { album_id: -14, upload_url: uploadUrl, user_id: ownerId } : { upload_url: uploadUrl },
  )
}

/** A video is among those of its owner at once. Source: dev.vk.com/en/method/video.save. */
export function saveVideo(world: World, caller: Caller, asked: Asked): FakeAnswer {
  const ownerId = wallOf(world, caller, asked)
  if ((asked.name ?? '').length > 128) throw badParameter('name is too long')
  const [id, sig] = [takeId(world), newSecret()]
  world.begun.set(sig, { method: `video ${id}`, ownerId, words: asked.name ?? '' })
  const uploadUrl = `${videoOrigin}/upload.do?sig=${sig}&vkVideoId=${id}`
  return ok({
    access_key: '494cb27d4cde22a64d',
    description: '',
    owner_id: ownerId,
    title: asked.name ?? 'Untitled',
    upload_url: uploadUrl,
    video_id: id,
  })
}

/** Takes a file at its address, once. */
export async function receiveFile(world: World, call: FakeCall, field: string): Promise<FakeAnswer> {
  const secret = call.url.searchParams.get('hash') ?? call.url.searchParams.get('sig') ?? ''
  const begun = world.begun.get(secret)
  if (!begun || call.headers.authorization !== undefined) throw refuseUpload('Security Breach')
  world.begun.delete(secret)
  const type = call.headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(call.body), { headers: { 'content-type': type } }).formData()
  const file = form.get(field)
  if (!(file instanceof File) || [...form.keys()].length !== 1) throw refuseUpload('ERR_UPLOAD_BAD_FILE')
  const bytes = Buffer.from(await file.arrayBuffer())
  const { ownerId, method, words } = begun
  const came = { ownerId, bytes, mimeType: file.type, fileName: file.name }
  if (method === 'photo') return answerPhoto(world, came)
  if (method === 'doc') return answerDocument(world, came)
  const id = Number(method.split(' ')[1])
  world.media.push({ ...came, type: 'video', id, words })
  return { status: 200, json: { size: bytes.length, video_id: id, owner_id: ownerId, video_hash: 'd15d5a' } }
}

type Came = Pick<FakeMedium, 'ownerId' | 'bytes' | 'mimeType' | 'fileName'>

/** A picture that cannot be read is an empty list. Source: dev.vk.com/en/api/upload/wall-photo. */
async function answerPhoto(world: World, came: Came): Promise<FakeAnswer> {
  const isGood = await isPhoto(came.bytes)
  const hash = newSecret()
  const photo = isGood ? JSON.stringify([{ photo: `${hash}:w`, sizes: [] }]) : '[]'
  if (isGood) world.received.set(hash, came)
  return { status: 200, json: { server: 856_312, photo, hash } }
}

async function isPhoto(bytes: Buffer): Promise<boolean> {
  const { width, height, format } = await sharp(bytes)
    .metadata()
    .catch(() => ({ width: 0, height: 0, format: '' }))
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const isShaped = short > 0 && long / short <= 20 && width + height <= mostSides
  return isShaped && ['jpeg', 'png', 'gif'].includes(format) && bytes.length <= mostPhotoBytes
}

function answerDocument(world: World, came: Came): FakeAnswer {
  if (came.bytes.length > mostDocumentBytes || /\.(?:mp3|exe|bin)$/.test(came.fileName))
    throw refuseUpload('unknown_error')
  const file = `${came.ownerId}|0|0|240331|${newSecret()}`
  world.received.set(file, came)
  return { status: 200, json: { file } }
}

/** Source: dev.vk.com/en/method/photos.saveWallPhoto. */
export function savePhoto(world: World, caller: Caller, asked: Asked): FakeAnswer {
  const came = world.received.get(asked.hash ?? '')
  const ownerId = asked.group_id === undefined ? integerIn(asked, 'user_id') : wallOf(world, caller, asked)
  if (asked.server !== '856312') throw refuse(118, 'Invalid server')
  if (!came || came.ownerId !== ownerId) throw refuse(121, 'Invalid hash')
  if (!asked.photo?.includes(asked.hash ?? '')) throw refuse(129, 'Invalid photo')
  if ([...(asked.caption ?? '')].length > 2_048) throw badParameter('caption is too long')
  world.received.delete(asked.hash ?? '')
  const medium = { ...came, type: 'photo' as const, id: takeId(world), words: asked.caption ?? '' }
  world.media.push(medium)
  return ok([describeMedium(medium)])
}

/** Source: dev.vk.com/en/method/docs.save. */
export function saveDocument(world: World, asked: Asked): FakeAnswer {
  const came = world.received.get(asked.file ?? '')
  if (!came) throw refuse(105, "Couldn't save file")
  world.received.delete(asked.file ?? '')
  const medium = { ...came, type: 'doc' as const, id: takeId(world), words: asked.title ?? came.fileName }
  world.media.push(medium)
  return ok({ type: 'doc', doc: describeMedium(medium) })
}

export function describeMedium({ type, id, ownerId, words, bytes, fileName }: FakeMedium) {
  const common = { id, owner_id: ownerId, date: 1_790_000_000 }
  if (type === 'photo') return { ...common, album_id: -14, text: words, sizes: [] }
  if (type === 'video') return { ...common, title: words, description: '', duration: 3 }
  return { ...common, title: words, size: bytes.length, ext: fileName.split('.').at(-1) ?? '', type: 3 }
}

function refuseUpload(error: string): FakeRefusal {
  return new FakeRefusal(error, { status: 200, json: { error } })
}
