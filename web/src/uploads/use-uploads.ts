import { useEffect, useMemo } from 'react'
import { useSession } from '../session/session.ts'
import { bytesThere, forgetUpload, listInterrupted } from './interrupted.ts'
import { placeName, type Upload, type UploadPlace } from './upload.ts'
import { useAllUploads } from './upload-list.ts'
import { showInterrupted } from './upload-queue.ts'

/** The place in this workspace for which files are uploaded. */
export function useUploadPlace(owner: string): UploadPlace {
  const { api, scope } = useSession()
  return useMemo(() => ({ api, scope, owner }), [api, scope, owner])
}

/** The uploads of this workspace, or those of one owner in it. */
export function useUploads(owner?: string): readonly Upload[] {
  const { scope } = useSession()
  const all = useAllUploads()
  return useMemo(
    () =>
      all.filter(
        (upload) => upload.place === placeName(scope) && (owner === undefined || upload.owner === owner),
      ),
    [all, scope, owner],
  )
}

/** Shows the uploads that a reload or a closed window broke off. */
export function useInterrupted(): void {
  const place = useUploadPlace('library')
  useEffect(() => {
    const find = async () => {
      for (const upload of await listInterrupted()) {
        if (upload.place !== placeName(place.scope)) continue
        const sentBytes = await bytesThere(upload)
        if (sentBytes === null) forgetUpload(upload.key)
        else showInterrupted(place, upload, sentBytes)
      }
    }
    // A server that cannot be reached now is asked at the next visit.
    void find().catch(() => undefined)
  }, [place])
}
