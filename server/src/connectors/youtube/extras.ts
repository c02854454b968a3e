import { type CommitStep, Failure, type Io, type Omission } from '../connector.ts'
import { callYoutube, listFromYoutube } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readChoices } from './options.ts'
import { readToken } from './settings.ts'

const mostTries = 5

/**
 * Sets the thumbnail and puts the video into its playlists. Both can only be done once the video exists, may be repeated, and
 * make nothing public: the post is published without them where YouTube does not do them, and the answer says so.
 * @throws Failure that may pass, for the first few looks
 */
export async function addExtras(step: CommitStep, videoId: string, io: Io): Promise<Omission[]> {
  const { playlistIds } = readChoices(step.draft)
  const thumbnail = await tolerate(step, setThumbnail(step, videoId, io))
  const omitted: Omission[] = []
  if (thumbnail)
    omitted.push({
      code: 'thumbnail_refused',
      detail: `The video has no thumbnail of yours. ${thumbnail.message}`,
    })
  for (const playlistId of playlistIds) {
    const failure = await tolerate(step, putIntoPlaylist(playlistId, videoId, io))
    const detail = `The video is not in the playlist ${playlistId}. ${failure?.message}`
    if (failure) omitted.push({ code: 'playlist_refused', detail })
  }
  return omitted
}

/** The failure that the post is published with; null after none. */
async function tolerate({ looks }: CommitStep, work: Promise<void>): Promise<Failure | null> {
  try {
    await work
    return null
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const mayPass = ['unavailable', 'rate_limited', 'unauthorized'].includes(error.kind)
    if (mayPass && looks < mostTries) throw error
    return error
  }
}

async function setThumbnail({ artefacts }: CommitStep, videoId: string, io: Io): Promise<void> {
  const { thumbnail } = readArtefacts(artefacts)
  if (!thumbnail) return
  const { mediaId, mimeType, bytes } = thumbnail
  const path = '/upload/youtube/v3/thumbnails/set'
  const query = { videoId, uploadType: 'media' }
  const file = { bytes: await io.media.open(mediaId, null), size: bytes, mimeType }
  await callYoutube({ path, query, file }, readToken(io.credentials), io)
}

/** A playlist can have a video twice, so one that is there already is not added again. */
async function putIntoPlaylist(playlistId: string, videoId: string, io: Io): Promise<void> {
  const token = readToken(io.credentials)
  const { items } = await listFromYoutube('playlistItems', { part: 'id', playlistId, videoId }, token, io)
  if (items.length > 0) return
  const json = { snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId } } }
  await callYoutube({ path: '/youtube/v3/playlistItems', query: { part: 'snippet' }, json }, token, io)
}
