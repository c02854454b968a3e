import { useSyncExternalStore } from 'react'
import type { Upload } from './upload.ts'

let uploads: readonly Upload[] = []
const watchers = new Set<() => void>()

function show(next: readonly Upload[]): void {
  uploads = next
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Every upload of this page, in the order in which they were asked for. */
export const readUploads = (): readonly Upload[] => uploads

export function findUpload(key: string): Upload | undefined {
  return uploads.find((upload) => upload.key === key)
}

export function addUpload(upload: Upload): void {
  show([...uploads, upload])
}

export function changeUpload(key: string, change: Partial<Upload>): void {
  show(uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)))
}

/** Takes an upload off the list, and lets go of the picture that stood for it. */
export function dropUpload(key: string): void {
  const pictureUrl = findUpload(key)?.pictureUrl
  if (pictureUrl) URL.revokeObjectURL(pictureUrl)
  show(uploads.filter((upload) => upload.key !== key))
}

/** Every upload of this page, as they are now. */
export function useAllUploads(): readonly Upload[] {
  return useSyncExternalStore(watch, readUploads)
}

/** Gives the uploads of a place that is gone to the library, where their media will be found. */
export function leaveToLibrary(owner: string): void {
  moveUploads(owner, 'library')
}

/** Gives the uploads of one place to another. */
export function moveUploads(from: string, to: string): void {
  if (!uploads.some(({ owner }) => owner === from)) return
  show(uploads.map((upload) => (upload.owner === from ? { ...upload, owner: to } : upload)))
}
