import { asObject } from '../../lib/json/json.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { type Access, askNeynar, failureOfCall, readFid, readHash, readSuccess } from './api.ts'

/** A cast as others name it: by its author and its hash. */
export interface CastId {
  readonly fid: number
  readonly hash: string
}

export const notACast =
  'This is no address of a cast. Copy the address of the cast at farcaster.xyz, or its whole hash.'

/** A named cast, as Neynar looks it up: by its whole hash, or by its address, which has only the beginning of one. */
export interface NamedCast {
  readonly identifier: string
  readonly type: 'hash' | 'url'
}

/** Source: docs.neynar.com/docs/how-to-get-cast-information-from-url, and docs.farcaster.xyz/reference/farcaster/intent-urls. */
export function readQuote(named: string): NamedCast | null {
  const given = named.trim()
  const hash = /^0x[0-9a-f]{40}$/i.exec(given)?.[0]
  if (hash !== undefined) return { identifier: hash.toLowerCase(), type: 'hash' }
  const path = /^https:\/\/(?:www\.)?(?:farcaster\.xyz|warpcast\.com)\/([^?#]+)/i.exec(given)?.[1] ?? ''
  const whole = /^~\/conversations\/(0x[0-9a-f]{40})\/?$/i.exec(path)?.[1]
  if (whole !== undefined) return { identifier: whole.toLowerCase(), type: 'hash' }
  const [, person, short] = /^([\w.!-]{1,64})\/(0x[0-9a-f]{8,40})\/?$/i.exec(path) ?? []
  if (person === undefined || short === undefined) return null
  return { identifier: `https://farcaster.xyz/${person}/${short.toLowerCase()}`, type: 'url' }
}

/** Looks a named cast up. @throws Failure `invalid` where there is none */
export async function findCast(named: string, access: Access, io: ConnectIo): Promise<CastId> {
  const asked = readQuote(named)
  if (!asked) throw new Failure('invalid', notACast)
  const query = { identifier: asked.identifier, type: asked.type }
  const answer = await askNeynar({ path: '/v2/farcaster/cast/', query }, access, io)
  if (answer.status === 400 || answer.status === 404) {
    const failure = failureOfCall(answer, access, io)
    throw failure.kind === 'invalid' ? new Failure('invalid', 'There is no such cast to quote.') : failure
  }
  const cast = asObject(readSuccess(answer, access, io).cast)
  const [fid, hash] = [readFid(asObject(cast?.author)?.fid), readHash(cast?.hash)]
  if (fid === null || hash === null) throw new Failure('unavailable', 'Neynar did not show the quoted cast.')
  return { fid, hash }
}
