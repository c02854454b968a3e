import type { DraftMedia } from '../../connector.ts'

/** An uploaded medium, as the artefacts of a connector keep it. */
export interface KeptUpload {
  readonly mediaId: string
  readonly uploadedAt: string
}

/**
 * The kept uploads, if each is of the draft's medium in its place and none is so old that the network may have dropped
 * it; otherwise none, and all are uploaded again.
 */
export function keepFreshUploads<Upload extends KeptUpload>(
  kept: Upload[],
  media: readonly DraftMedia[],
  now: Date,
  freshForMs: number,
): Upload[] {
  const isFresh = ({ mediaId, uploadedAt }: Upload, index: number) =>
    mediaId === media[index]?.id && now.getTime() - Date.parse(uploadedAt) < freshForMs
  return kept.every(isFresh) ? kept : []
}
