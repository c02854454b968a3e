import type { Json } from '../../lib/json/json.ts'
import type { CommitRequest, Step } from '../connector.ts'
import { graph, videoGraph } from './api.ts'
import { type Artefacts, readArtefacts } from './artefacts.ts'
import { kindOf, readChoices } from './options.ts'

/** The one request that makes a post, a story or a comment public. Pure. */
export function compose(step: Step): CommitRequest {
  const artefacts = readArtefacts(step.artefacts)
  const { origin, path, json } = publishing(step, artefacts)
  return {
    method: 'POST',
    url: `${origin}/${artefacts.version}/${path}`,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(json),
  }
}

interface Publishing {
  readonly origin: string
  readonly path: string
  readonly json: Json
}

function publishing(step: Step, artefacts: Artefacts): Publishing {
  const { account, draft, part, replyTo } = step
  const { origin } = graph
  const text = draft.text.toWellFormed()
  if (part === 'first_comment')
    return { origin, path: `${replyTo?.parent.remoteId}/comments`, json: { message: text } }
  const page = account.externalId
  switch (kindOf(draft)) {
    case 'feed':
      return { origin, path: `${page}/feed`, json: feedPost(step, artefacts, text) }
    case 'photo_story':
      return { origin, path: `${page}/photo_stories`, json: { photo_id: photosOf(step, artefacts)[0] ?? '' } }
    case 'video':
      return {
        origin: videoGraph.origin,
        path: `${page}/videos`,
        json: { upload_phase: 'finish', upload_session_id: sessionOf(artefacts), description: text },
      }
    case 'reel':
      return { origin, path: `${page}/video_reels`, json: { ...finish(artefacts), description: text } }
    case 'video_story':
      return { origin, path: `${page}/video_stories`, json: finish(artefacts) }
  }
}

function feedPost(step: Step, artefacts: Artefacts, text: string): Json {
  const { link } = readChoices(step.draft.options)
  const photos = photosOf(step, artefacts).map((id) => ({ media_fbid: id }))
  return {
    ...(text === '' ? {} : { message: text }),
    ...(link === null ? {} : { link }),
    ...(photos.length === 0 ? {} : { attached_media: photos }),
    published: true,
  }
}

function photosOf({ draft }: Step, { photos }: Artefacts): string[] {
  if (photos.length === draft.media.length) return photos.map(({ id }) => id)
  throw new Error('This post is composed before its photos are uploaded.')
}

function finish({ video }: Artefacts): { upload_phase: string; video_id: string; video_state: string } {
  if (!video) throw new Error('This post is composed before its video is uploaded.')
  return { upload_phase: 'finish', video_id: video.id, video_state: 'PUBLISHED' }
}

function sessionOf({ video }: Artefacts): string {
  if (video?.session) return video.session.id
  throw new Error('This post is composed before its video is uploaded.')
}
