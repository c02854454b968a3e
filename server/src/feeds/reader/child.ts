// The program of the processes that read strangers' feeds; see feed-reader.ts. It runs with no permission but to read.
import { answerParent } from '../../lib/child-pool/answer-parent.ts'
import type { ReadFeed } from '../../lib/feed-reading/feed-document.ts'
import { readFeed } from '../../lib/feed-reading/read-feed.ts'
import type { ReadOrder } from './feed-reader.ts'

answerParent<ReadOrder, ReadFeed>(async ({ bytes, contentType, url }) =>
  readFeed(bytes, contentType ?? undefined, url),
)
