import {
  ApiError,
  ConnectionError,
  type Media,
  type Problem,
  RequestAbortedError,
  recognizeType,
} from '@crier/sdk'
import { serverUrl } from '../boot/boot.ts'
import type { Remembered } from './interrupted.ts'
import type { UploadPlace } from './upload.ts'

interface Resumable {
  readonly place: UploadPlace
  readonly file: File
  /** The upload to go on with; null begins a new one. */
  readonly begun: Pick<Remembered, 'url' | 'medium'> | null
  readonly signal: AbortSignal
  readonly onProgress: (sentBytes: number) => void
  /** The server has a place for it from now on. */
  readonly onBegun: (begun: Pick<Remembered, 'url' | 'medium'>) => void
}

// A proxy may refuse larger bodies; smaller ones would cost more answers than they save.
const chunkBytes = 8_000_000

/** Sends a large file in pieces by the tus protocol, and answers its medium once it was examined. */
export async function sendResumable({ place, file, begun, ...to }: Resumable): Promise<Media> {
  const { Upload } = await import('tus-js-client')
  const type = (await recognizeType(file, file.name)) ?? 'application/octet-stream'
  const { signal, onProgress, onBegun } = to
  let medium = begun?.medium ?? null
  const endpoint = `${serverUrl}/v1/media/tus`
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint,
      ...(begun === null ? {} : { uploadUrl: begun.url }),
      chunkSize: chunkBytes,
      retryDelays: [500, 1_000, 2_000, 4_000, 8_000],
      // The page itself remembers uploads, each in the workspace it belongs to.
      storeFingerprintForResuming: false,
      metadata: { name: file.name, mime_type: type },
      onBeforeRequest: (request) => {
        if (request.getURL() !== endpoint) return
        const [workspace, mode] = place.scope
        request.setHeader('Crier-Workspace', workspace)
        request.setHeader('Crier-Mode', mode)
      },
      onAfterResponse: (_request, response) => {
        if (response.getStatus() === 201) medium = idIn(response.getBody())
      },
      onUploadUrlAvailable: () => {
        if (upload.url !== null && medium !== null) onBegun({ url: upload.url, medium })
      },
      onProgress,
      onSuccess: () => resolve(),
      onError: (error) => reject(translated(error)),
    })
    // The bytes of a canceled upload are of no use to anyone, so the server is asked to drop them.
    const cancel = () => {
      const isOver = () => reject(new RequestAbortedError('The upload was canceled.'))
      upload.abort(true).then(isOver, isOver)
    }
    signal.addEventListener('abort', cancel, { once: true })
    if (!signal.aborted) upload.start()
  })
  if (medium === null) throw new ConnectionError('The server did not name the medium.')
  return place.api.media.get(medium, { signal })
}

function idIn(text: string): string | null {
  const { id } = JSON.parse(text) as { id?: unknown }
  return typeof id === 'string' ? id : null
}

interface TusResponse {
  getStatus(): number
  getBody(): string
}

/** A refusal keeps its problem; everything else is a broken connection. */
function translated(error: Error): Error {
  const response = (error as { originalResponse?: TusResponse | null }).originalResponse
  const problem = response ? problemIn(response.getBody()) : null
  return problem === null
    ? new ConnectionError('The connection broke during the upload.', { cause: error })
    : new ApiError(problem, new Headers())
}

function problemIn(text: string): Problem | null {
  if (!text.startsWith('{')) return null
  const problem = JSON.parse(text) as Partial<Problem>
  return typeof problem.detail === 'string' ? (problem as Problem) : null
}
