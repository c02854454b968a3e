import { asObject, isArray, type JsonObject } from '../../../lib/json/json.ts'
import { sentence } from '../../../lib/text/sentence.ts'
import { Failure } from '../../connector.ts'

const pauseMs = 3_600_000

/** The members of the answer that tell one quota of an account, which has several. */
export interface QuotaNames {
  readonly usage: string
  readonly config: string
}

export const quotaOfPosts: QuotaNames = { usage: 'quota_usage', config: 'config' }

/**
 * Waits where an account of a network of Meta has used up its posts of 24 hours, before anything is made of another one:
 * `{"data": [{"config": {"quota_total": 250}, "quota_usage": 3}]}`. Where the network does not say, nothing is refused,
 * because the call that publishes knows the number too.
 * @throws Failure `rate_limited`
 */
export async function refuseOverQuota(
  name: string,
  { usage, config }: QuotaNames,
  ask: (query: { readonly fields: string }) => Promise<JsonObject>,
): Promise<void> {
  const answer = await ask({ fields: `${usage},${config}` }).catch(nothingIfUntold)
  const row = asObject(isArray(answer?.data) ? answer.data[0] : null)
  const [total, used] = [asObject(row?.[config])?.quota_total, row?.[usage]]
  if (typeof total !== 'number' || typeof used !== 'number' || used < total) return
  const text = sentence(
    '{network} takes {total} posts of this account in 24 hours from apps, and has {used}.',
    { network: name, total, used },
  )
  throw new Failure('rate_limited', text, { retryAfterMs: pauseMs })
}

function nothingIfUntold(error: unknown): null {
  const untold = ['invalid', 'forbidden', 'unavailable', 'unknown_outcome']
  if (error instanceof Failure && untold.includes(error.kind)) return null
  throw error
}
