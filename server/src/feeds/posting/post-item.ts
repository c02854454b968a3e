import { findMaker, type Maker } from '../../api-keys/find-maker.ts'
import type { CallContext, Context } from '../../context.ts'
import { isDatabaseAway, type Queryable, sql } from '../../db/database.ts'
import { JsonText } from '../../lib/json/json-text.ts'
import { type FieldProblem, Problem } from '../../lib/problem.ts'
import { sentence, word } from '../../lib/text/sentence.ts'
import { createPost, findFaults } from '../../posts/create-post.ts'
import type { NewPostBody } from '../../posts/post-body.ts'
import { wordsOf } from '../caption-template.ts'
import { type StoredNote, toNote } from '../feed-fault.ts'
import type { FeedRow } from '../feed-row.ts'
import { failItem } from '../record-feed-event.ts'
import { stopFeed } from '../stop-feed.ts'
import { fetchPicture, type Picture, storePicture } from './fetch-picture.ts'
import { fitCaption } from './fit-caption.ts'
import { type DueItem, type PostableItem, postableItem } from './item-content.ts'

/** After so many tries that failed for no reason of the item, a person is asked. */
const mostTries = 10
/** Faults of the queue, which a person or time may settle: the item is tried again. */
const faultsOfQueue: readonly string[] = ['queue_paused', 'no_free_slot', 'no_queue_slots']
const queueAgainMs = 15 * 60_000

/**
 * Makes the post of an item, once: the post is stored in the transaction in which its item stops being due. With whatever
 * stood in its way, the item shows why it became no post.
 */
export async function postItem(context: Context, due: DueItem): Promise<void> {
  const { feed } = due
  const maker = await findMaker(context.db, feed)
  const accountIds = await connectedOf(context.db, feed)
  const reason = stopReason(maker, accountIds)
  if (reason !== null || maker === null) return stop(context, feed, reason ?? makerGone)
  if (!maker.hasSubscription && feed.mode === 'live') return putOff(context.db, due, 3_600_000, [])
  const later: (() => void)[] = []
  const call: CallContext = {
    context: feed.mode === 'test' ? { ...context, outbound: context.testFeeds.outbound } : context,
    db: context.db,
    workspaceId: feed.workspace_id,
    mode: feed.mode,
    caller: maker.caller,
    from: { ip: null, userAgent: null },
    request: null,
    afterCommit: (work) => void later.push(work),
  }
  try {
    await makePost(call, due, accountIds)
    for (const work of later) work()
  } catch (error) {
    await settleError(context, due, error)
  }
}

const makerGone = {
  code: 'maker_gone',
  detail: word(
    'The person who made this feed, or the key it was made with, may not act here any more. Resume it to go on in your own name.',
  ),
}
const accountsGone = {
  code: 'accounts_gone',
  detail: word('None of its accounts is connected any more. Connect one or choose another, then resume it.'),
}

function stop({ db }: Context, feed: FeedRow, reason: typeof makerGone): Promise<void> {
  return db.transaction((tx) => stopFeed(tx, feed, toNote(reason)))
}

function stopReason(maker: Maker | null, accountIds: readonly string[]) {
  if (maker === null) return makerGone
  return accountIds.length === 0 ? accountsGone : null
}

