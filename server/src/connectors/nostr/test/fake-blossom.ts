import { createHash } from 'node:crypto'
import type { Json } from '../../../lib/json/json.ts'
import { FakeRefusal, type FakeServer, startFakeServer } from '../../kit/fakes/fake-server.ts'
import { type FakeEvent, faultOf } from './fake-event.ts'

export interface FakeBlossom extends FakeServer {
  readonly blobs: ReadonlyMap<string, Buffer>
}

export const uploading = 'PUT /upload'

/** A media server in memory, by BUD-01 and BUD-02. It gives names of Nostr for its owner too, by NIP-05. */
export async function startFakeBlossom(names: () => Readonly<Record<string, string>>): Promise<FakeBlossom> {
  const blobs = new Map<string, Buffer>()
  const refuse = (status: number, reason: string) =>
    new FakeRefusal(reason, { status, json: null, headers: { 'x-reason': reason } })
  const server: FakeServer = await startFakeServer({
    internalError: { message: 'Something broke.' },
    routes: {
      [uploading]: ({ headers, body }) => {
        const sha256 = createHash('sha256').update(body).digest('hex')
        const permission = readPermission(headers.authorization)
        const fault = faultOfPermission(permission, sha256)
        if (fault !== null) throw refuse(401, fault)
        const type = headers['content-type'] ?? ''
        if (!/^(?:image|video)\//.test(type)) throw refuse(415, `Unsupported type ${type}`)
        if (Number(headers['content-length']) !== body.length) throw refuse(411, 'Length required')
        blobs.set(sha256, body)
        const url = `${server.url}/${sha256}.${type.split('/')[1]}`
        return {
          status: 200,
          json: { url, sha256, size: body.length, type, uploaded: Math.floor(Date.now() / 1_000) },
        }
      },
      'GET /.well-known/nostr.json': () => ({ status: 200, json: { names: names() } }),
    },
  })
  return { ...server, blobs }
}

function readPermission(header: string | undefined): Json {
  const [, encoded = ''] = /^Nostr (\S+)$/.exec(header ?? '') ?? []
  try {
    return JSON.parse(Buffer.from(encoded, 'base64').toString()) as Json
  } catch {
    return null
  }
}

function faultOfPermission(permission: Json, sha256: string): string | null {
  const fault = faultOf(permission)
  if (fault !== null) return `Bad authorization: ${fault}`
  const { kind, tags, created_at } = permission as FakeEvent
  const has = (name: string, value: string) => tags.some((tag) => tag[0] === name && tag[1] === value)
  const now = Date.now() / 1_000
  const expiration = Number(tags.find(([name]) => name === 'expiration')?.[1])
  if (kind !== 24_242 || !has('t', 'upload') || !has('x', sha256)) return 'Not authorized for this upload'
  return created_at <= now && expiration > now ? null : 'The authorization is not of now'
}
