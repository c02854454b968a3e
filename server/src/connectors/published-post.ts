import type { Json } from '../lib/json/json.ts'

/** A post that is public, as a connector finds it again. */
export interface PublishedPost {
  readonly remoteId: string
  readonly url: string
  /** Data that an answer to this post must quote, such as a content hash. */
  readonly reference: Json
}
