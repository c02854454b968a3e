import type { Media } from '@crier/sdk'
import { useQueries } from '@tanstack/react-query'
import { useSession } from '../session/session.ts'
import { oneMedium } from './media-queries.ts'

/** The media of these ids or storage paths by their paths, as far as they are known by now. */
export function useKnownMedia(names: readonly string[]): Readonly<Record<string, Media>> {
  const session = useSession()
  return useQueries({ queries: names.map((name) => oneMedium(session, name)), combine: byPath })
}

function byPath(results: readonly { readonly data: Media | undefined }[]): Readonly<Record<string, Media>> {
  const known = results.flatMap(({ data }) => (data === undefined ? [] : [data]))
  return Object.fromEntries(known.map((medium) => [medium.media_id, medium]))
}
