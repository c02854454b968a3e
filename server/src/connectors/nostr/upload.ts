import { createHash } from 'node:crypto'
import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { textOf } from '../../lib/json/json.ts'
import { type DraftMedia, Failure, type Io } from '../connector.ts'
import { type Dialect, makeRequest, makeUnavailable, readObject, refusalTable } from '../kit/json-api.ts'
import type { Uploaded } from './artefacts.ts'
import { kinds, signEvent } from './event.ts'
import { secondsOf } from './relay.ts'
import { readKey } from './settings.ts'

// Sources: BUD-02 of github.com/hzrd149/blossom for uploads, whose permission is a signed event.

const permittedForSeconds = 600

const dialect: Dialect = {
  name: 'The media server',
  code: () => null,
  words: ({ headers }) => headers['x-reason'] ?? headers['blossom-upload-message'] ?? null,
  limitedUntil: () => null,
}

const readRefusal = refusalTable(dialect, [
  {
    answers: ['401', '402', '403'],
    kind: 'forbidden',
    text: 'The media server takes no files of this account. Connect the account again with another media server.',
    isQuoting: true,
  },
  {
    answers: ['400', '404', '405', '413', '415', '422'],
    kind: 'invalid',
    text: 'The media server refused the file.',
    isQuoting: true,
  },
])

/** Uploads a file to the media server of the account, where its address is its hash, so that it is the same one for ever. @throws Failure */
export async function uploadMedium(
  { id, bytes: size, mimeType, width, height }: DraftMedia,
  server: string,
  io: Io,
): Promise<Omit<Uploaded, 'mediaId'>> {
  const sha256 = await hashOf(await io.media.open(id, null))
  const authorization = permitUpload(sha256, readKey(io.credentials), io.now())
  const file = { bytes: await io.media.open(id, null), size, mimeType }
  const call = { method: 'PUT', path: '/upload', file, headers: { authorization } } as const
  const answer = await io.fetch(makeRequest(server, call), withinTimeOf(size))
  if (answer.status !== 200 && answer.status !== 201)
    throw readRefusal(answer, io.now(), []) ?? makeUnavailable(dialect, answer)
  const blob = readObject(dialect, answer)
  const url = readWebAddress(textOf(blob.url))
  if (url === null) throw new Failure('unavailable', 'The media server did not say where the file is.')
  if (blob.sha256 !== sha256)
    throw new Failure(
      'invalid',
      'The media server changed the file. Connect the account again with another one.',
    )
  return { url, mimeType, sha256, width, height }
}

async function hashOf(bytes: ReadableStream<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}

function permitUpload(sha256: string, secretKey: string, now: Date): string {
  const seconds = secondsOf(now)
  const tags = [
    ['t', 'upload'],
    ['x', sha256],
    ['expiration', String(seconds + permittedForSeconds)],
  ]
  const event = signEvent(
    { created_at: seconds, kind: kinds.upload, tags, content: 'Upload a file' },
    secretKey,
  )
  return `Nostr ${Buffer.from(JSON.stringify(event)).toString('base64')}`
}

// Time enough at 250 kB a second.
function withinTimeOf(size: number) {
  return { timeoutMs: 120_000 + Math.ceil(size / 250), maxBytes: 1_000_000 }
}
