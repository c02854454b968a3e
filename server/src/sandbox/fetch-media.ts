import Type, { type Static } from 'typebox'
import { OutboundError } from '../lib/safe-fetch/outbound.ts'
import type { Network } from './network.ts'
import { mostBytesOf } from './receive-media.ts'
import { Refusal } from './refusal.ts'

export const mediaAddressBody = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 2_000 }) },
  { additionalProperties: false },
)

export type MediaAddress = Static<typeof mediaAddressBody>

const patienceMs = 30_000
const mostBytes = Math.max(mostBytesOf('video/mp4'), mostBytesOf('image/png'))

/** Fetches a medium from the internet, as a network does that takes no uploads. @throws Refusal 415, 422 */
export async function fetchMedia(
  { outside }: Pick<Network, 'outside'>,
  { url }: MediaAddress,
): Promise<{ mimeType: string; bytes: Buffer }> {
  const request = { method: 'GET', url, headers: {}, body: null } as const
  const limits = { timeoutMs: patienceMs, maxBytes: mostBytes, signal: AbortSignal.timeout(patienceMs) }
  const answer = await outside.fetch(request, limits).catch((error: unknown) => {
    if (error instanceof OutboundError) throw unreachable(error.message)
    throw error
  })
  if (answer.status !== 200) throw unreachable(`The answer was ${answer.status}.`)
  const mimeType = (answer.headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
  if (answer.bytes.length > mostBytesOf(mimeType))
    throw new Refusal(413, 'too_large', `At most ${mostBytesOf(mimeType)} bytes.`)
  return { mimeType, bytes: Buffer.from(answer.bytes) }
}

function unreachable(why: string): Refusal {
  return new Refusal(422, 'media_unreachable', `The medium could not be fetched from its address. ${why}`)
}
