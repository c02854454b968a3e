import { type CrierClient, CrierError, type Media } from '@crier/sdk'
import { onEvent } from '../live/live-events.ts'

const pauseMs = 3_000

/** Waits until a file that the server fetches has come. @throws CrierError where it was rejected */
export async function awaitImport(api: CrierClient, medium: Media, signal: AbortSignal): Promise<Media> {
  if (medium.status === 'ready') return medium
  let reason: string | null = null
  const stop = onEvent((event) => {
    if (event?.type === 'media.rejected' && event.data.id === medium.id) reason = event.data.reason
  })
  try {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      const now = await api.media.get(medium.id, { signal })
      if (now.status === 'ready') return now
      if (now.status === 'rejected')
        throw new CrierError(
          reason ?? 'The server could not fetch this file, or it is of no type that Crier takes.',
        )
    }
  } finally {
    stop()
  }
}
