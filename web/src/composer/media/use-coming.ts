import { useMemo } from 'react'
import type { Upload } from '../../uploads/upload.ts'
import { useUploads } from '../../uploads/use-uploads.ts'
import { everyone, useDesk, type Variant } from '../desk.ts'
import { useSlice } from '../store.ts'

export interface Coming {
  readonly upload: Upload
  readonly variant: Variant
}

/** The files that were added to the post and are not in it yet: on their way, refused, or with a question. */
export function useComing(): readonly Coming[] {
  const desk = useDesk()
  const uploads = useUploads()
  const accounts = useSlice(desk.content, (content) => content.accounts)
  return useMemo(() => {
    const coming = uploads.map((upload) => {
      const [id, variant = everyone] = upload.owner.split(' ')
      return { upload, id, variant }
    })
    return coming.filter(
      ({ id, variant }) => id === desk.id && (variant === everyone || accounts.includes(variant)),
    )
  }, [desk, uploads, accounts])
}

/** Names the field of a post that takes a file. */
export function fieldOwner(desk: string, variant: Variant, index: number): string {
  return `${desk} ${variant} ${index}`
}
