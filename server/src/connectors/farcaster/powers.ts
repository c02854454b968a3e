import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import {
  type Choice,
  type ChoicesPower,
  type ConnectIo,
  type DeletePower,
  Failure,
  type Measured,
  type MeasurePower,
  type PublishedPost,
} from '../connector.ts'
import { type Access, accessOf, askNeynar, failureOfCall, readHash, readList, readSuccess } from './api.ts'
import { allows, readSettings } from './settings.ts'

/** @throws Failure `invalid` where it is none, so that no address is made of it */
function hashOf({ remoteId }: PublishedPost): string {
  const hash = readHash(remoteId)
  if (hash !== null) return hash
  throw new Failure('invalid', 'This is no hash of a cast.')
}

/** Removes a cast; answers to it stay. Source: docs.neynar.com/reference/delete-cast. */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: (account) =>
    allows(readSettings(account).permissions, 'DELETE_CAST')
      ? null
      : 'The signer of this account may not delete casts. Connect the account with one that may.',
  delete: async (post, _account, credentials, io) => {
    const access = await accessOf(credentials, io)
    const json = { signer_uuid: access.signerUuid, target_hash: hashOf(post) }
    const answer = await askNeynar({ method: 'DELETE', path: '/v2/farcaster/cast/', json }, access, io)
    if (answer.status === 200) return
    const failure = failureOfCall(answer, access, io)
    const isGone = answer.status === 404 && failure.kind === 'invalid'
    if (!isGone) throw failure
  },
}

const measuredAtOnce = 25

/** Reads the counts that come with a cast. Neynar counts no views, and quotes are not among the recasts. */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['likes', 'comments', 'shares'],
  most: measuredAtOnce,
  // A key may call 300 times a minute on the smallest plan. Source: docs.neynar.com, "Rate Limits".
  rates: [{ per: 'app', calls: 60, everyMs: 60_000 }],
  refusal: () => null,
  measure: async (posts, _account, credentials, io) => {
    const access = await accessOf(credentials, io)
    const hashes = posts.map(hashOf)
    const query = { casts: hashes.join(',') }
    const answer = await askNeynar({ path: '/v2/farcaster/casts/', query }, access, io)
    const casts = readList(asObject(readSuccess(answer, access, io).result)?.casts)
    return hashes.map((hash) => {
      const cast = casts.find((one) => readHash(one.hash) === hash)
      return cast ? readCounts(cast) : null
    })
  },
}

function readCounts(cast: JsonObject): Measured {
  const { likes_count: likes, recasts_count: shares } = asObject(cast.reactions) ?? {}
  const comments = asObject(cast.replies)?.count
  return {
    ...(typeof likes === 'number' ? { likes } : {}),
    ...(typeof comments === 'number' ? { comments } : {}),
    ...(typeof shares === 'number' ? { shares } : {}),
  }
}

const mostChannels = '100'

/** The channels in which the account has cast, and with words to search by, all channels that fit. */
export const channelChoices: ChoicesPower = {
  power: 'choices',
  options: ['channel'],
  list: async ({ query, account, credentials }, io) => {
    const access = await accessOf(credentials, io)
    const channels =
      query.trim() === ''
        ? await listChannels('user', { fid: String(readSettings(account).fid) }, access, io)
        : await listChannels('search', { q: query.trim().toWellFormed() }, access, io)
    return channels.flatMap(choiceOf)
  },
}

/** Sources: docs.neynar.com/reference/fetch-users-active-channels and docs.neynar.com/reference/search-channels. */
async function listChannels(
  path: 'user' | 'search',
  asked: Readonly<Record<string, string>>,
  access: Access,
  io: ConnectIo,
): Promise<JsonObject[]> {
  const query = { ...asked, limit: mostChannels }
  const answer = await askNeynar({ path: `/v2/farcaster/channel/${path}/`, query }, access, io)
  return readList(readSuccess(answer, access, io).channels)
}

function choiceOf({ id, name, description }: JsonObject): Choice[] {
  const value = textOf(id)
  return value ? [{ value, label: textOf(name) || value, detail: textOf(description) }] : []
}
