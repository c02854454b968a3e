import { asObject, isArray } from '../../lib/json/json.ts'
import { type DraftMedia, Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { accessOf, callDiscord, idOf } from './api.ts'
import { type FileToSend, readArtefacts, writeArtefacts } from './artefacts.ts'
import { limits } from './check.ts'
import { readSettings } from './settings.ts'

/**
 * Makes the next medium fit, and looks for the newest message of the channel, so that no earlier one is ever taken for ours.
 * Nothing is uploaded before the post, with which files go. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const { files } = readArtefacts(step.artefacts)
  const next = step.draft.media[files.length]
  if (!next) {
    const newest = await readNewest(step, io)
    return { outcome: 'ready', artefacts: writeArtefacts({ files, newest }) }
  }
  const made = await takeFitting(next, limits(step.account), step, io)
  if (made.state === 'pending') return pending(files, made.againInMs)
  return pending([...files, toSend(made.medium)], 0)
}

function pending(files: FileToSend[], againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts({ files, newest: null }), againInMs }
}

function toSend({ id: mediaId, kind, mimeType, bytes, altText }: DraftMedia): FileToSend {
  return { mediaId, kind, mimeType, bytes, altText }
}

/** The newest message; null where there is none. A webhook sees none. */
async function readNewest({ account }: Step, io: Io): Promise<string | null> {
  const { sender, channelId } = readSettings(account)
  if (sender === 'webhook') return null
  const path = `/channels/${encodeURIComponent(channelId)}/messages`
  const { json } = await callDiscord({ path, query: { limit: '1' } }, accessOf(account, io.credentials), io)
  if (!isArray(json)) throw unread()
  const [first] = json
  if (first === undefined) return null
  const newest = idOf(asObject(first)?.id)
  if (newest === null) throw unread()
  return newest
}

function unread(): Failure {
  return new Failure('unavailable', 'Discord did not show the messages of the channel.')
}
