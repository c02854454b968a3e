import { type DraftMedia, Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { readArtefacts, type Uploaded, writeArtefacts } from './artefacts.ts'
import { limits, noMediaServer } from './check.ts'
import { type NostrEvent, signEvent } from './event.ts'
import { makeNote } from './note.ts'
import { secondsOf } from './relay.ts'
import { readKey, readSettings } from './settings.ts'
import { uploadMedium } from './upload.ts'

/** An event that waited longer would stand among those of the time when it was signed, where nobody looks any more. */
const freshForSeconds = 600

/** Uploads one medium, or signs the event once all are there. Nobody sees an event before a relay has it. @throws Failure */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const { media, event } = readArtefacts(step.artefacts)
  const next = step.draft.media[media.length]
  if (next) return uploadNext(next, media, step, io)
  const earliest = Math.max(secondsOf(step.dueAt), secondsOf(io.now()))
  const isFresh = event !== null && earliest - event.createdAt < freshForSeconds
  return {
    outcome: 'ready',
    artefacts: writeArtefacts({ media, event: isFresh ? event : sign(step, media, earliest, io) }),
  }
}

function sign(step: Step, media: readonly Uploaded[], at: number, io: Io) {
  const {
    created_at: createdAt,
    tags,
    ...event
  } = signEvent(makeNote(step, media, at), readKey(io.credentials))
  return { ...event, tags: [...tags], createdAt }
}

async function uploadNext(
  next: DraftMedia,
  media: readonly Uploaded[],
  step: Step,
  io: Io,
): Promise<Prepared> {
  const { mediaServer } = readSettings(step.account)
  if (mediaServer === null) throw new Failure('invalid', noMediaServer)
  const fitting = await takeFitting(next, limits(step.account), step, io)
  if (fitting.state === 'pending') return pending(media, fitting.againInMs)
  const uploaded = await uploadMedium(fitting.medium, mediaServer, io)
  return pending([...media, { ...uploaded, mediaId: next.id }], 0)
}

function pending(media: readonly Uploaded[], againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts({ media: [...media], event: null }), againInMs }
}

/** The event that was signed. @throws Error where there is none */
export function signedEvent({ artefacts }: Pick<Step, 'artefacts'>): NostrEvent {
  const { event } = readArtefacts(artefacts)
  if (event === null) throw new Error('This post is composed before it is prepared.')
  const { createdAt, ...others } = event
  return { ...others, created_at: createdAt }
}
