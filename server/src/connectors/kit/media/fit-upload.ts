import type { OutboundAnswer } from '../../../lib/safe-fetch/outbound.ts'
import type { FittedImage } from '../../connector.ts'

/** The way an image goes to a network. */
export interface FitUpload {
  /** The bytes the network says that it takes. */
  readonly mostBytes: number
  /** Makes the image fit. @throws Failure */
  shrink(maxBytes: number): Promise<FittedImage>
  send(fitted: FittedImage): Promise<OutboundAnswer>
  isTooLarge(answer: OutboundAnswer): boolean
}

/** Below this a picture is no longer worth looking at. */
const leastBytes = 100_000

/**
 * Sends an image, and a smaller one as long as the network or a proxy before it takes less than it says. The last answer
 * is for the caller to read, whatever it says.
 */
export async function fitUpload({
  mostBytes,
  shrink,
  send,
  isTooLarge,
}: FitUpload): Promise<{ answer: OutboundAnswer; fitted: FittedImage }> {
  for (let maxBytes = mostBytes; ; ) {
    const fitted = await shrink(maxBytes)
    const answer = await send(fitted)
    const size = fitted.bytes.length
    // A small file says nothing about how much is taken, so the limit alone is halved.
    maxBytes = Math.floor((size > leastBytes ? Math.min(maxBytes, size) : maxBytes) / 2)
    if (!isTooLarge(answer) || maxBytes < leastBytes) return { answer, fitted }
  }
}
