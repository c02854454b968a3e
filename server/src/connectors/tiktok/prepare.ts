import { textOf } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import {
  type Artefacts,
  type FileToSend,
  type Interaction,
  readArtefacts,
  writeArtefacts,
} from './artefacts.ts'
import { limits } from './check.ts'
import { startOfLast } from './chunks.ts'
import { readCreator } from './creator.ts'
import { isVideo, privacyOfDraft, readChoices } from './options.ts'
import { privacyNames } from './privacies.ts'
import { readToken } from './settings.ts'
import { readStatus } from './status.ts'
import { beginUpload, sendChunk } from './upload.ts'

// An upload lives for an hour. The commit and its repetitions need the rest.
const freshForMs = 50 * 60_000
const mostEndedEarly = 2

/**
 * Goes one step: makes files fit, asks how the account may post now, begins an upload or sends a chunk of it, until only the
 * last chunk of a video or the call for photos is left. A step is stored before the next. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  return isVideo(step.draft) ? prepareVideo(step, io) : preparePhotos(step, io)
}

async function prepareVideo(step: Step, io: Io): Promise<Prepared> {
  const known = readArtefacts(step.artefacts)
  const { video } = known
  if (!video) return fitVideo(known, step, io)
  const address = await addressOf(known, io)
  if (address === null) return begin(known, video, step, io)
  if (!isFresh(known, io.now())) return begin(countEnded(known, video), video, step, io)
  if (known.sentBytes >= startOfLast(video.bytes)) return { outcome: 'ready', artefacts: step.artefacts }
  const received = await sendChunk(address, video, known.sentBytes, io)
  if (received === null) return begin(known, video, step, io)
  return goOn({ ...known, sentBytes: received })
}

async function fitVideo(known: Artefacts, step: Step, io: Io): Promise<Prepared> {
  const [medium] = step.draft.media
  if (!medium) throw new Failure('invalid', 'A post on TikTok is a video or photos.')
  const made = await takeFitting(medium, limits(step.account), step, io)
  if (made.state === 'pending')
    return { outcome: 'pending', artefacts: step.artefacts, againInMs: made.againInMs }
  const { id: mediaId, mimeType, bytes } = made.medium
  return goOn({ ...known, video: { mediaId, mimeType, bytes } })
}

/** The address of the upload that is known; null where another one was begun and not stored. */
async function addressOf({ session }: Artefacts, io: Io): Promise<string | null> {
  return session === null ? null : textOf((await io.secrets())[session.publishId])
}

function isFresh({ session }: Artefacts, now: Date): boolean {
  return now.getTime() - Date.parse(session?.startedAt ?? '') < freshForMs
}

/** A video that is too large for the line of this server would be begun for ever. @throws Failure `invalid` after the second time */
function countEnded(known: Artefacts, { bytes }: FileToSend): Artefacts {
  if (known.sentBytes >= startOfLast(bytes)) return known
  const endedEarly = known.endedEarly + 1
  if (endedEarly < mostEndedEarly) return { ...known, endedEarly }
  const text =
    'This server could not send the video within the hour that TikTok gives. Make it smaller, or use a faster line.'
  throw new Failure('invalid', text)
}

/** Begins an upload, unless the last chunk of the one before it was sent after all: then `settle` finds out what became of it. */
async function begin(known: Artefacts, video: FileToSend, step: Step, io: Io): Promise<Prepared> {
  const token = readToken(io.credentials)
  if (await isAlive(known, video, token, io)) return { outcome: 'ready', artefacts: step.artefacts }
  const off = await askAccount(step, token, io)
  const { publishId, address } = await beginUpload(step, video, off, token, io)
  const session = { publishId, origin: address.origin, startedAt: io.now().toISOString() }
  return { ...goOn({ ...known, session, off, sentBytes: 0 }), secrets: { [publishId]: address.href } }
}

async function isAlive(
  { session, sentBytes }: Artefacts,
  { bytes }: FileToSend,
  token: string,
  io: Io,
): Promise<boolean> {
  if (session === null || sentBytes < startOfLast(bytes)) return false
  const status = await readStatus(session.publishId, token, io)
  if (status.state === 'uploading') return status.receivedBytes >= bytes
  return status.state !== 'failed' && status.state !== 'unknown'
}

/** The addresses are those of this attempt: a later one gives TikTok others. */
async function preparePhotos(step: Step, io: Io): Promise<Prepared> {
  const { media } = step.draft
  if (media.length === 0) throw new Failure('invalid', 'A post on TikTok is a video or photos.')
  const ids: string[] = []
  for (const medium of media) {
    const made = await takeFitting(medium, limits(step.account), step, io)
    if (made.state === 'pending')
      return { outcome: 'pending', artefacts: step.artefacts, againInMs: made.againInMs }
    ids.push(made.medium.id)
  }
  const off = await askAccount(step, readToken(io.credentials), io)
  const photos = await Promise.all(ids.map((id) => io.media.publicUrl(id)))
  const known = readArtefacts(step.artefacts)
  return { outcome: 'ready', artefacts: writeArtefacts({ ...known, photos, off }) }
}

/**
 * Asks how the account may post now, as TikTok demands before each post that is no draft. Answers what it has switched off of
 * that which the post asks for. @throws Failure `invalid` for a post that TikTok would refuse
 */
async function askAccount({ draft }: Step, token: string, io: Io): Promise<Interaction[]> {
  const privacy = privacyOfDraft(draft)
  if (privacy === null) return []
  const creator = await readCreator(token, io)
  if (!creator.privacies.includes(privacy)) {
    const text = sentence(
      'TikTok does not offer “{privacy}” to this account now. Choose who can see the post anew.',
      { privacy: privacyNames[privacy] },
    )
    throw new Failure('invalid', text, { platformCode: 'privacy_level_option_mismatch' })
  }
  const durationMs = draft.media[0]?.durationMs ?? 0
  if (creator.longestVideoMs !== null && durationMs > creator.longestVideoMs) {
    const text = sentence(
      'TikTok takes videos of up to {seconds} seconds of this account; this one is longer.',
      {
        seconds: creator.longestVideoMs / 1_000,
      },
    )
    throw new Failure('invalid', text, { platformCode: 'duration_check_failed' })
  }
  const { allowComment, allowDuet, allowStitch } = readChoices(draft)
  const isOff: readonly [Interaction, boolean][] = [
    ['comment', allowComment && creator.commentsOff],
    ['duet', allowDuet && creator.duetsOff && isVideo(draft)],
    ['stitch', allowStitch && creator.stitchesOff && isVideo(draft)],
  ]
  return isOff.flatMap(([name, isSo]) => (isSo ? [name] : []))
}

function goOn(artefacts: Artefacts): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts(artefacts), againInMs: 0 }
}
