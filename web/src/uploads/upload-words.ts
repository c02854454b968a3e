import { ApiError } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { isUnreached } from '../live/is-unreached.ts'
import { sayThrown } from '../ui/say-problem.ts'
import { useSizeFormat } from '../ui/size-format.ts'
import { resumableFrom, type Upload } from './upload.ts'

/** How far an upload is, from 0 to 100, rounded down: 100 is said only of what is all there. */
export function percentOf({ size, sentBytes }: Pick<Upload, 'size' | 'sentBytes'>): number {
  return size === 0 ? 0 : Math.floor((100 * sentBytes) / size)
}

/** Sentences about an upload. */
export function useUploadWords(): {
  readonly progress: (upload: Upload) => string
  readonly fault: (upload: Upload) => string
} {
  const { t } = useLingui()
  const size = useSizeFormat()
  const progress = (upload: Upload): string => {
    const { name } = upload
    const [sent, all, percent] = [size(upload.sentBytes), size(upload.size), percentOf(upload)]
    switch (upload.state) {
      case 'waiting':
        return t`Waiting · ${all}`
      case 'sending':
        return t`${sent} of ${all}`
      case 'examining':
        return t`All ${all} are there. Looking at the file…`
      case 'importing':
        return t`The server is fetching it…`
      case 'done':
        return t`Uploaded · ${all}`
      case 'interrupted':
        return t`Continue ‘${name}’? ${percent} % is already here. The browser needs the file again.`
      case 'twin':
        return t`‘${name}’ is in the library already, with the same size.`
      case 'failed':
        return fault(upload)
    }
  }
  const fault = ({ fault: error, name, size: bytes }: Upload): string => {
    const all = size(bytes)
    if (isUnknownType(error))
      return t`‘${name}’ is of a type that Crier doesn't take. It takes JPEG, PNG, WebP, GIF, AVIF, HEIC, MP4, QuickTime, WebM and PDF.`
    if (
      bytes === 0 &&
      error instanceof ApiError &&
      error.errors.some(({ pointer }) => pointer === '/size_bytes')
    )
      return t`‘${name}’ is empty.`
    if (isUnreadable(error))
      return t`‘${name}’ can't be read. It may be a folder, or it was moved or changed after you chose it. Choose the file again.`
    if (isUnreached(error))
      return bytes >= resumableFrom
        ? t`The connection broke while ‘${name}’ was sent. It can go on where it stopped.`
        : t`The connection broke while ‘${name}’ was sent.`
    if (error instanceof ApiError && error.status >= 500)
      return t`‘${name}’ was not uploaded: something broke on our side.`
    if (error instanceof ApiError) {
      const rule = sayThrown(error)
      return error.errors[0]?.code === 'file_too_large'
        ? t`‘${name}’ is ${all}. ${rule}`
        : t`‘${name}’: ${rule}`
    }
    const rule = sayThrown(error)
    return t`‘${name}’ was not uploaded. ${rule}`
  }
  return { progress, fault }
}

// The SDK refuses a file of whose type nothing is known before it asks the server.
function isUnknownType(error: unknown): boolean {
  if (error instanceof TypeError) return true
  return error instanceof ApiError && error.errors.some(({ code }) => code === 'unsupported_media_type')
}

/** Whether the browser could not read the file: a folder that was dropped, or a file that is another one by now. */
function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && ['NotFoundError', 'NotReadableError'].includes(error.name)
}

/** Whether trying again can help: a refusal of this very file stays one. */
export function canRetry({ fault }: Upload): boolean {
  if (fault instanceof TypeError || isUnreadable(fault)) return false
  if (!(fault instanceof ApiError) || isUnreached(fault)) return true
  // The server of the file, not ours, was away.
  if (fault.errors.some(({ code }) => code === 'url_unreachable')) return true
  return fault.status >= 500 || [408, 409, 423, 429].includes(fault.status)
}
