import type { Context } from '../../context.ts'
import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { invalid, type Problem } from '../../lib/problem.ts'
import { OutboundError } from '../../lib/safe-fetch/outbound.ts'

/**
 * The URL of an endpoint in its normal form. It is checked by the rules of every request that leaves this server: https, no
 * user, no number in place of a name, no private address; the networks of OUTBOUND_ALLOW are free. A name that is
 * not found yet is accepted over https, for each delivery is checked again. @throws Problem 422 `url_not_allowed`
 */
export async function readEndpointUrl(
  { outbound }: Pick<Context, 'outbound'>,
  text: string,
): Promise<string> {
  const url = readWebAddress(text)
  if (url === null) throw refused('Send an https address, such as https://example.org/hooks.')
  if (new URL(url).hash !== '') throw refused('An address with a # cannot be sent to. Leave that part out.')
  try {
    await outbound.check(url, AbortSignal.timeout(longestLookUpMs))
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.kind === 'blocked') throw refused(error.message)
    if (!url.startsWith('https:'))
      throw refused(
        'An address without TLS must lead to a network of OUTBOUND_ALLOW, and this name is not found.',
      )
  }
  return url
}

const longestLookUpMs = 5_000

function refused(detail: string): Problem {
  return invalid([{ pointer: '/url', code: 'url_not_allowed', detail }])
}
