import { createHmac } from 'node:crypto'
import { requireConnector } from '../../connectors/of-platform.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../lib/problem.ts'
import { deriveKey, isSigned } from '../../lib/secrecy/secret-keys.ts'

/** The deletion of one person's data: the network, and the time of the request. */
export interface Deletion {
  readonly platform: string
  readonly askedAt: Date
}

const signatureLetters = 32

/** A code for a deletion, of letters and digits. It cannot be forged, and it reveals nothing about the person. */
export function deletionCode({ secretKeys }: Pick<Context, 'secretKeys'>, deletion: Deletion): string {
  const { platform, askedAt } = deletion
  const text = Buffer.from(`${platform} ${askedAt.getTime()}`).toString('hex')
  return text + sign(text, secretKeys.current).toString('hex')
}

/** Reads a code, and the name of its network as people read it. @throws Problem 404 for one that was never given out */
export function readDeletionCode(
  { secretKeys, connectors }: Pick<Context, 'secretKeys' | 'connectors'>,
  code: string,
): Deletion & { readonly network: string } {
  const [text, given] = [code.slice(0, -signatureLetters), code.slice(-signatureLetters)]
  if (!isSigned(secretKeys, Buffer.from(given, 'hex'), (key) => sign(text, key))) throw notFound('deletion')
  const [platform = '', ms = ''] = Buffer.from(text, 'hex').toString('utf8').split(' ')
  const network = requireConnector({ connectors }, platform).name
  return { platform, network, askedAt: new Date(Number(ms)) }
}

function sign(text: string, key: Buffer): Buffer {
  return createHmac('sha256', deriveKey(key, 'data deletion'))
    .update(text)
    .digest()
    .subarray(0, signatureLetters / 2)
}
