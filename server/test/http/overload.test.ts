// @module-tag slow
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { routes } from '../../src/http/routes/index.ts'
import { createOverload } from '../../src/http/serving/overload.ts'
import { type House, startHouse } from '../house.ts'

let house: House
let account: string
beforeAll(async () => {
  house = await startHouse({ timings: { overloadedAfterMs: 500 } })
  account = await house.connect('sandbox', { name: 'overload' })
  // The first request of a kind loads its code, which does not count.
  for (const path of [...canWait, ...cannot]) await house.request('GET', path)
  await publish('Before')
})
afterAll(() => house.stop())

const canWait = ['/v1/posts', '/v1/media', '/v1/analytics', '/v1/usage']
const cannot = ['/v1/me', '/v1/post-results', '/v1/social-accounts', '/v1/events', '/healthz']

const publish = (caption: string) =>
  house.request('POST', '/v1/posts', { body: { caption, social_accounts: [account] } })

/** The status, the code and what Retry-After says, of each address, asked at once. */
async function answersOf(paths: readonly string[], key?: string) {
  const answers = await Promise.all(paths.map((path) => house.request('GET', path, key ? { key } : {})))
  return answers.map(({ status, json, headers }) => [status, json?.code, headers.get('retry-after')])
}

const refused = (paths: readonly string[]) => paths.map(() => [503, 'overloaded', '2'])
const answered = (paths: readonly string[]) => paths.map(() => [200, undefined, null])

describe('a process with more to do than it can do in time', () => {
  it('refuses what may wait while more than 100 requests wait for a connection, and publishes meanwhile', async () => {
    let isFull = true
    const fill = async () => {
      while (isFull) await house.context.db.row(sql`select pg_sleep(0.1)`)
    }
    const filled = Promise.all(Array.from({ length: house.context.config.databaseConnections + 120 }, fill))
    await expect.poll(() => house.context.db.waiting).toBeGreaterThan(100)
    // A refusal needs no connection, so not even the caller is looked for.
    expect(await answersOf(canWait, 'crier_live_nobody')).toEqual(refused(canWait))
    expect(await answersOf(['/healthz'])).toEqual(answered(['/healthz']))
    const posted = await publish('Meanwhile')
    expect(posted.status).toBe(200)
    // Workers have connections of their own.
    const isPublic = sql`select 1 from targets where post_id = ${posted.json.id} and state = 'published'`
    await expect.poll(() => house.db.row(isPublic)).not.toBeNull()
    expect(await answersOf(['/v1/post-results'])).toEqual(answered(['/v1/post-results']))
    expect(house.context.db.waiting).toBeGreaterThan(100)
    isFull = false
    await filled
    expect(await answersOf([...canWait, ...cannot])).toEqual(answered([...canWait, ...cannot]))
  }, 60_000)

  it('refuses what may wait while its loop comes late again and again, and answers the rest', async () => {
    let isBusy = true
    const busy = (async () => {
      while (isBusy) {
        holdLoop(260)
        // Requests are read between two turns.
        for (let count = 0; count < 5; count += 1) await turn()
      }
    })()
    await expect.poll(() => answersOf(['/v1/usage'])).toEqual(refused(['/v1/usage']))
    expect(await answersOf(canWait)).toEqual(refused(canWait))
    expect(await answersOf(cannot)).toEqual(answered(cannot))
    expect((await publish('Slowly')).status).toBe(200)
    isBusy = false
    await busy
    await expect.poll(() => answersOf(canWait)).toEqual(answered(canWait))
  }, 60_000)

  it('does not take one long pause for it', async () => {
    const overload = createOverload(house.context)
    await pause(60)
    holdLoop(1_000)
    // The timer that looks at the loop comes first.
    await pause(1)
    expect(() => overload.letIn({ mayWait: true })).not.toThrow()
    overload.close()
  })
})

function holdLoop(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

const idsOf = (all: readonly { id: string; mayWait?: true }[]) =>
  all.flatMap(({ id, mayWait }) => (mayWait ? [id] : [])).toSorted()

describe('what may wait', () => {
  it('is lists, figures, pictures and exports, and what sends something once more; a new operation is judged here', () => {
    expect(idsOf(routes.operations)).toMatchInlineSnapshot(`
      [
        "getAnalytics",
        "getAttention",
        "getCalendar",
        "getLinkPreview",
        "getPostVersion",
        "getQueue",
        "getSandboxFeed",
        "getUsage",
        "getWebhookDelivery",
        "listAnalytics",
        "listAuditLog",
        "listConnectLinks",
        "listDailyFigures",
        "listFeedItems",
        "listFeeds",
        "listFreeSlots",
        "listMedia",
        "listMediaTags",
        "listPostNotes",
        "listPostVersions",
        "listPosts",
        "listQueueSlots",
        "listRecurrences",
        "listReviewLinks",
        "listSavedTexts",
        "listWebhookDeliveries",
        "listWebhookEndpoints",
        "resendWebhookDeliveries",
        "resendWebhookDelivery",
        "sendTestWebhook",
        "summarizeAnalytics",
        "syncAnalytics",
        "updateMedia",
      ]
    `)
    expect(idsOf(routes.streams)).toMatchInlineSnapshot(`
      [
        "downloadExport",
        "exportAuditLog",
        "getSocialAccountAvatar",
        "readAvatar",
        "readCalendarFile",
        "readCandidateAvatar",
        "readLinkPicture",
        "readThumbnail",
        "showSandbox",
        "showSandboxFeed",
      ]
    `)
    expect(idsOf(routes.personOperations)).toMatchInlineSnapshot(`
      [
        "listCalendarAddresses",
        "listExports",
        "listNotifications",
        "listOwnActivity",
        "readReview",
        "requestExport",
      ]
    `)
  })

  it('is nothing by which posts are written, approved, canceled or followed, or by which people come in and keys end', () => {
    const waiting = [routes.operations, routes.streams, routes.personOperations].flatMap(idsOf)
    for (const id of [
      'createPost',
      'createManyPosts',
      'validatePost',
      'updatePost',
      'deletePost',
      'cancelPost',
      'retryPost',
      'approvePost',
      'getPost',
      'listPostResults',
      'getPostResult',
      'resolvePostResult',
      'cancelPostResult',
      'listEvents',
      'watchEvents',
      'createUploadUrl',
      'uploadMedia',
      'getMedia',
      'readMedia',
      'fetchMedia',
      'receiveCallback',
      'getHealth',
      'getReadiness',
      'signIn',
      'signOut',
      'revokeKey',
      'pauseQueue',
    ])
      expect(waiting).not.toContain(id)
  })
})
