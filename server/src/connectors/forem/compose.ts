import type { CommitRequest, Step } from '../connector.ts'
import { accept } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readSettings } from './settings.ts'

/** The one request that makes the draft public. It names nothing else of the article, and can be repeated. Pure. */
export function compose({ account, artefacts }: Step): CommitRequest {
  const { articleId } = readArtefacts(artefacts)
  if (articleId === null) throw new Error('This article is composed before it is prepared.')
  return {
    method: 'PUT',
    url: new URL(`/api/articles/${articleId}`, readSettings(account).instance).href,
    headers: { accept, 'content-type': 'application/json' },
    body: JSON.stringify({ article: { published: true } }),
  }
}
