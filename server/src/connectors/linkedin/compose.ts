import type { JsonObject } from '../../lib/json/json.ts'
import { cutText } from '../../lib/text/graphemes.ts'
import type { CommitRequest, Draft, Step } from '../connector.ts'
import { origin, protocol } from './api.ts'
import { type Card, readArtefacts, type Uploaded } from './artefacts.ts'
import { toLittleText } from './little-text.ts'
import { readChoices } from './options.ts'

const mostTitle = 100

/** The one request that makes a post or a comment, without the version of the API, which `commit` adds. Pure. */
export function compose(step: Step): CommitRequest {
  const { media, card } = readArtefacts(step.artefacts)
  if (media.length !== step.draft.media.length)
    throw new Error('This post is composed before it is prepared.')
  const { path, body } = step.replyTo
    ? commentOf(step, step.replyTo.parent.remoteId)
    : postOf(step, media, card)
  return {
    method: 'POST',
    url: `${origin}${path}`,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...protocol },
    body: JSON.stringify(body),
  }
}

interface Composed {
  readonly path: string
  readonly body: JsonObject
}

function commentOf({ account, draft }: Step, postUrn: string): Composed {
  return {
    path: `/rest/socialActions/${encodeURIComponent(postUrn)}/comments`,
    body: { actor: account.externalId, object: postUrn, message: { text: draft.text.toWellFormed() } },
  }
}

function postOf({ account, draft }: Step, media: readonly Uploaded[], card: Card | null): Composed {
  const content = contentOf(draft, media, card)
  const body = {
    author: account.externalId,
    commentary: toLittleText(draft.text.toWellFormed()),
    visibility: readChoices(draft.options).visibility.toUpperCase(),
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content ? { content } : {}),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  }
  return { path: '/rest/posts', body }
}

function contentOf(draft: Draft, media: readonly Uploaded[], card: Card | null): JsonObject | null {
  const [first, ...more] = media.map(({ urn: id }, index) => {
    const medium = draft.media[index]
    const isPicture = medium?.kind === 'image' || medium?.kind === 'gif'
    const altText = isPicture ? medium.altText.toWellFormed() : ''
    return { id, ...(altText === '' ? {} : { altText }) }
  })
  if (!first) return card ? { article: articleOf(card) } : null
  if (more.length > 0) return { multiImage: { images: [first, ...more] } }
  return { media: draft.media[0]?.kind === 'document' ? { ...first, title: titleOf(draft) } : first }
}

function articleOf({ source, title, description, thumbnail }: Card): JsonObject {
  return {
    source,
    title,
    ...(description === '' ? {} : { description }),
    ...(thumbnail === null ? {} : { thumbnail }),
  }
}

/** A document must have a title. */
function titleOf({ text, options }: Draft): string {
  const chosen = readChoices(options).documentTitle
  if (chosen !== null) return chosen.toWellFormed()
  const [line = ''] = text.trim().split('\n')
  return cutText(line.trim(), mostTitle) || 'Document'
}
