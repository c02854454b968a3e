import type { CommitRequest, Step } from '../connector.ts'
import { describeCall, origin } from './api.ts'
import { readArtefacts } from './artefacts.ts'

/** The one request that publishes the draft. It names nothing else of the article. Pure. */
export function compose({ artefacts }: Step): CommitRequest {
  const { draftId } = readArtefacts(artefacts)
  if (draftId === null) throw new Error('This article is composed before it is prepared.')
  const { json, headers } = describeCall({ document: 'publishDraft', variables: { input: { draftId } } })
  return {
    method: 'POST',
    url: `${origin}/`,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(json),
  }
}
