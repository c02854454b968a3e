import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { FakeRefusal, type FakeCall as ServerCall } from '../../kit/fakes/fake-server.ts'
import { FakeAuthorization } from './fake-authorization.ts'
import { objectOf } from './record-rules.ts'

export interface FakeBlueskyOptions {
  /** The largest blob that uploadBlob takes. describeServer states it unless `isOld`. */
  readonly blobUploadLimit?: number
  /** A server of the older kind: pictures of 1 MB, and no word about blobs. */
  readonly isOld?: boolean
  readonly accessTtlMs?: number
  /** Two servers with the same one know each other's sessions, as when one takes over from the other. */
  readonly secret?: string
}

export interface FakeAccount {
  readonly did: string
  readonly handle: string
  readonly appPassword: string
}

export interface Blob {
  readonly bytes: Buffer
  readonly mimeType: string
  /** Whether a post refers to it. The first one that does must describe it as it is. */
  isKept: boolean
}

export interface Resident extends FakeAccount {
  handle: string
  /** Where its identity says that it lives; here when that is null. */
  home: string | null
  state: 'active' | 'taken_down' | 'deactivated' | 'moved'
  /** By collection and key. */
  readonly records: Map<string, { cid: string; value: JsonObject }>
  readonly blobs: Map<string, Blob>
  /** Tokens made before this are no longer good. */
  accessFrom: number
  refreshFrom: number
  readonly ended: Set<string>
  logins: number
  points: number
}

/** The server's way to say no. */
export class Refusal extends FakeRefusal {
  constructor(
    status: number,
    error: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message, { status, json: { error, message }, headers })
  }
}

export interface Asked {
  readonly method: string
  readonly origin: string
  readonly query: URLSearchParams
  readonly body: Buffer
  readonly type: string
  readonly authorization: string | null
  readonly call: ServerCall
}

/** A resident, and what may be done in their name; null where that is everything. */
export interface Speaker {
  readonly resident: Resident
  readonly id: string
  readonly scopes: readonly string[] | null
}

/** The accounts of the fake server, and the sessions that speak for them. */
export type World = ReturnType<typeof createWorld>

export function createWorld(options: FakeBlueskyOptions) {
  const residents = new Map<string, Resident>()
  const secret = options.secret ?? randomBytes(32)
  // Tokens are told apart by their order, so that one given in the same millisecond as a revocation is not ended by it.
  let ticks = 0
  const tick = () => (ticks += 1)
  const find = (who: string) =>
    residents.get(who) ?? [...residents.values()].find(({ handle }) => handle === who)
  const resident = (did: string): Resident => {
    const found = residents.get(did)
    if (!found) throw new Error(`The fake has no account ${did}.`)
    return found
  }
  const settle = ({ did, handle, appPassword }: FakeAccount): FakeAccount => {
    const fresh = {
      state: 'active',
      home: null,
      accessFrom: 0,
      refreshFrom: 0,
      logins: 0,
      points: 0,
    } as const
    const kept = { records: new Map(), blobs: new Map(), ended: new Set<string>() }
    residents.set(did, { did, handle, appPassword, ...fresh, ...kept })
    return { did, handle, appPassword }
  }
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const authorization = new FakeAuthorization()
  return {
    authorization,
    options,
    /** The counts that the index has of posts, by their addresses. */
    counts: new Map<string, JsonObject>(),
    tick,
    find,
    resident,
    addResident(handle: string): FakeAccount {
      const did = `did:plc:${base32(randomBytes(15))}`
      const appPassword = (randomBytes(8).toString('hex').match(/.{4}/g) ?? []).join('-')
      return settle({ did, handle, appPassword })
    },
    settle,
    makeToken({ did }: Resident, scope: 'appPass' | 'refresh'): string {
      const now = Math.floor(Date.now() / 1000)
      const ttl = scope === 'refresh' ? 90 * 86_400 : (options.accessTtlMs ?? 7_200_000) / 1000
      const claims = {
        scope: `com.atproto.${scope}`,
        sub: did,
        iat: now,
        exp: now + ttl,
        jti: String(tick()),
      }
      const parts = [{ alg: 'HS256' }, claims].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      )
      return `${parts.join('.')}.${sign(parts.join('.'))}`
    },
    /** The account a token speaks for. */
    readToken(
      { authorization: given, call }: Asked,
      scope: 'appPass' | 'refresh',
      may: { haveEnded: boolean } = { haveEnded: false },
    ): Speaker {
      if (given === null) throw new Refusal(401, 'AuthMissing', 'Authentication Required')
      if (given.startsWith('DPoP ')) {
        const { did, scopes } = authorization.readAccess(given, call)
        return { resident: resident(did), id: did, scopes }
      }
      const [head = '', payload = '', signature = ''] = given.replace(/^Bearer /, '').split('.')
      if (signature !== sign(`${head}.${payload}`))
        throw new Refusal(400, 'InvalidToken', 'Token could not be verified')
      const claims: { scope: string; sub: string; exp: number; jti: string } = JSON.parse(
        Buffer.from(payload, 'base64url').toString(),
      )
      if (claims.scope !== `com.atproto.${scope}`) throw new Refusal(400, 'InvalidToken', 'Bad token scope')
      const owner = residents.get(claims.sub)
      if (!owner)
        throw new Refusal(400, 'InvalidRequest', `Could not find user info for account: ${claims.sub}`)
      const from = scope === 'refresh' ? owner.refreshFrom : owner.accessFrom
      const hasEnded = Number(claims.jti) < from || owner.ended.has(claims.jti)
      if (claims.exp * 1000 <= Date.now() || (hasEnded && scope === 'appPass'))
        throw new Refusal(400, 'ExpiredToken', 'Token has expired')
      if (hasEnded && !may.haveEnded) throw new Refusal(400, 'ExpiredToken', 'Token has been revoked')
      return { resident: owner, id: claims.jti, scopes: null }
    },
    checkState(owner: Resident, repo: string): void {
      const named = find(repo)
      if (!named || named.state === 'moved') throw new Refusal(403, 'AccountNotFound', 'Account not found')
      if (named.state === 'taken_down')
        throw new Refusal(401, 'AccountTakedown', 'Account has been taken down')
      if (named.state === 'deactivated')
        throw new Refusal(401, 'AccountDeactivated', 'Account is deactivated')
      if (named !== owner) throw new Refusal(401, 'AuthenticationRequired', 'Authentication Required')
    },
  }
}

/** CIDv1 with SHA-256. The CID of a record has the form of the real one, but not its value, which hashes CBOR. */
export function makeCid(codec: number, bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes).digest()
  return `b${base32(Buffer.concat([Buffer.from([1, codec, 0x12, 0x20]), hash]))}`
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const fives = bits.match(/.{1,5}/g) ?? []
  return fives
    .map((five) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

export function canonical(json: Json): string {
  if (Array.isArray(json)) return `[${json.map(canonical).join(',')}]`
  const object = objectOf(json)
  if (!object) return JSON.stringify(json)
  const entries = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`).join(',')}}`
}
