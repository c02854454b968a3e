import { asObject, type Json, type JsonObject } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import type { Account, ConnectIo, Figure, Measured, MeasurePower, PublishedPost } from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import { callLinkedin, callLinkedinUnchecked, dialect, elementsOf, mustSucceed } from './api.ts'
import { urnOf } from './own-posts.ts'
import { isGranted, isOrganization, readCredentials } from './settings.ts'

/** Figures of a page's posts come in one call; those of a person's in one call for each figure of each post. */
export const measures: MeasurePower = {
  power: 'measure',
  figures: ['views', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks'],
  most: 10,
  // Ten posts of a person take sixty calls of the network, whose limits are those of a day.
  rates: [
    { per: 'account', calls: 10, everyMs: 86_400_000 },
    { per: 'app', calls: 500, everyMs: 86_400_000 },
  ],
  refusal: (account) => {
    const scope = isOrganization(account) ? 'r_organization_social' : 'r_member_postAnalytics'
    if (isGranted(account, scope)) return null
    return sentence(
      'The app or the sign-in lacks the permission {scope}, without which LinkedIn shows no figures.',
      { scope },
    )
  },
  measure: async (posts, account, credentials, io) => {
    const { accessToken } = readCredentials(credentials)
    if (isOrganization(account)) return measurePage(posts, account, accessToken, io)
    const measured: (Measured | null)[] = []
    for (const post of posts) measured.push(await measureOfMember(post, accessToken, io))
    return measured
  },
}

const pageFigures = {
  views: 'impressionCount',
  reach: 'uniqueImpressionsCount',
  likes: 'likeCount',
  comments: 'commentCount',
  shares: 'shareCount',
  clicks: 'clickCount',
} as const satisfies Partial<Record<Figure, string>>

/** LinkedIn leaves out posts that have not been seen yet, so a post that is missing has no figures. */
async function measurePage(
  posts: readonly PublishedPost[],
  { externalId }: Account,
  token: string,
  io: ConnectIo,
): Promise<Measured[]> {
  const urns = posts.map(({ remoteId }) => remoteId)
  if (!urns.some(isPost)) return urns.map(() => ({}))
  const path = `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${encodeURIComponent(externalId)}${listOf('shares', urns)}${listOf('ugcPosts', urns)}`
  const elements = elementsOf(readObject(dialect, await callLinkedin({ path }, token, io))) ?? []
  return urns.map((urn) => {
    const own = elements.find((one) => one?.share === urn || one?.ugcPost === urn)
    const counts = asObject(own?.totalShareStatistics)
    return figuresOf(Object.entries(pageFigures).map(([figure, name]) => [figure, counts?.[name]]))
  })
}

/** The signs of a list stand as they are; only what is within its members is encoded. */
function listOf(name: 'shares' | 'ugcPosts', urns: readonly string[]): string {
  const kind = name === 'shares' ? 'urn:li:share:' : 'urn:li:ugcPost:'
  const own = urns.filter((urn) => urn.startsWith(kind))
  return own.length === 0 ? '' : `&${name}=List(${own.map(encodeURIComponent).join(',')})`
}

const memberFigures = {
  views: 'IMPRESSION',
  reach: 'MEMBERS_REACHED',
  likes: 'REACTION',
  comments: 'COMMENT',
  shares: 'RESHARE',
  saves: 'POST_SAVE',
} as const satisfies Partial<Record<Figure, string>>

/** Null for a post that is gone. */
async function measureOfMember(
  { remoteId }: PublishedPost,
  token: string,
  io: ConnectIo,
): Promise<Measured | null> {
  if (!isPost(remoteId)) return {}
  const kind = remoteId.startsWith('urn:li:ugcPost:') ? 'ugc' : 'share'
  const entity = `(${kind}:${encodeURIComponent(remoteId)})`
  const found: [string, Json | undefined][] = []
  for (const [figure, type] of Object.entries(memberFigures)) {
    const path = `/rest/memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=${type}&aggregation=TOTAL`
    const answer = await callLinkedinUnchecked({ path }, token, io)
    if (answer.status === 404) return null
    // POST_SAVE came with a later version than the others.
    if (answer.status === 400 && figure === 'saves') continue
    const body: JsonObject = readObject(dialect, mustSucceed(answer, token, io))
    found.push([figure, elementsOf(body)?.[0]?.count])
  }
  return figuresOf(found)
}

/** LinkedIn tells nothing of comments. */
function isPost(urn: string): boolean {
  return urnOf(urn) !== null
}

/** The counts that are whole numbers from 0. */
function figuresOf(found: readonly [string, Json | undefined][]): Measured {
  const whole = found.filter(([, count]) => Number.isSafeInteger(count) && Number(count) >= 0)
  return Object.fromEntries(whole)
}
