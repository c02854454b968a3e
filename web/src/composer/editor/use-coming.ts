import { useMemo } from 'react'
import type { Upload } from '../../uploads/upload.ts'
import { useUploads } from '../../uploads/use-uploads.ts'
import type { Content } from '../content.ts'
import { type Desk, everyone, useDesk, type Variant } from '../desk.ts'
import { useSlice } from '../store.ts'
import { contentOfVariant } from '../variant.ts'

export interface Coming {
  readonly upload: Upload
  readonly variant: Variant
  /** The post of the thread that takes it; 0 is the first. */
  readonly index: number
}

/** The files that were added to the post and are not in it yet: on their way, refused, or with a question. */
export function useComing(): readonly Coming[] {
  const desk = useDesk()
  const uploads = useUploads()
  const coming = useMemo(
    () =>
      uploads.flatMap((upload): Coming[] => {
        const [id, variant = everyone, index] = upload.owner.split(' ')
        return id === desk.id ? [{ upload, variant, index: Number(index) }] : []
      }),
    [desk, uploads],
  )
  // One text stays the same value as long as nothing about the files changes, whatever is typed.
  const awaited = useSlice(desk.content, (content) =>
    coming
      .filter((each) => hasField(desk, content, each))
      .map(({ upload }) => upload.key)
      .join(' '),
  )
  return useMemo(() => {
    const keys = awaited.split(' ')
    return coming.filter(({ upload }) => keys.includes(upload.key))
  }, [coming, awaited])
}

/** Whether a post still has the field for a file. A thread may have become shorter meanwhile. */
function hasField({ places }: Desk, content: Content, { variant, index }: Coming): boolean {
  if (variant !== everyone && !content.accounts.includes(variant)) return false
  const account = places.read().accounts.get(variant)
  return index <= contentOfVariant(content, variant, account).thread.length
}

/** Names the field of a post that takes a file. */
export function fieldOwner(desk: string, variant: Variant, index: number): string {
  return `${desk} ${variant} ${index}`
}
