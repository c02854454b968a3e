import type { DraftMedia, Io, Prepared, Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { type FileToSend, readArtefacts, writeArtefacts } from './artefacts.ts'
import { limits } from './check.ts'

/** Makes the next medium fit. Nothing is uploaded before the post: Telegram shows every file that it is sent. @throws Failure */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const { files } = readArtefacts(step.artefacts)
  const next = step.draft.media[files.length]
  if (!next) return { outcome: 'ready', artefacts: writeArtefacts({ files }) }
  const made = await takeFitting(next, limits(step.account), step, io)
  if (made.state === 'pending') return pending(files, made.againInMs)
  return pending([...files, toSend(made.medium)], 0)
}

function pending(files: FileToSend[], againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts({ files }), againInMs }
}

function toSend(medium: DraftMedia): FileToSend {
  const { id: mediaId, kind, mimeType, bytes, width, height, durationMs, video } = medium
  return {
    mediaId,
    kind,
    mimeType,
    bytes,
    width,
    height,
    durationMs,
    isFastStart: video?.isFastStart === true,
  }
}
