import { createHash, randomBytes } from 'node:crypto'
import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { createFairQueue, QueueClosed, QueueFull } from '../../lib/child-pool/fair-queue.ts'
import { singleFlight } from '../../lib/concurrency/single-flight.ts'
import { invalid, Problem } from '../../lib/problem.ts'
import { readPage } from './read-page.ts'

/** A page is read again after this time. */
const freshFor = sql`interval '1 hour'`
/** A page that could not be read, or showed nothing, is asked again after this time. */
const retryAfter = sql`interval '2 minutes'`
const longestUrl = 2_000

/** A composer asks for one link at a time. Workspaces take turns, and one that asks for many waits for itself. */
const queue = createFairQueue({ atOnce: 8, atOncePerKey: 2, waiting: 500, waitingPerKey: 20, waitMs: 5_000 })
const readOnce = singleFlight<StoredPreview>(1)

/** The card of a link: the words and the picture of the page behind it. */
export interface LinkPreview {
  url: string
  /** Null where the page could not be read, or says nothing of itself. */
  title: string | null
  description: string
  /** Public, on our own host; null where the page shows none. */
  picture_url: string | null
}

type PreviewCall = Pick<CallContext, 'context' | 'workspaceId'>

interface StoredPreview {
  readonly name: string
  readonly title: string | null
  readonly description: string
  readonly has_picture: boolean
}

/**
 * Reads the description that the page of a link gives of itself. It is kept for its workspace for an hour.
 * @throws Problem 422 for text that is no address; 503 when there is no time to read the page
 */
export async function getLinkPreview(call: PreviewCall, url: string): Promise<LinkPreview> {
  const address = readAddress(url)
  const digest = createHash('sha256').update(address).digest()
  const { name, title, description, has_picture } =
    (await findFresh(call, digest)) ??
    (await readOnce(
      `${call.workspaceId} ${digest.toString('hex')}`,
      async () => (await findFresh(call, digest)) ?? (await readAnew(call, address, digest)),
    ))
  const picture_url = has_picture ? `${call.context.config.publicUrl}/link-pictures/${name}.webp` : null
  return { url, title, description, picture_url }
}

/** The address without its last part, which no server gets. */
function readAddress(url: string): string {
  const read = url.length <= longestUrl && url.isWellFormed() && !url.includes('\0') ? URL.parse(url) : null
  if (read === null || !['https:', 'http:'].includes(read.protocol)) {
    const detail = 'Give the whole address of a page, such as https://example.org/harbour.'
    throw invalid([{ pointer: '?url', code: 'invalid_url', detail }])
  }
  read.hash = ''
  return read.href
}

function findFresh({ context, workspaceId }: PreviewCall, digest: Buffer): Promise<StoredPreview | null> {
  return context.db.row<StoredPreview>(sql`
    select name, title, description, picture is not null as has_picture from link_previews
    where workspace_id = ${workspaceId} and url_sha256 = ${digest}
      and checked_at > clock_timestamp() - case when title is null then ${retryAfter} else ${freshFor} end`)
}

async function readAnew(
  { context, workspaceId }: PreviewCall,
  url: string,
  digest: Buffer,
): Promise<StoredPreview> {
  const release = await queue.take(workspaceId).catch(refuseWhenFull)
  try {
    const { title, description, picture } = await readPage(context, { workspaceId, url })
    const stored = await context.db.row<StoredPreview>(sql`
      insert into link_previews (workspace_id, url_sha256, name, title, description, picture, checked_at)
      values (${workspaceId}, ${digest}, ${randomBytes(16).toString('hex')}, ${title}, ${description}, ${picture},
        clock_timestamp())
      on conflict (workspace_id, url_sha256) do update set title = excluded.title,
        description = excluded.description, picture = excluded.picture, checked_at = excluded.checked_at
      returning name, title, description, picture is not null as has_picture`)
    if (!stored) throw new Error('An insert answered no row.')
    return stored
  } finally {
    release()
  }
}

function refuseWhenFull(error: unknown): never {
  if (!(error instanceof QueueFull || error instanceof QueueClosed)) throw error
  throw new Problem(503, 'media_busy', 'Many links are being read. Try again in a moment.', {
    retryAfterSeconds: 5,
  })
}
