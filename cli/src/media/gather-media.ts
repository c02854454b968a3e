import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Media, recognizeType } from '@crier/sdk'
import { mediumKey } from '@crier/sdk/plans'
import { Refusal, UsageError } from '../command/refusals.ts'
import type { Terminal } from '../output/terminal.ts'
import type { Session } from '../session/session.ts'

/** A medium of a post: one that the server has, or one that is to be brought there. */
type Source =
  | { readonly kind: 'known'; readonly id: string }
  | { readonly kind: 'address'; readonly url: string }
  | {
      readonly kind: 'file'
      readonly path: string
      readonly blob: Blob
      readonly type: string
      /** In milliseconds since 1970. */
      readonly changedAt: number
    }

/**
 * Brings files and addresses to the server, and answers the storage path of each medium in the order given. Each has a name that
 * follows from that of the post or the command, so that a repeated command brings nothing twice.
 * @throws UsageError before anything is sent, if a file is not there
 */
export async function gatherMedia(
  given: readonly string[],
  session: Session,
  terminal: Terminal,
  postName: string,
): Promise<string[]> {
  const sources = await Promise.all(given.map(openSource))
  const media: string[] = []
  for (const [index, source] of sources.entries())
    media.push(
      source.kind === 'known'
        ? source.id
        : (await bringMedium(source, { of: postName, index }, session, terminal)).media_id,
    )
  return media
}

/** Brings one file or address to the server. @throws UsageError if the file is not there */
export async function takeMedium(
  given: string,
  index: number,
  session: Session,
  terminal: Terminal,
  more: { readonly name?: string | undefined } = {},
): Promise<Media> {
  const source = await openSource(given)
  if (source.kind === 'known') throw new UsageError(`There is no file "${given}".`)
  return bringMedium(source, { of: session.idempotencyKey, index }, session, terminal, more)
}

async function openSource(given: string): Promise<Source> {
  if (/^https?:\/\//i.test(given)) return { kind: 'address', url: given }
  const file = await stat(given).catch(() => null)
  if (file === null) {
    if (/^[0-9a-f]{8}-[0-9a-f-]{27}(?:\/api\/[^/]+)?$/i.test(given)) return { kind: 'known', id: given }
    throw new UsageError(`There is no file "${given}".`)
  }
  if (!file.isFile()) throw new UsageError(`"${given}" is no file.`)
  const blob = await openAsBlob(given).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The file "${given}" cannot be read: ${error.code ?? error.message}.`)
  })
  const type = await recognizeType(blob, basename(given))
  if (type === undefined)
    throw new UsageError(`"${given}" is no picture, video or PDF that its name or its content tells.`)
  return { kind: 'file', path: given, blob, type, changedAt: file.mtimeMs }
}

async function bringMedium(
  source: Exclude<Source, { kind: 'known' }>,
  place: { readonly of: string; readonly index: number },
  session: Session,
  terminal: Terminal,
  { name }: { readonly name?: string | undefined } = {},
): Promise<Media> {
  // A file that was changed since is another one.
  const key = mediumKey(place.of, place.index, source.kind === 'file' ? source.changedAt : null)
  if (source.kind === 'address') return importMedium(source.url, key, session, terminal, name)
  const shown = basename(source.path)
  return session.change(
    ({ signal, idempotencyKey }) =>
      session.client.media.upload(source.blob, {
        name: name ?? shown,
        type: source.type,
        signal,
        idempotencyKey,
        onProgress: ({ sentBytes, totalBytes }) =>
          terminal.progress(`${shown}: ${percent(sentBytes, totalBytes)} of ${sizeOf(totalBytes)}`),
      }),
    key,
  )
}

async function importMedium(
  url: string,
  key: string,
  session: Session,
  terminal: Terminal,
  name: string | undefined,
): Promise<Media> {
  const { client, reading, signal } = session
  let medium = await session.change(
    (options) => client.media.import({ url, ...(name === undefined ? {} : { name }) }, options),
    key,
  )
  while (medium.status === 'waiting') {
    terminal.progress(`${url}: ${sizeOf(medium.received_bytes)} have come`)
    await pause(500, undefined, { signal }).catch(() => undefined)
    medium = await client.media.get(medium.id, reading)
  }
  if (medium.status === 'rejected')
    throw new Refusal(`The server could not take ${url}. "crier media show ${medium.id}" shows the medium.`)
  return medium
}

function percent(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.floor((part / whole) * 100)} %`
}

/** Writes a size for people, such as `1.2 MB`. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB']
  const at = Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3) - 1)
  return `${(bytes / 1000 ** (at + 1)).toFixed(1)} ${units[at]}`
}