async function connectedOf(db: Queryable, { workspace_id, mode, account_ids }: FeedRow): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from social_accounts where workspace_id = ${workspace_id} and mode = ${mode}
      and id = any(${[...account_ids]}::uuid[]) and disconnected_at is null`)
  const connected = new Set(rows.map(({ id }) => id))
  return account_ids.filter((id) => connected.has(id))
}

async function makePost(call: CallContext, due: DueItem, accountIds: readonly string[]): Promise<void> {
  const { feed, id } = due
  const item = postableItem(due.content)
  const fitted = await fitCaption(call, feed, accountIds, wordsOf(item, feed.title))
  const body = { ...fitted.body, metadata: { feed_id: feed.id, feed_item_id: id, feed: feed.title } }
  const picture: Picture = feed.with_picture ? await fetchPicture(call, item) : { urls: null, notes: [] }
  await using _fetched = picture.urls
  const notes = [...picture.notes, ...missingAccounts(feed, accountIds)]
  await call.context.db.transaction(async (tx) => {
    // The row stays locked until the post is stored: nobody else makes a post of it meanwhile, or after.
    const own = await tx.row(sql`
      select from feed_items where workspace_id = ${feed.workspace_id} and id = ${id} and outcome = 'due'
      for no key update skip locked`)
    if (own === null) return
    const within = { ...call, db: tx }
    const ready = await withPicture(within, body, { picture, item })
    const { post } = await createPost(within, ready.body)
    const postId: string = post instanceof JsonText ? JSON.parse(post.text).id : post.id
    await tx.run(sql`
      update feed_items set outcome = 'posted', post_id = ${postId}, next_try_at = null, content = null,
        notes = ${JSON.stringify([...notes, ...ready.notes])}::jsonb
      where workspace_id = ${feed.workspace_id} and id = ${id}`)
  })
}

interface Pictured {
  readonly picture: Picture
  readonly item: PostableItem
}

/** The post with its picture, unless a network refuses it with it and takes it without. */
async function withPicture(
  call: CallContext,
  body: NewPostBody,
  { picture: { urls }, item }: Pictured,
): Promise<{ body: NewPostBody; notes: readonly StoredNote[] }> {
  if (urls === null) return { body, notes: [] }
  const medium = await storePicture(call, urls)
  if (medium === null) return { body, notes: [leftOut(word('The file is no picture.'))] }
  const alt_text = item.pictureAlt || item.title
  const pictured = { ...body, media: [{ media_id: medium, alt_text: alt_text === '' ? null : alt_text }] }
  const faults = await findFaults(call, pictured)
  const [first] = faults
  if (first === undefined || (await findFaults(call, body)).length > 0) return { body: pictured, notes: [] }
  return { body, notes: [leftOut(first.detail)] }
}

function leftOut(why: FieldProblem['detail']): StoredNote {
  const detail = sentence('The picture was left out. {why}', { why: word(why) })
  return toNote({ code: 'picture_left_out', detail })
}

function missingAccounts({ account_ids }: FeedRow, connected: readonly string[]): StoredNote[] {
  const missing = account_ids.length - connected.length
  if (missing === 0) return []
  const detail = sentence('Accounts that are not connected any more were left out: {missing}.', { missing })
  return [toNote({ code: 'account_left_out', detail })]
}

/** A fault of the item or of the feed’s settings is told; anything else may go otherwise next time. */
async function settleError(context: Context, due: DueItem, error: unknown): Promise<void> {
  if (isDatabaseAway(error)) throw error
  const { db, log } = context
  const problem = error instanceof Problem && error.status < 500 ? error : null
  if (problem?.status === 403) return stop(context, due.feed, makerGone)
  const notes = problem === null ? [] : notesOf(problem)
  if (problem && faultsOfQueue.includes(problem.code)) return putOff(db, due, queueAgainMs, notes)
  if (problem?.status === 429 || problem === null) {
    if (problem === null) log.warn({ err: error, feed_item_id: due.id }, 'an item of a feed is tried again')
    if (due.tries < mostTries) return tryAgain(db, due, 60_000 * 2 ** Math.min(6, due.tries), notes)
  }
  await failItem(db, due, notes)
}

function notesOf({ errors, code, words }: Problem): StoredNote[] {
  if (errors.length === 0) return [toNote({ code, detail: words })]
  return errors.slice(0, 20).map(toNote)
}

/** An item that waits for something else has not failed, so that it keeps its tries, however long that takes. */
async function putOff(
  db: Queryable,
  due: DueItem,
  inMs: number,
  notes: readonly StoredNote[],
): Promise<void> {
  await tryAgain(db, { ...due, tries: due.tries - 1 }, inMs, notes)
}

async function tryAgain(
  db: Queryable,
  { feed, id, tries }: DueItem,
  inMs: number,
  notes: readonly StoredNote[],
): Promise<void> {
  await db.run(sql`
    update feed_items set tries = ${tries}, next_try_at = clock_timestamp() + ${inMs} * interval '1 millisecond',
      notes = ${JSON.stringify(notes)}::jsonb
    where workspace_id = ${feed.workspace_id} and id = ${id} and outcome = 'due'`)
}
