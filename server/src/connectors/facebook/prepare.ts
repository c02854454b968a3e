import { makeMultipart } from '../../lib/safe-fetch/multipart.ts'
import { type DraftMedia, Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { makeRequest } from '../kit/json-api.ts'
import { fitUpload } from '../kit/media/fit-upload.ts'
import { keepFreshUploads } from '../kit/media/fresh-uploads.ts'
import { type Caller, callerOf, graph, mustSucceed, requireText } from './api.ts'
import { type Artefacts, type Photo, readArtefacts, writeArtefacts } from './artefacts.ts'
import { limits } from './check.ts'
import { isVideo, kindOf } from './options.ts'
import { listNewestIds } from './own-posts.ts'
import { mayDo } from './settings.ts'
import { prepareVideo } from './video.ts'

// Facebook drops unpublished photos that nothing shows after about a day.
const freshForMs = 12 * 3_600_000
const mostBytes = 10_000_000
const longestSide = 8_192

/**
 * Uploads one photo, or a piece of a video, and wants to be called again until all is there. At last it lists what stands
 * there already, so that none of it is ever taken for ours. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  if (step.part === 'first_comment' && !mayDo(step.account, 'pages_manage_engagement'))
    throw new Failure('forbidden', withoutComments)
  const caller = await callerOf(io.credentials, io)
  const kept = { ...readArtefacts(step.artefacts), version: caller.version }
  const kind = kindOf(step.draft)
  if (isVideo(kind)) return prepareVideo(kind, step, kept, caller, io)
  const photos = keepFreshUploads(kept.photos, step.draft.media, io.now(), freshForMs)
  const next = step.draft.media[photos.length]
  if (!next) return ready({ ...kept, photos, seen: await listNewestIds(step, caller, io) })
  const fitting = await takeFitting(next, limits(step.account), step, io)
  if (fitting.state === 'pending') return pending({ ...kept, photos }, fitting.againInMs)
  const id = await uploadPhoto(fitting.medium, kind === 'feed', step, caller, io)
  const photo: Photo = { mediaId: next.id, id, uploadedAt: io.now().toISOString() }
  return pending({ ...kept, photos: [...photos, photo] }, 0)
}

const withoutComments =
  'The permission pages_manage_engagement is missing, so this Page cannot comment. Connect it again and allow it.'

function ready(artefacts: Artefacts): Prepared {
  return { outcome: 'ready', artefacts: writeArtefacts(artefacts) }
}

function pending(artefacts: Artefacts, againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts(artefacts), againInMs }
}

/** Uploads a photo that nobody sees until a post shows it. Some servers take less than Meta documents. */
async function uploadPhoto(
  { id, altText }: DraftMedia,
  isOfFeed: boolean,
  { account }: Step,
  { token, version }: Caller,
  io: Io,
): Promise<string> {
  const path = `/${version}/${account.externalId}/photos`
  const texts = {
    published: 'false',
    ...(isOfFeed ? { temporary: 'true' } : {}),
    ...(altText === '' ? {} : { alt_text_custom: altText }),
  }
  const { answer } = await fitUpload({
    mostBytes,
    shrink: (maxBytes) => io.media.fitImage(id, { maxBytes, maxSide: longestSide, types: photoTypes }),
    send: ({ bytes, mimeType }) => {
      const fields = Object.entries(texts).map(([name, value]) => ({ name, value }))
      const fileName = mimeType === 'image/png' ? 'photo.png' : 'photo.jpg'
      const { headers, body } = makeMultipart([...fields, { name: 'source', fileName, mimeType, bytes }])
      return io.fetch({ ...makeRequest(graph.origin, { method: 'POST', path, token, headers }), body })
    },
    isTooLarge: (refused) =>
      refused.status === 413 || graph.dialect.code(refused)?.endsWith('/1366046') === true,
  })
  return requireText(mustSucceed(answer, token, io), 'id')
}

const photoTypes = ['image/jpeg', 'image/png']
