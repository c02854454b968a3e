import { Upload, type UploadOptions } from 'tus-js-client'
import { ConnectionError, errorOf, parseJson } from './errors.ts'
import type { Media } from './generated/models.ts'
import type { Uploader, UploadTools } from './media.ts'
import { aborted } from './retry.ts'
import { openPieces } from './uploads/read-pieces.ts'
import type { UploadFile } from './uploads/upload-file.ts'

export interface ResumableOptions {
  /** Files of at least this size are sent so that they can be continued; 20 MB by default. 0 sends all so. */
  fromBytes?: number
  /** How many bytes go in one request; 8 MB by default. */
  chunkBytes?: number
}

/**
 * A way to upload large files in several requests, by the tus protocol: after a failure the upload goes on where it broke
 * off. Smaller files are sent the usual way. It needs `tus-js-client`.
 *
 * ```ts
 * const client = createClient({ baseUrl, apiKey, uploader: resumable() })
 * ```
 */
export function resumable({
  fromBytes = 20_000_000,
  chunkBytes = 8_000_000,
}: ResumableOptions = {}): Uploader {
  return (file, tools) => (file.size < fromBytes ? tools.put(file) : sendInChunks(file, tools, chunkBytes))
}

async function sendInChunks(file: UploadFile, tools: UploadTools, chunkSize: number): Promise<Media> {
  const { signal, size, onProgress } = file
  if (signal?.aborted) throw aborted(signal)
  const id = await new Promise<string>((resolve, reject) => {
    let mediumId: string | undefined
    const options: UploadOptions = {
      ...described(file, tools),
      // The client's own reader knows a Blob in browsers only, and the first bytes of a stream never again.
      fileReader: { openFile: async () => openPieces(file) },
      uploadSize: size,
      chunkSize,
      onProgress: (sentBytes) => onProgress({ sentBytes, totalBytes: size }),
      onAfterResponse: (_request, response) => {
        const created = parseJson(response.getBody()) as { id?: unknown } | undefined
        if (response.getStatus() === 201 && typeof created?.id === 'string') mediumId = created.id
      },
      onSuccess: () => {
        signal?.removeEventListener('abort', stop)
        onProgress({ sentBytes: size, totalBytes: size })
        if (mediumId === undefined) reject(new ConnectionError('The server did not name the medium.'))
        else resolve(mediumId)
      },
      onError: (error) => {
        signal?.removeEventListener('abort', stop)
        reject(translated(error))
      },
    }
    const upload = new Upload(new Blob([]), options)
    const stop = () => {
      // The bytes that were sent are of no use any more.
      upload.abort(true).then(
        () => reject(aborted(signal)),
        () => reject(aborted(signal)),
      )
    }
    signal?.addEventListener('abort', stop, { once: true })
    upload.start()
  })
  return tools.media.get(id, { signal })
}

function described({ name, type }: UploadFile, { transport }: UploadTools): UploadOptions {
  const { baseUrl, headers, sendsCookies, maxRetries } = transport.settings
  const endpoint = `${baseUrl}/v1/media/tus`
  const delays = Array.from({ length: maxRetries }, (_, index) => Math.min(8_000, 500 * 2 ** index))
  return {
    endpoint,
    metadata: { name, mime_type: type },
    retryDelays: delays,
    // Another workspace may have been chosen by the time the same file is uploaded again.
    storeFingerprintForResuming: false,
    onBeforeRequest: (request) => {
      // The address of an upload is signed, and may be another host's: the key stays here.
      if (request.getURL() === endpoint)
        for (const [header, value] of Object.entries(headers)) request.setHeader(header, value)
      const sender: { withCredentials?: boolean } | undefined = request.getUnderlyingObject()
      if (sendsCookies && sender) sender.withCredentials = true
    },
  }
}

/** A refusal keeps its problem; everything else is a broken connection. */
function translated(error: Error): Error {
  const response = (error as { originalResponse?: TusResponse | null }).originalResponse
  if (!response) return new ConnectionError('The connection broke during the upload.', { cause: error })
  const headers = new Headers()
  for (const name of ['retry-after', 'x-request-id']) {
    const value = response.getHeader(name)
    if (value) headers.set(name, value)
  }
  return errorOf(response.getStatus(), headers, response.getBody())
}

interface TusResponse {
  getStatus(): number
  getHeader(name: string): string | undefined
  getBody(): string
}
