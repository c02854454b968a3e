import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import { refuse, requireActor, requireScope, type World } from './fake-world.ts'

const counts = {
  impressionCount: 900,
  uniqueImpressionsCount: 700,
  likeCount: 50,
  commentCount: 6,
  shareCount: 3,
  clickCount: 12,
  engagement: 0.07,
}

/** The figures of a page's posts, whose URNs stand in lists of the query. */
export function showPageFigures(world: World, call: FakeCall): FakeAnswer {
  requireScope(world, call, 'r_organization_social')
  requireActor(world, call, call.url.searchParams.get('organizationalEntity'))
  // Signs of a list that are encoded are taken for a part of a value.
  const shares = membersOf(call.url, 'shares')
  const ugcPosts = membersOf(call.url, 'ugcPosts')
  const known = (urn: string) => world.posts.some(({ id }) => id === urn)
  const elements = [
    ...shares.filter(known).map((share) => ({ share, totalShareStatistics: counts })),
    ...ugcPosts.filter(known).map((ugcPost) => ({ ugcPost, totalShareStatistics: counts })),
  ]
  return { status: 200, json: { elements, paging: {} } }
}

function membersOf({ search }: URL, name: string): string[] {
  const given = new RegExp(`[?&]${name}=([^&]*)`).exec(search)?.[1]
  if (given === undefined) return []
  const list = /^List\((.*)\)$/.exec(given)?.[1]
  if (list === undefined || list.includes(':')) throw refuse(400, 'ILLEGAL_ARGUMENT', `${name} is no list`)
  return list.split(',').map(decodeURIComponent)
}

const types = ['IMPRESSION', 'MEMBERS_REACHED', 'RESHARE', 'REACTION', 'COMMENT', 'POST_SAVE']

/** One figure of one post of a person. */
export function showMemberFigure(world: World, call: FakeCall): FakeAnswer {
  requireScope(world, call, 'r_member_postAnalytics')
  const type = call.url.searchParams.get('queryType') ?? ''
  const urn = /[?&]entity=\((?:share|ugc):([^:&()]+)\)/.exec(call.url.search)?.[1]
  if (urn === undefined || !types.includes(type)) throw refuse(400, 'ILLEGAL_ARGUMENT', 'entity or queryType')
  if (!world.posts.some(({ id }) => id === decodeURIComponent(urn)))
    throw refuse(404, 'NOT_FOUND', 'No such post')
  return {
    status: 200,
    json: { elements: [{ count: 10 + types.indexOf(type), metricType: type }], paging: {} },
  }
}
