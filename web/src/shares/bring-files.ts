import { pause } from '../live/pause.ts'
import type { Session } from '../session/session.ts'
import { bytesThere, listInterrupted } from '../uploads/interrupted.ts'
import { placeName, type UploadPlace } from '../uploads/upload.ts'
import { findUpload, readUploads } from '../uploads/upload-list.ts'
import { showInterrupted, uploadFiles } from '../uploads/upload-queue.ts'
import { filesOf, forgetFile, forgetShare } from './kept-shares.ts'

/** How often it is looked whether files have found their place. A draft is kept on the device sooner. */
const lookMs = 1_000

/**
 * Uploads the files of a share that this device still has. Each copy is kept until its file is in the draft or the person takes it out, so
 * that a page that is closed meanwhile loses none. Resolves once all are gone.
 */
export async function bringFiles(
  { api, scope }: Session,
  { share, owner }: { readonly share: string; readonly owner: string },
): Promise<void> {
  const place: UploadPlace = { api, scope, owner }
  const left = new Map<string, Awaited<ReturnType<typeof filesOf>>[number]>()
  const files = await filesOf(share)
  await showBroken(
    place,
    files.map(({ file }) => file),
  )
  for (const shared of files) {
    uploadFiles(place, [shared.file])
    const { name, size } = shared.file
    const upload = readUploads().findLast(
      (each) => each.place === placeName(scope) && each.name === name && each.size === size,
    )
    // The very file may be on its way already.
    if (upload === undefined || left.has(upload.key)) await forgetFile(shared)
    else left.set(upload.key, shared)
  }
  while (left.size > 0) {
    await pause(lookMs, new AbortController().signal)
    for (const [key, shared] of left) {
      if (findUpload(key) !== undefined) continue
      await forgetFile(shared)
      left.delete(key)
    }
  }
  await forgetShare(share)
}

/** Shows the uploads of these files that broke off, so that they go on where they stopped. */
async function showBroken(place: UploadPlace, files: readonly File[]): Promise<void> {
  for (const upload of await listInterrupted()) {
    const isOne = files.some(({ name, size }) => name === upload.name && size === upload.size)
    if (!isOne || upload.place !== placeName(place.scope)) continue
    const sentBytes = await bytesThere(upload).catch(() => null)
    if (sentBytes !== null) showInterrupted(place, upload, sentBytes)
  }
}
