import { randomBytes } from 'node:crypto'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'
import { type FakeAsset, type FakePerson, formOf, ok, refuseForm, type World } from './fake-world.ts'

/** The address of the storage for uploads, which is not Reddit's own. */
export const storage = 'https://reddit-uploaded-media.s3-accelerate.amazonaws.com'

const types = ['image/jpeg', 'image/png', 'image/gif', 'video/mp4', 'video/quicktime']

/** Gives a place for one file: the answer says where it goes, with a signature. */
export function leaseAsset(world: World, call: FakeCall): FakeAnswer {
  const owner = world.access(call, 'submit')
  const form = formOf(call, ['filepath', 'mimetype'])
  const mimeType = form.get('mimetype') ?? ''
  if (!/^[\w-]+\.[a-z0-9]+$/.test(form.get('filepath') ?? ''))
    throw refuseForm('BAD_FILE_NAME', 'that file name is not valid', 'filepath')
  if (!types.includes(mimeType))
    throw refuseForm('INVALID_OPTION', 'that file type is not supported', 'mimetype')
  const id = randomBytes(7).toString('hex')
  const signature = randomBytes(32).toString('hex')
  fakeSecrets.note(signature)
  const key = `rte_images/${id}`
  const fields = [
    { name: 'acl', value: 'private' },
    { name: 'key', value: key },
    { name: 'X-Amz-Credential', value: 'ASIA/20261127/us-east-1/s3/aws4_request' },
    { name: 'policy', value: 'eyJleHBpcmF0aW9uIjoiMjAyNi0xMS0yN1QwMTowMDowMFoifQ==' },
    { name: 'success_action_status', value: '201' },
    { name: 'content-type', value: mimeType },
    { name: 'X-Amz-Signature', value: signature },
  ]
  world.assets.push({ id, owner, mimeType, fields, url: `${storage}/${key}`, bytes: null })
  return ok({
    args: { action: storage.replace('https:', ''), fields },
    asset: {
      asset_id: id,
      processing_state: 'incomplete',
      payload: { filepath: form.get('filepath') },
      websocket_url: `wss://ws-k8s.wss.redditmedia.com/${key}?m=${signature}`,
    },
  })
}

/** The storage: all fields of the signature in their order, then the file, and no other proof of who sends it. */
export async function storeFile(world: World, { headers, body }: FakeCall): Promise<FakeAnswer> {
  if (headers.authorization !== undefined) throw refuseAtStorage(400, 'InvalidArgument')
  if (headers['content-length'] === undefined) throw refuseAtStorage(411, 'MissingContentLength')
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  const entries = [...form.entries()]
  const last = entries.pop()
  if (last?.[0] !== 'file' || !(last[1] instanceof File))
    throw refuseAtStorage(400, 'IncorrectNumberOfFilesInPostRequest')
  const sent = entries.map(([name, value]) => ({ name, value: String(value) }))
  const asset = world.assets.find(({ fields }) => JSON.stringify(fields) === JSON.stringify(sent))
  if (!asset) throw refuseAtStorage(403, 'SignatureDoesNotMatch')
  if (last[1].type !== asset.mimeType) throw refuseAtStorage(403, 'AccessDenied')
  asset.bytes = Buffer.from(await last[1].arrayBuffer())
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse><Location>${asset.url}</Location></PostResponse>`
  return { status: 201, json: null, bytes: { bytes: Buffer.from(xml), mimeType: 'application/xml' } }
}

function refuseAtStorage(status: number, code: string): FakeRefusal {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`
  const bytes = { bytes: Buffer.from(xml), mimeType: 'application/xml' }
  return new FakeRefusal(code, { status, json: null, bytes })
}

/** A file of somebody's own that is there and of this kind. @throws FakeRefusal */
export function assetAt(
  { assets }: World,
  owner: FakePerson,
  find: (asset: FakeAsset) => boolean,
  kind: 'image' | 'video',
): FakeAsset & { bytes: Buffer } {
  const asset = assets.find(find)
  if (!asset?.bytes || asset.owner !== owner || !asset.mimeType.startsWith(`${kind}/`))
    throw refuseForm('BAD_URL', 'you should check that url', 'url')
  return { ...asset, bytes: asset.bytes }
}
