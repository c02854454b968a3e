import { asObject } from '../../lib/json/json.ts'
import type { Account, CommitStep, Committed, Io, PublishedPost } from '../connector.ts'
import { makeUnknown } from '../kit/json-api.ts'
import { accessOf, dialect, keyHeader } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { type Article, readArticle } from './articles.ts'
import { readCertainRefusal } from './refusals.ts'
import { readSettings } from './settings.ts'

/** Publishes. Anything but the public article itself or a refusal of the list leaves the outcome unknown. @throws Failure */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const access = accessOf(step.account, io.credentials)
  const answer = await io.sendOnce(keyHeader(access))
  const article = answer.status === 200 ? readArticle(asObject(answer.json)) : null
  if (article?.isPublished && article.id === readArtefacts(step.artefacts).articleId)
    return { outcome: 'published', ...publishedPost(article, step.account) }
  throw readCertainRefusal(dialect, answer, io.now(), [access.apiKey]) ?? makeUnknown(dialect, answer)
}

export function publishedPost({ id, url }: Article, account: Account): PublishedPost {
  return { remoteId: String(id), url: url ?? `${readSettings(account).instance}/`, reference: null }
}
