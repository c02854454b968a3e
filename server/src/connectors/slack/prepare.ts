import { textOf } from '../../lib/json/json.ts'
import { type DraftMedia, Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { keepFreshUploads } from '../kit/media/fresh-uploads.ts'
import { fillInSlack } from './api.ts'
import { readArtefacts, type UploadedFile, writeArtefacts } from './artefacts.ts'
import { limits } from './check.ts'
import { fileNameOf } from './file-names.ts'
import { readSettings, readToken } from './settings.ts'

/** How long Slack keeps a file that no post shows is not documented. */
const freshForMs = 60 * 60_000

/**
 * Uploads one file, and wants to be called again until all are there. Nobody sees them before the post. A channel that the app is
 * to join first is `unauthorized`, because renewing the access joins it. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  if (!readSettings(step.account).isMember)
    throw new Failure('unauthorized', 'The app is not in this channel yet.')
  const kept = readArtefacts(step.artefacts).files
  const files = keepFreshUploads(kept, step.draft.media, io.now(), freshForMs)
  const next = step.draft.media[files.length]
  if (!next) return { outcome: 'ready', artefacts: writeArtefacts({ files }) }
  const made = await takeFitting(next, limits(step.account), step, io)
  if (made.state === 'pending') return pending(files, made.againInMs)
  const fileId = await upload(made.medium, fileNameOf(step.draft, files.length, made.medium), io)
  return pending([...files, { mediaId: next.id, fileId, uploadedAt: io.now().toISOString() }], 0)
}

function pending(files: UploadedFile[], againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts({ files }), againInMs }
}

/**
 * Asks for an address, and sends the file there as it is. An upload that breaks off is left to itself, and made anew.
 * Source: docs.slack.dev/reference/methods/files.getUploadURLExternal.
 */
async function upload(medium: DraftMedia, filename: string, io: Io): Promise<string> {
  const { id, bytes, altText, kind } = medium
  const token = readToken(io.credentials)
  // A file of another kind with an alt text is taken and then shown nowhere (github.com/slackapi/python-slack-sdk/issues/1818).
  const isPicture = kind === 'image' || kind === 'gif'
  const altTxt: Record<string, string> =
    isPicture && altText !== '' ? { alt_txt: altText.toWellFormed() } : {}
  const form = { filename, length: String(bytes), ...altTxt }
  const asked = await fillInSlack('files.getUploadURLExternal', form, token, io)
  const [url, fileId] = [textOf(asked.upload_url), textOf(asked.file_id)]
  if (fileId === null || !/^F\w{1,30}$/.test(fileId) || !isSlacks(url))
    throw new Failure('unavailable', 'Slack gave no address to upload to.')
  // The address gives access by itself, and no token goes with it.
  const answer = await io.fetch(
    {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(bytes) },
      body: await io.media.open(id, null),
    },
    { timeoutMs: 120_000 + Math.ceil(bytes / 250), maxBytes: 100_000 },
  )
  if (answer.status === 200) return fileId
  throw new Failure('unavailable', 'Slack did not take the file.', { platformCode: String(answer.status) })
}

/** Files go to Slack's own hosts alone. */
function isSlacks(address: string | null): address is string {
  const url = address === null ? null : URL.parse(address)
  return url?.protocol === 'https:' && /(?:^|\.)slack(?:-files)?\.com$/.test(url.hostname)
}
