import {
  ApiError,
  ConnectionError,
  CrierError,
  errorOf,
  parseJson,
  RequestTimeoutError,
  unexpectedAnswer,
} from '../errors.ts'
import type { Media, UploadUrl } from '../generated/models.ts'
import { aborted, pause, pauseBeforeRetry } from '../retry.ts'
import { sendByFetch } from './send-by-fetch.ts'
import { sendByXhr, XhrClass } from './send-by-xhr.ts'
import type { Answered } from './send-bytes.ts'
import type { UploadFile } from './upload-file.ts'

export interface PutSettings {
  readonly fetch: typeof globalThis.fetch
  readonly maxRetries: number
  /** Reads the medium, where the answer to its upload was lost. */
  readonly getMedium: (id: string) => Promise<Media>
}

/** Puts a file to its upload URL, again where the connection broke, and answers the medium. */
export async function putFile(to: UploadUrl, file: UploadFile, settings: PutSettings): Promise<Media> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await putOnce(to, file, settings)
    } catch (error) {
      // An earlier try arrived, and its answer was lost. An upload with a name may have been tried by an earlier program.
      const mayHaveArrived = failures > 1 || file.idempotencyKey !== undefined
      if (mayHaveArrived && error instanceof ApiError && error.code === 'upload_already_used')
        return settings.getMedium(to.id)
      const waitMs = pauseBeforeRetry(error, 'always', failures) ?? (isBroken(error) ? 500 * failures : null)
      // The bytes of a stream cannot be had twice.
      if (waitMs === null || failures > settings.maxRetries || !(file.content instanceof Blob)) throw error
      await pause(waitMs, file.signal)
    }
  }
}

// The server may not know yet that the connection of the try before is gone.
function isBroken(error: unknown): boolean {
  return error instanceof ApiError && ['upload_in_progress', 'upload_incomplete'].includes(String(error.code))
}

async function putOnce(to: UploadUrl, file: UploadFile, { fetch }: PutSettings): Promise<Media> {
  const { signal, size, timeoutMs, onProgress } = file
  if (signal?.aborted) throw aborted(signal)
  const stop = new AbortController()
  const end = () => stop.abort(signal?.reason)
  signal?.addEventListener('abort', end, { once: true })
  let isLate = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const moved = (sentBytes: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isLate = true
      stop.abort()
    }, timeoutMs)
    onProgress({ sentBytes, totalBytes: size })
  }
  try {
    moved(0)
    const send = XhrClass === undefined ? sendByFetch(fetch) : sendByXhr(XhrClass)
    const answer = await send(to, file, stop.signal, moved)
    return readMedium(answer)
  } catch (error) {
    if (error instanceof CrierError) throw error
    if (signal?.aborted) throw aborted(signal)
    if (isLate)
      throw new RequestTimeoutError(`The upload did not move for ${timeoutMs} ms.`, { cause: error })
    throw new ConnectionError('The connection broke during the upload.', { cause: error })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

function readMedium({ status, headers, text }: Answered): Media {
  if (status !== 200) throw errorOf(status, headers, text)
  const medium = parseJson(text)
  if (typeof medium !== 'object' || medium === null)
    throw unexpectedAnswer(status, headers, `The upload was answered with ${status}, without a medium.`)
  return medium as Media
}
