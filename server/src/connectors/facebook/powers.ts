import { asObject, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import {
  type Account,
  type ConnectIo,
  type DeletePower,
  Failure,
  type Measured,
  type MeasurePower,
  type PublishedPost,
} from '../connector.ts'
import { readInsights, unlessGone } from '../kit/graph/graph-posts.ts'
import { type Caller, callerOf, callFacebook, isMissing } from './api.ts'
import { mayDo } from './settings.ts'

/** Deletes posts, videos and comments by their ids. */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async ({ remoteId }, _account, credentials, io) => {
    const caller = await callerOf(credentials, io)
    const path = `/${encodeURIComponent(remoteId)}`
    // Facebook says the same of what is gone and of what cannot be deleted, which can still be read.
    const gone = {
      isUnseen: isMissing,
      read: () => callFacebook({ path, query: { fields: 'id' } }, caller, io),
    }
    await unlessGone(gone, () => callFacebook({ method: 'DELETE', path }, caller, io))
  },
}

const insightNames = {
  post_media_view: 'views',
  post_total_media_view_unique: 'reach',
  post_clicks: 'clicks',
} as const

/** Counts what a post shows below it, and with `read_insights` how often it was seen. */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['views', 'reach', 'likes', 'comments', 'shares', 'clicks'],
  most: 5,
  // One call of the network for each post, of 200 an hour and person of the app.
  rates: [{ per: 'account', calls: 10, everyMs: 3_600_000 }],
  refusal: () => null,
  measure: async (posts, account, credentials, io) => {
    const caller = await callerOf(credentials, io)
    return Promise.all(posts.map((post) => measureOne(post, account, caller, io)))
  },
}

async function measureOne(
  post: PublishedPost,
  account: Account,
  caller: Caller,
  io: ConnectIo,
): Promise<Measured | null> {
  const path = `/${encodeURIComponent(measuredId(post, account))}`
  const fields = 'shares,reactions.limit(0).summary(true),comments.limit(0).summary(true)'
  try {
    const body = await callFacebook({ path, query: { fields } }, caller, io)
    const insights = mayDo(account, 'read_insights') ? await askInsights(path, caller, io) : {}
    return {
      ...insights,
      ...figure('likes', asObject(asObject(body.reactions)?.summary)?.total_count),
      ...figure('comments', asObject(asObject(body.comments)?.summary)?.total_count),
      ...figure('shares', asObject(body.shares)?.count ?? 0),
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** A video is measured by its post. */
function measuredId({ remoteId, reference }: PublishedPost, { externalId }: Account): string {
  const postId = textOf(asObject(reference)?.post_id)
  if (postId === null) return remoteId
  return postId.includes('_') ? postId : `${externalId}_${postId}`
}

function figure(name: keyof Measured, count: Json | undefined): Measured {
  return typeof count === 'number' ? { [name]: count } : {}
}

/** Asks for each figure by itself once Facebook refuses one of them: names of figures come and go with the versions. */
async function askInsights(path: string, caller: Caller, io: ConnectIo): Promise<Measured> {
  const names = Object.keys(insightNames)
  const list = (metrics: readonly string[]) =>
    callFacebook({ path: `${path}/insights`, query: { metric: metrics.join(',') } }, caller, io).then(
      readFigures,
    )
  try {
    return await list(names)
  } catch (error) {
    if (!isUnknownFigure(error)) throw error
  }
  const each = await Promise.all(
    names.map((name) =>
      list([name]).catch((error: unknown): Measured => {
        if (isUnknownFigure(error)) return {}
        throw error
      }),
    ),
  )
  return Object.assign({}, ...each)
}

function isUnknownFigure(error: unknown): boolean {
  return error instanceof Failure && error.kind === 'invalid'
}

function readFigures(body: JsonObject): Measured {
  const counts = readInsights(body)
  const figures = Object.entries(insightNames).map(([name, known]) => figure(known, counts.get(name)))
  return Object.assign({}, ...figures)
}
