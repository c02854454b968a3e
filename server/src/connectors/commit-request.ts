import { createHash } from 'node:crypto'
import { textOf } from '../lib/json/json.ts'
import { type FormPart, makeMultipart } from '../lib/safe-fetch/multipart.ts'
import type { OutboundRequest } from '../lib/safe-fetch/outbound.ts'
import {
  type CommitPart,
  type CommitRequest,
  Failure,
  type Io,
  type MediaRange,
  type MediaSource,
} from './connector.ts'

/** A stored commit as it is sent: with the media, the secret address and the access that are not stored in it. */
export async function requestOf(
  commit: CommitRequest,
  { media, secrets }: Pick<Io, 'media' | 'secrets'>,
  access: Readonly<Record<string, string>>,
): Promise<OutboundRequest> {
  const { headers, body } = await openBody(commit, media)
  const url = commit.secretUrl === undefined ? commit.url : await secretUrlOf(commit, secrets)
  return { method: commit.method, url, headers: { ...commit.headers, ...headers, ...access }, body }
}

/** @throws Failure `not_sent` where the secret is gone, or names another server than the commit does. */
async function secretUrlOf({ url, secretUrl = '' }: CommitRequest, secrets: Io['secrets']): Promise<string> {
  const found = textOf((await secrets())[secretUrl])
  if (found !== null && URL.canParse(found) && new URL(found).origin === new URL(url).origin) return found
  throw new Failure('not_sent', 'The address to send to is not known any more.')
}

async function openBody(
  commit: CommitRequest,
  media: MediaSource,
): Promise<Pick<OutboundRequest, 'headers' | 'body'>> {
  const { body } = commit
  if (typeof body === 'string') return { headers: {}, body }
  try {
    if (!('parts' in body)) return { headers: {}, body: await open(media, body) }
    return makeMultipart(
      await Promise.all(body.parts.map((part) => openPart(part, media))),
      boundaryOf(commit),
    )
  } catch (error) {
    throw new Failure('not_sent', 'The media could not be read.', { cause: error })
  }
}

async function openPart(part: CommitPart, media: MediaSource): Promise<FormPart> {
  if ('value' in part) return part
  const { name, fileName, mimeType, file } = part
  const bytes = { stream: await open(media, file), length: file.end - file.start }
  return { name, fileName, mimeType, bytes }
}

function open(media: MediaSource, { mediaId, start, end }: MediaRange): Promise<ReadableStream<Uint8Array>> {
  return media.open(mediaId, { start, end })
}

// A commit that is sent again has the same bytes, and no part can know the hash of the whole.
function boundaryOf(commit: CommitRequest): string {
  return `crier-${createHash('sha256').update(JSON.stringify(commit)).digest('hex').slice(0, 40)}`
}
