import { randomUUID } from 'node:crypto'
import type { OutboundRequest } from './outbound.ts'

/** One field of a form: a text or a file. */
export type FormPart = FormText | FormFile

export interface FormText {
  readonly name: string
  readonly value: string
  /** Left out, as forms of web pages do it, it is plain text. */
  readonly mimeType?: string
}

export interface FormFile {
  readonly name: string
  readonly fileName: string
  readonly mimeType: string
  /** A stream is announced by its length. */
  readonly bytes: Uint8Array | { readonly stream: ReadableStream<Uint8Array>; readonly length: number }
}

/**
 * A body of `multipart/form-data` (RFC 7578) and its headers. It is sent as it is read where a part is a stream, and its
 * length is said in any case. The boundary must occur in no part: give one only to send the same bytes again.
 */
export function makeMultipart(
  parts: readonly FormPart[],
  boundary = `crier-${randomUUID()}`,
): Pick<OutboundRequest, 'headers' | 'body'> {
  const pieces = [...parts.flatMap((part) => encodePart(part, boundary)), Buffer.from(`--${boundary}--\r\n`)]
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const whole = pieces.filter((piece) => piece instanceof Uint8Array)
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(whole.length < pieces.length ? { 'content-length': String(length) } : {}),
    },
    body: whole.length < pieces.length ? streamPieces(pieces) : Buffer.concat(whole),
  }
}

type Piece = FormFile['bytes']

function encodePart(part: FormPart, boundary: string): Piece[] {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${escapeName(part.name)}"`
  if ('value' in part) {
    const type = part.mimeType === undefined ? '' : `\r\ncontent-type: ${part.mimeType}`
    return [Buffer.from(`${head}${type}\r\n\r\n${part.value.toWellFormed()}\r\n`)]
  }
  const file = `; filename="${escapeName(part.fileName)}"\r\ncontent-type: ${part.mimeType}\r\n\r\n`
  return [Buffer.from(`${head}${file}`), part.bytes, Buffer.from('\r\n')]
}

// The three characters that would end a name, escaped as the HTML standard says (multipart/form-data encoding).
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function streamPieces(pieces: readonly Piece[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(
    (async function* () {
      for (const piece of pieces) {
        if (piece instanceof Uint8Array) yield piece
        else yield* piece.stream
      }
    })(),
  )
}
