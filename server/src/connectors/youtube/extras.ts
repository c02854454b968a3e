import { type CommitStep, Failure, type Io } from '../connector.ts'
import { ask, askList } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readChoices } from './options.ts'
import { readToken } from './settings.ts'

const mostTries = 5

/**
 * Sets the thumbnail and puts the video into its playlists. Both can only be done once the video exists, may be repeated, and
 * make nothing public: the post is published without them where YouTube does not do them.
 * @throws Failure that may pass, for the first few looks
 */
export async function addExtras(step: CommitStep, videoId: string, io: Io): Promise<void> {
  const { playlistIds } = readChoices(step.draft)
  await tolerate(step, setThumbnail(step, videoId, io))
  for (const playlistId of playlistIds) await tolerate(step, putIntoPlaylist(playlistId, videoId, io))
}

async function tolerate({ looks }: CommitStep, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const mayPass = ['unavailable', 'rate_limited', 'unauthorized'].includes(error.kind)
    if (mayPass && looks < mostTries) throw error
  }
}

async function setThumbnail({ artefacts }: CommitStep, videoId: string, io: Io): Promise<void> {
  const { thumbnail } = readArtefacts(artefacts)
  if (!thumbnail) return
  const { mediaId, mimeType, bytes } = thumbnail
  const path = '/upload/youtube/v3/thumbnails/set'
  const query = { videoId, uploadType: 'media' }
  const file = { bytes: await io.media.open(mediaId, null), size: bytes, mimeType }
  await ask({ path, query, file }, readToken(io.credentials), io)
}

/** A video can stand in a playlist twice, so one that stands there already is not put there again. */
async function putIntoPlaylist(playlistId: string, videoId: string, io: Io): Promise<void> {
  const token = readToken(io.credentials)
  const { items } = await askList('playlistItems', { part: 'id', playlistId, videoId }, token, io)
  if (items.length > 0) return
  const json = { snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId } } }
  await ask({ path: '/youtube/v3/playlistItems', query: { part: 'snippet' }, json }, token, io)
}
