import type { CrierClient, Media } from '@crier/sdk'
import { isRefused } from '../session/query-client.ts'

export interface Deletions {
  readonly deleted: number
  /** The media that a post still needs. */
  readonly used: readonly Media[]
}

/** Deletes media one after another. Media that a post still needs stay. @throws any other refusal */
export async function deleteMedia(api: CrierClient, media: readonly Media[]): Promise<Deletions> {
  const used: Media[] = []
  for (const medium of media) {
    try {
      await api.media.delete(medium.id)
    } catch (error) {
      if (isRefused(error, 409)) used.push(medium)
      // Somebody else was quicker.
      else if (!isRefused(error, 404)) throw error
    }
  }
  return { deleted: media.length - used.length, used }
}
