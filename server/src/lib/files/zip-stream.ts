import type { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** One file of an archive. */
export interface ZipPart {
  readonly name: string
  readonly changedAt: Date
  /** Whether compressing it may make it smaller: pictures and videos are compressed already. */
  readonly isCompressible: boolean
  readonly content: Readable
}

/**
 * Writes a zip file as a stream: each part is asked for once the one before it is written, and none is held in memory. The
 * stream breaks off with the error of a part. A stream that is destroyed asks for no further part.
 */
export function zipStream(parts: AsyncIterable<ZipPart>): Readable {
  const zip = new ZipFile()
  // Its type says less than it is.
  const out = zip.outputStream as PassThrough
  zip.on('error', (error: Error) => out.destroy(error))
  // Its reader is told, also one that comes later; without a reader an error would end the process.
  out.on('error', () => undefined)
  addAll(zip, out, parts).catch((error: Error) => out.destroy(error))
  return out
}

async function addAll(zip: ZipFile, out: PassThrough, parts: AsyncIterable<ZipPart>): Promise<void> {
  for await (const { name, changedAt, isCompressible, content } of parts) {
    const isRead = untilRead(content, out)
    zip.addReadStream(content, name, { mtime: changedAt, compress: isCompressible })
    await isRead
  }
  zip.end()
}

/** Resolves once all of a part was read, and rejects when it, or the archive, breaks off. */
function untilRead(content: Readable, out: PassThrough): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => content.destroy()
    out.once('close', stop)
    content.once('error', reject)
    content.once('end', resolve)
    content.once('close', () => {
      out.off('close', stop)
      reject(new Error('The archive broke off.'))
    })
    if (out.destroyed) stop()
  })
}
