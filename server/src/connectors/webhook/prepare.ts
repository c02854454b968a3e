import type { DraftMedia, Io, Prepared, Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { type FileToFetch, readArtefacts, writeArtefacts } from './artefacts.ts'
import { limits } from './check.ts'
import { readSettings, receiverOf } from './settings.ts'

/**
 * Makes the next medium fit, and in the end asks for an address of each. The receiver is told nothing before the post. Its own
 * address may give access by itself, so it is a secret. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const { files } = readArtefacts(step.artefacts)
  const { knowsRepeats } = readSettings(step.account)
  const pending = (made: FileToFetch[], againInMs: number): Prepared => {
    return {
      outcome: 'pending',
      artefacts: writeArtefacts({ files: made, urls: [], knowsRepeats }),
      againInMs,
    }
  }
  const next = step.draft.media[files.length]
  if (next) {
    const made = await takeFitting(next, limits(step.account), step, io)
    return made.state === 'pending'
      ? pending(files, made.againInMs)
      : pending([...files, toFetch(made.medium)], 0)
  }
  const { address } = receiverOf(step.account, io.credentials)
  const urls: string[] = []
  for (const { mediaId } of files) urls.push(await io.media.publicUrl(mediaId, address))
  return { outcome: 'ready', artefacts: writeArtefacts({ files, urls, knowsRepeats }), secrets: { address } }
}

function toFetch({ id, kind, mimeType, bytes, width, height, durationMs }: DraftMedia): FileToFetch {
  return { mediaId: id, kind, mimeType, bytes, width, height, durationMs }
}
