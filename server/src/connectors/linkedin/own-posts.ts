import { type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type Account, type ConnectIo, Failure, type PublishedPost } from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import { type Call, callLinkedin, dialect, elementsOf, postUrl } from './api.ts'
import { isGranted, isOrganization } from './settings.ts'

/** The number of posts or comments that are looked at. */
export const listedAtOnce = 50

/** Whether the posts of an account may be listed: those of a page with the permission, and never those of a person. */
export function canList(account: Account): boolean {
  return isOrganization(account) && isGranted(account, 'r_organization_social')
}

export interface Listed {
  readonly answer: OutboundAnswer
  readonly found: readonly JsonObject[]
}

/** The newest posts of a page. @throws Failure unless all can be read */
export function readPosts({ externalId }: Account, token: string, io: ConnectIo): Promise<Listed> {
  const query = { q: 'author', author: externalId, count: String(listedAtOnce), sortBy: 'CREATED' }
  return list({ path: '/rest/posts', query, headers: { 'x-restli-method': 'FINDER' } }, token, io)
}

/** The comments below a post. @throws Failure unless all can be read */
export function readComments(postUrn: string, token: string, io: ConnectIo): Promise<Listed> {
  const query = { start: '0', count: String(listedAtOnce) }
  return list({ path: commentsPath(postUrn), query }, token, io)
}

async function list(call: Call, token: string, io: ConnectIo): Promise<Listed> {
  const answer = await callLinkedin(call, token, io)
  const elements = elementsOf(readObject(dialect, answer))
  const found = elements?.filter((element) => textOf(element?.id) !== null).filter((one) => one !== null)
  // A part of a list shows nothing.
  if (!elements || found?.length !== elements.length)
    throw new Failure('unavailable', 'LinkedIn did not show the posts of the page.')
  return { answer, found }
}

/** The path of the comments below a post. */
export function commentsPath(postUrn: string): string {
  return `/rest/socialActions/${encodeURIComponent(postUrn)}/comments`
}

/** The URN of a post, from the text that should be one. */
export function urnOf(value: unknown): string | null {
  return typeof value === 'string' && /^urn:li:(?:share|ugcPost):\d{1,30}$/.test(value) ? value : null
}

export function describePost(urn: string): PublishedPost {
  return { remoteId: urn, url: postUrl(urn), reference: null }
}

/** A comment below a post; null if it has no id. `headerId` is the id beside the answer, without its post. */
export function describeComment(
  postUrn: string,
  body: JsonObject | null,
  headerId: string | null,
): PublishedPost | null {
  const id = textOf(body?.id) ?? headerId ?? ''
  const urn = textOf(body?.commentUrn) ?? (/^\d{1,30}$/.test(id) ? `urn:li:comment:(${postUrn},${id})` : id)
  if (!/^urn:li:comment:\(urn:li:\w{1,30}:\d{1,30},\d{1,30}\)$/.test(urn)) return null
  return {
    remoteId: urn,
    url: `${postUrl(postUrn)}?commentUrn=${encodeURIComponent(urn)}`,
    reference: { post: postUrn },
  }
}
