import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type Account, type Draft, Failure, type Io, type Step } from '../connector.ts'
import { markOf } from '../kit/text/article.ts'
import { askHashnode, describeCall, readNodes, unlessGone } from './api.ts'
import type { Uploaded } from './artefacts.ts'
import { bodyOf, titleOf } from './body.ts'
import { readPublication } from './members.ts'
import { readChoices } from './options.ts'
import { readSettings } from './settings.ts'

/**
 * Makes the draft of an article, and answers its id. One that an earlier attempt made, whose answer was lost, is deleted first: nobody
 * has published it, since its id was never stored. @throws Failure
 */
export async function makeDraft(
  step: Step,
  media: readonly Uploaded[],
  token: string,
  io: Io,
): Promise<string> {
  const { draft, account, key } = step
  for (const draftId of await findDrafts(step, token, io)) {
    const call = { document: 'deleteDraft', variables: { input: { draftId } } } as const
    await unlessGone(call, token, io)
  }
  const { cover, title } = readChoices(draft.options)
  const shown = draft.media.map(({ altText }, index) => ({ url: media[index]?.url ?? '', altText }))
  const below = cover === 'first_only' ? shown.slice(1) : shown
  const coverUrl = cover === 'none' ? null : (shown[0]?.url ?? null)
  const input = describeDraft(draft, bodyOf(draft.text, title, key, below), coverUrl, account)
  const made = await askHashnode({ document: 'createDraft', variables: { input } }, token, io)
  const id = textOf(asObject(asObject(made.createDraft)?.draft)?.id)
  if (id === null) throw new Failure('unavailable', 'Hashnode did not say which draft it keeps.')
  return id
}

/** A page of drafts has their whole texts, of up to 100 kB each. */
const within = { timeoutMs: 60_000, maxBytes: 20_000_000 }

async function findDrafts({ account, key }: Step, token: string, io: Io): Promise<string[]> {
  const { publicationId } = readSettings(account)
  const publication = await readPublication('drafts', publicationId, token, io, within)
  return readNodes(asObject(publication.drafts)).flatMap(({ id, content }) => {
    const isOurs = textOf(asObject(content)?.markdown)?.includes(markOf(key)) === true
    const draftId = textOf(id)
    return isOurs && draftId !== null ? [draftId] : []
  })
}

/** The bytes of the request that makes a draft. */
export function sizeOfDraft(draft: Draft, body: string, coverUrl: string, account: Account): number {
  const input = describeDraft(draft, body, coverUrl, account)
  return Buffer.byteLength(
    JSON.stringify(describeCall({ document: 'createDraft', variables: { input } }).json),
  )
}

/** Source: CreateDraftInput in schema.graphql of github.com/Hashnode/gql-skill. */
function describeDraft(draft: Draft, body: string, coverUrl: string | null, account: Account): JsonObject {
  const chosen = readChoices(draft.options)
  const metaTags = { ...named('title', chosen.metaTitle), ...named('description', chosen.metaDescription) }
  return {
    publicationId: readSettings(account).publicationId,
    title: titleOf(draft).toWellFormed(),
    contentMarkdown: body,
    tags: chosen.tags.map((slug) => ({ slug })),
    disableComments: chosen.disableComments,
    settings: {
      enableTableOfContent: chosen.tableOfContents,
      delist: chosen.delist,
      activateNewsletter: chosen.newsletter,
      ...(chosen.slug === null ? {} : { slugOverridden: true }),
    },
    ...named('subtitle', chosen.subtitle),
    ...named('slug', chosen.slug),
    ...named('seriesId', chosen.seriesId),
    ...named('originalArticleURL', chosen.canonicalUrl),
    ...named('publishAs', chosen.publishAs),
    ...(chosen.coAuthors.length === 0 ? {} : { coAuthors: chosen.coAuthors }),
    ...(coverUrl === null ? {} : { coverImageOptions: { coverImageURL: coverUrl } }),
    ...(Object.keys(metaTags).length === 0 ? {} : { metaTags }),
  }
}

function named(name: string, value: string | null): JsonObject {
  return value === null ? {} : { [name]: value.trim().toWellFormed() }
}
