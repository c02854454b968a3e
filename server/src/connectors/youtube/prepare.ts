import { asObject, textOf } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { Failure, type Io, type Prepared, type Rendition, type Step } from '../connector.ts'
import { takeCover, takeFitting } from '../kit/fitting/take-fitting.ts'
import { listFromYoutube } from './api.ts'
import { type Artefacts, type FileToSend, readArtefacts, writeArtefacts } from './artefacts.ts'
import { limits, thumbnailKinds } from './check.ts'
import { readChoices, thumbnailOf } from './options.ts'
import { askSession, endOfPart, openSession, sendPart } from './session.ts'
import { readToken } from './settings.ts'

// Google's uploads live for a week.
const freshForMs = 3 * 24 * 3_600_000

/**
 * Goes one step: makes a file fit, begins the upload, or sends a part of it, until only the last part is left. A step is stored
 * before the next. A part that is sent twice does no harm, because each step first asks how much has arrived. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const known = readArtefacts(step.artefacts)
  const [medium] = step.draft.media
  if (!medium) throw new Failure('invalid', 'A post on YouTube is a video.')
  if (!known.video)
    return keepFile('video', await takeFitting(medium, limits(step.account), step, io), known, step)
  const picture = thumbnailOf(step.draft)
  if (picture && !known.thumbnail)
    return keepFile('thumbnail', await takeCover(picture, thumbnailKinds, step, io), known, step)
  return upload(known, known.video, step, io)
}

function keepFile(name: 'video' | 'thumbnail', made: Rendition, known: Artefacts, step: Step): Prepared {
  if (made.state === 'pending')
    return { outcome: 'pending', artefacts: step.artefacts, againInMs: made.againInMs }
  const { id: mediaId, mimeType, bytes } = made.medium
  return goOn({ ...known, [name]: { mediaId, mimeType, bytes } })
}

async function upload(known: Artefacts, video: FileToSend, step: Step, io: Io): Promise<Prepared> {
  const token = readToken(io.credentials)
  const address = textOf((await io.secrets()).session)
  const startedAt = Date.parse(known.session?.startedAt ?? '')
  if (address === null || !(io.now().getTime() - startedAt < freshForMs)) return begin(known, video, step, io)
  const found = await askSession(address, video.bytes, token, io)
  switch (found.state) {
    case 'gone':
      return begin(known, video, step, io)
    // A commit that nobody answered ended it: the next one is answered with its video.
    case 'done':
      return { outcome: 'ready', artefacts: writeArtefacts(known) }
    case 'open': {
      const start = found.received
      const end = endOfPart(start, video.bytes)
      if (end === null) return { outcome: 'ready', artefacts: writeArtefacts({ ...known, from: start }) }
      await sendPart(address, video, { start, end }, token, io)
      return goOn(known)
    }
  }
}

async function begin(known: Artefacts, video: FileToSend, step: Step, io: Io): Promise<Prepared> {
  const token = readToken(io.credentials)
  await requirePlaylists(step, token, io)
  const address = await openSession(step.draft, video, token, io)
  const session = { origin: address.origin, startedAt: io.now().toISOString() }
  return { ...goOn({ ...known, session, from: 0 }), secrets: { session: address.href } }
}

/** A playlist that is not there is found before anything is public. @throws Failure `invalid` */
async function requirePlaylists({ account, draft }: Step, token: string, io: Io): Promise<void> {
  const { playlistIds } = readChoices(draft)
  if (playlistIds.length === 0) return
  const query = { part: 'snippet', id: playlistIds.join(','), maxResults: '50' }
  const { items } = await listFromYoutube('playlists', query, token, io)
  const own = items.filter(({ snippet }) => textOf(asObject(snippet)?.channelId) === account.externalId)
  const missing = playlistIds.find((id) => !own.some((playlist) => playlist.id === id))
  if (missing !== undefined)
    throw new Failure('invalid', sentence('The channel has no playlist {missing}.', { missing }))
}

function goOn(artefacts: Artefacts): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts(artefacts), againInMs: 0 }
}
