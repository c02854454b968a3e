import { useEffect, useState } from 'react'
import type { Upload, UploadPlace } from '../../uploads/upload.ts'
import { dropUpload, leaveToLibrary } from '../../uploads/upload-list.ts'
import { useUploadPlace, useUploads } from '../../uploads/use-uploads.ts'
import type { ChosenMedium } from '../chosen-medium.ts'

/** The order in which files were added, by the storage paths of their media. */
const order = new Map<string, number>()
const orderOfKeys = new Map<string, number>()

/**
 * Takes the files that have arrived into the post, each where it stood when it was added, however long it took. Answers those
 * that are still on their way.
 */
export function useArrivals(
  value: readonly ChosenMedium[],
  onChange: (value: readonly ChosenMedium[]) => void,
  owner: string | undefined,
): { readonly uploads: readonly Upload[]; readonly place: UploadPlace } {
  const [own] = useState(() => crypto.randomUUID())
  const name = owner ?? own
  const place = useUploadPlace(name)
  const uploads = useUploads(name)
  useEffect(() => {
    if (owner !== undefined) return
    return () => leaveToLibrary(own)
  }, [owner, own])
  useEffect(() => {
    for (const { key } of uploads) if (!orderOfKeys.has(key)) orderOfKeys.set(key, orderOfKeys.size)
    const arrived = uploads.filter(({ state }) => state === 'done')
    if (arrived.length === 0) return
    onChange(arrived.reduce(insertArrived, value))
    for (const { key } of arrived) dropUpload(key)
  }, [uploads, value, onChange])
  return { uploads: uploads.filter(({ state }) => state !== 'done'), place }
}

function insertArrived(value: readonly ChosenMedium[], { key, medium }: Upload): readonly ChosenMedium[] {
  if (medium === null || value.some(({ media_id }) => media_id === medium.media_id)) return value
  const mine = orderOfKeys.get(key) ?? 0
  order.set(medium.media_id, mine)
  const before = value.findIndex(({ media_id }) => (order.get(media_id) ?? -1) > mine)
  return value.toSpliced(before === -1 ? value.length : before, 0, { media_id: medium.media_id })
}
