import { createHash } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'
import {
  type Asked,
  authorize,
  type FakeFile,
  type FakePerson,
  type FakeWorld,
  invalidParam,
  isId,
  lengthOf,
  nextId,
  refuse,
  validate,
} from './fake-world.ts'

/** The types that are found by the beginnings of files. Source: FileInfoService. */
const types: readonly { readonly mimeType: string; readonly ending: string; readonly begins: RegExp }[] = [
  { mimeType: 'image/jpeg', ending: 'jpg', begins: /^\xff\xd8\xff/ },
  { mimeType: 'image/png', ending: 'png', begins: /^\x89PNG/ },
  { mimeType: 'image/gif', ending: 'gif', begins: /^GIF8/ },
  { mimeType: 'image/webp', ending: 'webp', begins: /^RIFF.{4}WEBP/s },
  { mimeType: 'image/avif', ending: 'avif', begins: /^.{4}ftypavif/s },
  { mimeType: 'video/quicktime', ending: 'mov', begins: /^.{4}ftypqt/s },
  { mimeType: 'video/mp4', ending: 'mp4', begins: /^.{4}ftyp/s },
  { mimeType: 'video/webm', ending: 'webm', begins: /^.E\xdf\xa3/s },
]

/** A form as it arrived: its texts, and its only file. */
export interface DriveForm {
  readonly fields: Readonly<Record<string, string>>
  readonly file: File
}

/** The form of a call; null where it is none, or names something after its file, which some servers do not read. */
export async function readForm({ headers, body }: FakeCall): Promise<DriveForm | null> {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return null
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const entries = [...form.entries()]
  const last = entries.at(-1)?.[1]
  if (last === undefined || typeof last === 'string') return null
  const texts = entries
    .slice(0, -1)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return texts.length === entries.length - 1 ? { fields: Object.fromEntries(texts), file: last } : null
}

const known = ['name', 'comment', 'isSensitive', 'force', 'folderId']

/** The endpoint `drive/files/create`. */
export async function createFile(asked: Asked, { fields, file }: DriveForm): Promise<JsonObject> {
  const { world } = asked
  const person = authorize(asked, 'write:drive', false)
  for (const name of Object.keys(fields)) if (!known.includes(name)) throw invalidParam(world, name)
  for (const name of ['isSensitive', 'force'])
    if (!['true', 'false', undefined].includes(fields[name])) throw invalidParam(world, name)
  const { comment = null, name = file.name, isSensitive, force } = fields
  if (comment !== null && lengthOf(comment, world.variant) > world.variant.maxAltText)
    throw invalidParam(world, 'comment')
  if (/[\\/]|\.\./.test(name) || name.length > 200)
    throw refuse(world, 'INVALID_FILE_NAME', 'Invalid file name.')
  const bytes = Buffer.from(await file.arrayBuffer())
  checkPolicies(world, bytes)
  const md5 = createHash('md5').update(bytes).digest('hex')
  const standing = world.files.find((each) => each.md5 === md5 && each.userId === person.id)
  if (standing && force !== 'true') return showFile(standing)
  checkSpace(world, person, bytes)
  const kept = keepFile(world, person, { name, comment, isSensitive: isSensitive === 'true', bytes })
  return showFile(kept)
}

function checkPolicies(world: FakeWorld, bytes: Buffer): void {
  const { policies } = world.variant
  const most = typeof policies?.maxFileSizeMb === 'number' ? policies.maxFileSizeMb * 1_048_576 : 262_144_000
  if (bytes.length > most) {
    const message = 'Cannot upload the file because it exceeds the maximum file size.'
    throw refuse(world, 'MAX_FILE_SIZE_EXCEEDED', message, { status: 413 })
  }
  const { mimeType } = typeOf(bytes)
  const taken = policies?.uploadableFileTypes as readonly string[] | undefined
  const family = `${mimeType.slice(0, mimeType.indexOf('/'))}/*`
  if (taken && !taken.some((type) => [mimeType, family, '*/*'].includes(type)))
    throw refuse(world, 'UNALLOWED_FILE_TYPE', 'Cannot upload the file because it is an unallowed file type.')
}

function checkSpace(world: FakeWorld, { id }: FakePerson, bytes: Buffer): void {
  const used = world.files
    .filter(({ userId }) => userId === id)
    .reduce((sum, one) => sum + one.bytes.length, 0)
  const space = Number(world.variant.policies?.driveCapacityMb ?? 100) * 1_048_576
  if (used + bytes.length > space)
    throw refuse(world, 'NO_FREE_SPACE', 'Cannot upload the file because you have no free space of drive.')
}

/** Keeps a file; its ending is corrected. Source: correctFilename. */
export function keepFile(
  world: FakeWorld,
  { id }: FakePerson,
  { name, bytes, ...more }: Pick<FakeFile, 'name' | 'comment' | 'isSensitive' | 'bytes'>,
): FakeFile {
  const { mimeType, ending } = typeOf(bytes)
  const file: FakeFile = {
    id: nextId(),
    userId: id,
    md5: createHash('md5').update(bytes).digest('hex'),
    name: name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`,
    type: mimeType,
    bytes,
    ...more,
  }
  world.files.push(file)
  return file
}

function typeOf(bytes: Buffer): { readonly mimeType: string; readonly ending: string } {
  const head = bytes.subarray(0, 16).toString('latin1')
  const found = types.find(({ begins }) => begins.test(head))
  return found ?? { mimeType: 'application/octet-stream', ending: 'unknown' }
}

export function showFile({ id, name, type, md5, bytes, comment, isSensitive }: FakeFile): JsonObject {
  const url = `https://media.harbour.example.org/${id}`
  return { id, name, type, md5, size: bytes.length, comment, isSensitive, url, thumbnailUrl: url }
}

/** The endpoint `drive/files/delete`. */
export function deleteFile(asked: Asked): null {
  const { world, params } = asked
  const person = authorize(asked, 'write:drive')
  validate(asked, { fileId: isId }, ['fileId'])
  const place = world.files.findIndex(({ id }) => id === params.fileId)
  if (place < 0) throw refuse(world, 'NO_SUCH_FILE', 'No such file.')
  if (world.files[place]?.userId !== person.id) throw refuse(world, 'ACCESS_DENIED', 'Access denied.')
  world.files.splice(place, 1)
  return null
}
