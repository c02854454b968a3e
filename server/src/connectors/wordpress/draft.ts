import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type ConnectIo, Failure, type Step } from '../connector.ts'
import { type Access, askSite, dialect, isCode, isGone, mustSucceed, readSuccess, requireId } from './api.ts'
import type { Artefacts } from './artefacts.ts'
import { contentOf, escapeLine, featuredOf, titleOf } from './content.ts'
import { placeOf, readChoices } from './options.ts'
import { passwordEnded } from './refusals.ts'

/** A post of the site as we read it, whatever its status. */
export interface StandingPost {
  readonly id: number
  readonly status: string
  /** Its address as the site says it. */
  readonly link: string | null
}

const postFields = 'id,status,link'

/**
 * The name by which a draft is found again after a lost answer. It is random, and the post gets its own when it is published. Sites
 * give a second draft of the same name a number, and refuse neither.
 */
function slugOf({ key }: Pick<Step, 'key'>): string {
  return `crier-${key}`
}

/** A post by its number; null where it is gone. @throws Failure */
export async function readPost(
  place: 'posts' | 'pages',
  id: number,
  access: Access,
  io: ConnectIo,
): Promise<StandingPost | null> {
  const call = { path: `/wp/v2/${place}/${id}`, query: { context: 'edit', _fields: postFields } }
  const answer = await askSite(call, access, io)
  if (isGone(answer)) return null
  const post = standingPost(readSuccess(answer, access, io))
  if (post?.id === id) return post
  throw new Failure('unavailable', 'The site showed another post than the one asked for.')
}

/** The post that an answer shows; null where it names none. */
export function standingPost(json: JsonObject | null): StandingPost | null {
  const status = textOf(json?.status)
  const id = json?.id
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1 || status === null) return null
  return { id, status, link: textOf(json?.link) }
}

/** The draft that an earlier attempt made; null where there is none. It is not found in the trash. @throws Failure */
async function findDraft(step: Step, access: Access, io: ConnectIo): Promise<StandingPost | null> {
  const query = { slug: slugOf(step), status: 'any', context: 'edit', _fields: postFields }
  const answer = await askSite({ path: `/wp/v2/${placeOf(step.draft.options)}`, query }, access, io)
  // A stranger is told that the parameter `status` is invalid.
  if (answer.status === 400 && isCode(answer, 'rest_invalid_param'))
    throw new Failure('unauthorized', passwordEnded, { platformCode: dialect.code(answer) })
  mustSucceed(answer, access, io)
  if (!isArray(answer.json)) throw new Failure('unavailable', 'The site did not show its drafts.')
  return standingPost(asObject(answer.json[0]))
}

/**
 * Makes the draft, or brings the one of an earlier attempt up to date, and answers its number. A process that dies after it leaves
 * a draft that the next attempt finds, and that nobody reads. @throws Failure
 */
export async function makeDraft(step: Step, kept: Artefacts, access: Access, io: ConnectIo): Promise<number> {
  const standing = await findDraft(step, access, io)
  if (standing && isPublic(standing)) return standing.id
  const place = `/wp/v2/${placeOf(step.draft.options)}`
  const path = standing ? `${place}/${standing.id}` : place
  const json = { ...describeDraft(step, kept), slug: slugOf(step), status: 'draft' }
  const answer = await askSite({ path, query: { _fields: postFields }, json }, access, io)
  return requireId(readSuccess(answer, access, io).id)
}

/** A post for everybody, or one for the editors of the site. */
export function isPublic({ status }: StandingPost): boolean {
  return status === 'publish' || status === 'private'
}

/** Everything of a post but its status and its address. Only choices that were made are said, so that the site's own settings hold. */
function describeDraft({ draft }: Step, { media, categories, tags }: Artefacts): JsonObject {
  const { excerpt, commentStatus, type } = readChoices(draft.options)
  const featured = featuredOf(draft, media)
  return {
    title: escapeLine(titleOf(draft)),
    content: contentOf(draft, media),
    ...(excerpt === null ? {} : { excerpt: escapeLine(excerpt) }),
    ...(featured ? { featured_media: featured.id } : {}),
    ...(commentStatus === null ? {} : { comment_status: commentStatus }),
    ...(type === 'page' || !categories?.length ? {} : { categories }),
    ...(type === 'page' || !tags?.length ? {} : { tags }),
  }
}
