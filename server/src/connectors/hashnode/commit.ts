import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Account, CommitStep, Committed, Io, PublishedPost } from '../connector.ts'
import { bearer, makeUnknown } from '../kit/json-api.ts'
import { dialect, errorsIn } from './api.ts'
import { certainRefusalsOf } from './refusals.ts'
import { readSettings, readToken } from './settings.ts'

const readCertainRefusal = certainRefusalsOf(dialect)

/** Publishes. Anything but the article itself or a refusal of the list leaves the outcome unknown. @throws Failure */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const post = answer.status === 200 ? publishedPost(postIn(answer), step.account) : null
  if (post) return { outcome: 'published', ...post }
  const isCertain = answer.status === 429 || isWholeRefusal(answer)
  const refusal = isCertain ? readCertainRefusal(answer, io.now(), [token]) : null
  throw refusal ?? makeUnknown(dialect, answer)
}

function postIn({ json }: OutboundAnswer): JsonObject | null {
  return asObject(asObject(asObject(asObject(json)?.data)?.publishDraft)?.post)
}

/**
 * Whether the call itself was refused. An error further down the path belongs to something that was asked of an article that is
 * public already. Source: spec.graphql.org, "Errors".
 */
function isWholeRefusal(answer: OutboundAnswer): boolean {
  const errors = errorsIn(answer)
  const data = asObject(asObject(answer.json)?.data)
  const hasData = Object.values(data ?? {}).some((value) => value !== null)
  const isWhole = ({ path }: JsonObject) => path === undefined || (isArray(path) && path.length <= 1)
  return errors.length > 0 && !hasData && errors.every(isWhole)
}

/** An article as the API shows it; null where it has no id. */
export function publishedPost(post: JsonObject | null, account: Account): PublishedPost | null {
  const remoteId = textOf(post?.id)
  const url = readWebAddress(textOf(post?.url)) ?? readSettings(account).url
  return remoteId === null ? null : { remoteId, url, reference: null }
}
