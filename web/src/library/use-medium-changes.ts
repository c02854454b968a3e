import type { MediaDetail, UpdateMediaInput } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { mediumDetail } from '../media/media-queries.ts'
import { useSession } from '../session/session.ts'

export type Saving = 'nothing' | 'saving' | 'saved'

/** Changes a medium at once in what is shown, and at the server. A refusal brings back what was before, and is shown. */
export function useMediumChanges(medium: MediaDetail) {
  const session = useSession()
  const client = useQueryClient()
  const [saving, setSaving] = useState<Saving>('nothing')
  const [error, setError] = useState<unknown>(null)
  const waiting = useRef(0)
  const { id, media_id: path } = medium
  const change = useCallback(
    async (change: UpdateMediaInput) => {
      const { queryKey } = mediumDetail(session, id)
      const before = client.getQueryData<MediaDetail>(queryKey)
      waiting.current += 1
      setSaving('saving')
      setError(null)
      await client.cancelQueries({ queryKey })
      client.setQueryData<MediaDetail>(queryKey, (old) =>
        old === undefined ? old : ({ ...old, ...change } as MediaDetail),
      )
      try {
        const changed = await session.api.media.update(id, change)
        client.setQueryData<MediaDetail>(queryKey, (old) =>
          old === undefined ? old : { ...old, ...changed },
        )
        client.setQueryData([...session.scope, 'media', 'one', path], changed)
        waiting.current -= 1
        if (waiting.current === 0) setSaving('saved')
        void client.invalidateQueries({ queryKey: [...session.scope, 'media', 'list'] })
        void client.invalidateQueries({ queryKey: [...session.scope, 'media', 'fits', id] })
      } catch (thrown) {
        waiting.current -= 1
        client.setQueryData(queryKey, before)
        setSaving('nothing')
        setError(thrown)
      }
    },
    [session, client, id, path],
  )
  return { change, saving, error }
}
