import { type JsonObject, textOf } from '../../lib/json/json.ts'
import { type DraftMedia, Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { takeCover, takeFitting } from '../kit/fitting/take-fitting.ts'
import { type Access, accessOf } from './api.ts'
import {
  type Artefacts,
  type PictureToSend,
  readArtefacts,
  writeArtefacts,
  writeUpload,
} from './artefacts.ts'
import { coverKinds, limits } from './check.ts'
import { boardOf, coverOf } from './options.ts'
import { readBoard } from './own-pins.ts'
import { continueVideo, isFresh, type VideoProgress } from './video.ts'

/**
 * Goes one step: makes a picture fit, or registers a video, uploads it or asks how far it is. At last it lists the Pins that the
 * board shows, so that none of them is ever taken for ours; a board that is not there is found by that. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const known = readArtefacts(step.artefacts)
  const access = accessOf(step.account, io.credentials)
  const [first] = step.draft.media
  if (!first) throw new Failure('invalid', 'A Pin needs a picture or a video.')
  if (first.kind === 'video') return prepareVideo(step, first, known, access, io)
  const next = step.draft.media[known.pictures.length]
  if (!next) return lookAround(step, known, access, io)
  const made = await takeFitting(next, limits(step.account), step, io)
  if (made.state === 'pending') return pending(known, made.againInMs)
  return pending({ ...known, pictures: [...known.pictures, toSend(made.medium)] }, 0)
}

async function prepareVideo(
  step: Step,
  medium: DraftMedia,
  known: Artefacts,
  access: Access,
  io: Io,
): Promise<Prepared> {
  const picture = coverOf(step.draft)
  if (picture && !known.cover) {
    const made = await takeCover(picture, coverKinds, step, io)
    if (made.state === 'pending') return pending(known, made.againInMs)
    return pending({ ...known, cover: toSend(made.medium) }, 0)
  }
  const video = known.video && isFresh(known.video, io.now()) ? known.video : null
  if (video?.state === 'ready') return lookAround(step, { ...known, video }, access, io)
  const made = await takeFitting(medium, limits(step.account), step, io)
  if (made.state === 'pending') return pending({ ...known, video }, made.againInMs)
  const progress = await continueVideo(video, made.medium, access, io)
  return {
    ...pending({ ...known, video: progress.video }, progress.againInMs),
    ...secretsOf(progress),
  }
}

/** The address of an upload is sealed for as long as it is of use. */
function secretsOf({ upload }: VideoProgress): { secrets?: JsonObject } {
  if (upload === undefined) return {}
  return { secrets: upload === null ? {} : writeUpload({ upload }) }
}

async function lookAround(step: Step, known: Artefacts, access: Access, io: Io): Promise<Prepared> {
  const { pins } = await readBoard(boardOf(step.draft), access, io)
  const seen = pins.map(({ id }) => textOf(id)).filter((id) => id !== null)
  return { outcome: 'ready', artefacts: writeArtefacts({ ...known, seen }) }
}

function pending(known: Artefacts, againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts(known), againInMs }
}

function toSend({ id, mimeType, bytes }: DraftMedia): PictureToSend {
  return { mediaId: id, mimeType, bytes }
}
