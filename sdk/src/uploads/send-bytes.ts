import type { UploadUrl } from '../generated/models.ts'
import type { UploadFile } from './upload-file.ts'

/** An answer, whichever way the bytes went. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Sends the bytes of one try. `moved` is called whenever some were taken. @throws any error of the way. */
export type SendBytes = (
  to: UploadUrl,
  file: UploadFile,
  signal: AbortSignal,
  moved: (sentBytes: number) => void,
) => Promise<Answered>
