import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type ConnectIo, type Draft, Failure, type Io, type PublishedPost, type Step } from '../connector.ts'
import { markOf } from '../kit/text/article.ts'
import { type Access, askCommunity, readList, readSuccess } from './api.ts'
import { bodyOf, type ShownPicture, titleOf } from './body.ts'
import { readChoices } from './options.ts'

/** An article of the account as we read it. */
export interface Article {
  readonly id: number
  readonly isPublished: boolean
  /** Its address; that of a draft is not the one that it will have. */
  readonly url: string | null
}

/** Lists have the whole texts of articles, of which each may have 800 kB. Source: Article of Forem, `body_markdown`. */
const within = { timeoutMs: 60_000, maxBytes: 20_000_000 }
const perPage = 20
const mostPages = 10

/**
 * The article that an answer shows; null where it names none. The answer to a change has no member `published`, but the time of
 * publication, which is empty for a draft. Source: the views of Api::V1::ArticlesController.
 */
export function readArticle(json: JsonObject | null): Article | null {
  const id = json?.id
  if (!json || typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) return null
  const isPublished =
    typeof json.published === 'boolean' ? json.published : Boolean(textOf(json.published_timestamp))
  return { id, isPublished, url: readWebAddress(textOf(json.url)) }
}

/** The number in an id of ours. @throws Failure `invalid` where it is none, so that no address is made of it */
export function numberOf({ remoteId }: Pick<PublishedPost, 'remoteId'>): number {
  if (/^[1-9]\d{0,15}$/.test(remoteId)) return Number(remoteId)
  throw new Failure('invalid', 'This is no number of an article.')
}

/** One page of the account's own articles: drafts by when they were made, others by when they became public, newest first. */
export async function listArticles(
  status: 'unpublished' | 'published',
  page: number,
  access: Access,
  io: ConnectIo,
): Promise<JsonObject[]> {
  const query = { per_page: String(perPage), page: String(page) }
  const path = `/api/articles/me/${status}`
  return readList(await askCommunity({ path, query }, access, io, within), access, io)
}

/**
 * The first of the account's own articles that fits, drafts first: one that becomes public meanwhile is seen among the others. A
 * list by number is the only one that shows drafts. @throws Failure
 */
export async function findArticle(
  isSought: (article: JsonObject) => boolean,
  access: Access,
  io: ConnectIo,
): Promise<Article | null> {
  for (const status of ['unpublished', 'published'] as const)
    for (let page = 1; page <= mostPages; page++) {
      const articles = await listArticles(status, page, access, io)
      const found = readArticle(articles.find(isSought) ?? null)
      if (found) return found
      if (articles.length < perPage) break
    }
  return null
}

/**
 * Makes the draft, or brings the one of an earlier attempt up to date, and answers its number. A process that dies after it
 * leaves a draft that the next attempt finds by its mark, and that nobody else reads. @throws Failure
 */
export async function makeDraft(step: Step, access: Access, io: Io): Promise<number> {
  const shown: ShownPicture[] = []
  for (const { id, altText } of step.draft.media)
    shown.push({ url: await io.media.lastingUrl(id, access.instance), altText })
  const ours = markOf(step.key)
  const standing = await findArticle(
    (article) => textOf(article.body_markdown)?.includes(ours) === true,
    access,
    io,
  )
  if (standing?.isPublished) return standing.id
  const json = { article: describeArticle(step.draft, step.key, shown) }
  const answer = await askCommunity(
    standing
      ? { method: 'PUT', path: `/api/articles/${standing.id}`, json }
      : { method: 'POST', path: '/api/articles', json },
    access,
    io,
    within,
  )
  const made = readSuccess(answer, access, io)
  const article = readArticle(made)
  if (!article) throw new Failure('unavailable', 'The community did not say which draft it keeps.')
  // A number of another's is left out without a word, and the article would be the person's own.
  const { organizationId } = readChoices(step.draft.options)
  if (organizationId !== null && !asObject(made.organization))
    throw new Failure('forbidden', 'The account is no member of an organization with this number.')
  return article.id
}

function describeArticle(draft: Draft, key: string, shown: readonly ShownPicture[]): JsonObject {
  const chosen = readChoices(draft.options)
  const cover = chosen.mainImage === 'none' ? undefined : shown[0]
  const below = cover && chosen.mainImage === 'first_only' ? shown.slice(1) : shown
  return {
    title: titleOf(draft).toWellFormed(),
    body_markdown: bodyOf(draft.text, chosen.title, key, below),
    published: false,
    tags: chosen.tags,
    main_image: cover?.url ?? null,
    canonical_url: chosen.canonicalUrl,
    ai_disclosure_level: chosen.aiDisclosureLevel,
    ...(chosen.description === null ? {} : { description: chosen.description.toWellFormed() }),
    ...(chosen.series === null ? {} : { series: chosen.series.trim().toWellFormed() }),
    ...(chosen.organizationId === null ? {} : { organization_id: chosen.organizationId }),
  }
}
