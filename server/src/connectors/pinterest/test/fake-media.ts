import { randomBytes } from 'node:crypto'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'
import { bodyOf, type FakeMedium, ok, refuse, type World } from './fake-world.ts'

/** The address of the storage for uploads, which is not Pinterest's own. */
export const storage = 'https://pinterest-media-upload.s3-accelerate.amazonaws.com'

/** Registers a video: the answer says where it goes, with a signature. */
export function registerMedium(world: World, call: FakeCall): FakeAnswer {
  const owner = world.access(call, 'pins:read', 'pins:write')
  const { media_type: type } = bodyOf(call, ['media_type'])
  if (type !== 'video')
    throw refuse(400, 1, `Invalid request: ${JSON.stringify(type)} is not one of ['video']`)
  const id = String(5_212_123_920_968_240_000n + BigInt(world.media.size))
  const signature = randomBytes(32).toString('hex')
  fakeSecrets.note(signature)
  const fields = {
    'x-amz-date': '20261127T000000Z',
    'x-amz-signature': signature,
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    key: `uploads/11/aa/22/3:video:${owner.id}:${id}`,
    policy: 'eyJleHBpcmF0aW9uIjoiMjAyNi0xMS0yN1QwMTowMDowMFoifQ==',
    'Content-Type': 'multipart/form-data',
  }
  world.media.set(id, { id, owner, fields, bytes: null, readyAt: null })
  return ok({ media_id: id, media_type: 'video', upload_url: `${storage}/`, upload_parameters: fields }, 201)
}

/** The storage: all fields of the signature, then the file, and no other proof of who sends it. */
export async function storeFile(world: World, { headers, body }: FakeCall): Promise<FakeAnswer> {
  if (headers.authorization !== undefined) throw refuseAtStorage(400, 'InvalidArgument')
  if (headers['content-length'] === undefined) throw refuseAtStorage(411, 'MissingContentLength')
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  const [last, ...before] = [...form.entries()].reverse()
  const fields = Object.fromEntries(before)
  const medium = [...world.media.values()].find(({ fields: own }) => own.key === fields.key)
  if (last?.[0] !== 'file' || !(last[1] instanceof File))
    throw refuseAtStorage(400, 'IncorrectNumberOfFilesInPostRequest')
  if (!medium || JSON.stringify(sorted(fields)) !== JSON.stringify(sorted(medium.fields)))
    throw refuseAtStorage(403, 'SignatureDoesNotMatch')
  medium.bytes = Buffer.from(await last[1].arrayBuffer())
  medium.readyAt = world.isFailing ? Number.NaN : Date.now() + world.processMs
  return { status: 204, json: null }
}

function sorted(fields: object): [string, unknown][] {
  return Object.entries(fields).sort(([one], [other]) => one.localeCompare(other))
}

function refuseAtStorage(status: number, code: string): FakeRefusal {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`
  const bytes = { bytes: Buffer.from(xml), mimeType: 'application/xml' }
  return new FakeRefusal(code, { status, json: null, bytes })
}

export function showMedium(world: World, call: FakeCall, id: string): FakeAnswer {
  const person = world.access(call, 'pins:read')
  const medium = world.media.get(id)
  if (medium?.owner !== person) throw refuse(404, 50, 'Media not found.')
  return ok({ media_id: id, media_type: 'video', status: stateOf(medium) })
}

export function stateOf({ readyAt }: FakeMedium): string {
  if (readyAt === null) return 'registered'
  if (Number.isNaN(readyAt)) return 'failed'
  return readyAt <= Date.now() ? 'succeeded' : 'processing'
}
