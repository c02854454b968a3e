import type { Review } from '@crier/sdk/app'
import type { TimeFormat } from '../../time/format.ts'
import type { ReviewedPost } from './review-link.ts'

/** Everything that the parts of one post on the page need. */
export interface ReviewPostProps {
  readonly post: ReviewedPost
  readonly platforms: ReadonlyMap<string, Review['platforms'][number]>
  readonly secret: string
  /** Who decides here; empty before they typed it. */
  readonly name: string
  readonly onName: (name: string) => void
  readonly format: TimeFormat
  /** Reads everything anew. */
  readonly onChanged: () => Promise<unknown>
}
