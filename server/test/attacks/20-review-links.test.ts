// @module-tag slow
import { randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { redact } from '../../src/lib/log.ts'
import { type Colleague, colleague, inHours } from '../approving.ts'
import { computedMs } from '../computed-ms.ts'
import { type House, startHouse, type Tenant } from '../house.ts'
import { clientOf, makeReviewLink, reviewLinksPath } from '../review-link.ts'

let house: House
let author: Colleague
let account: string
beforeAll(async () => {
  house = await startHouse({ worker: false, config: { trustedProxies: ['127.0.0.1', '::1'] } })
  author = await colleague(house, 'author')
  account = await house.connect('sandbox', { name: 'harbour' })
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`delete from rate_limits`)
})

const guess = () => `crier_review_${randomBytes(32).toString('base64url')}`
const wait = async (more: object = {}) => {
  const body = { caption: 'Secret', social_accounts: [account], scheduled_at: inHours(24), ...more }
  return (await author.request('POST', '/v1/posts', { body })).json
}
const from = (ip: string) => ({ 'x-forwarded-for': ip })
const clientAt = (token: string, ip = '203.0.113.1') => clientOf(house, token, from(ip))

describe('#20 the secret of a review link', () => {
  it('is 256 random bits, stored as a hash, told once, and in no log', async () => {
    const post = await wait()
    const link = await makeReviewLink(house, { posts: [post.id] })
    const tail = link.token.slice('crier_review_'.length)
    expect(Buffer.from(tail, 'base64url')).toHaveLength(32)
    await clientAt(link.token).read()
    await clientAt(link.token).approve({ name: '\u202e' })
    const rows = await house.db.rows<{ row: string }>(
      sql`select to_jsonb(l)::text as row from review_links l where id = ${link.id}`,
    )
    expect(rows[0]?.row).not.toContain(tail)
    expect(house.logged()).toContain('/app/review/read')
    expect(house.logged()).not.toContain(tail)
    // It stands behind the sign from which no browser sends anything; somebody may write it into a path all the same.
    await house.request('GET', `/review/${link.token}`, { key: null })
    expect(house.logged()).not.toContain(tail)
    expect(redact(`at ${link.token}!`)).toBe('at [redacted]!')
    for (const path of [reviewLinksPath, `${reviewLinksPath}/${link.id}`, `/v1/audit-log?subject=${link.id}`])
      expect((await house.request('GET', path)).text).not.toContain(tail)
  })

  it('that is guessed, expired, revoked or of a deleted workspace gets one answer', async () => {
    const post = await wait()
    const make = async () => clientAt((await makeReviewLink(house, { posts: [post.id] })).token)
    const [expired, deleted] = [await make(), await make()]
    const { ref, seen } = await deleted.post()
    const revoked = await makeReviewLink(house, { posts: [post.id] })
    await house.request('DELETE', `${reviewLinksPath}/${revoked.id}`)
    const answers: unknown[][] = []
    const ask = async (client: ReturnType<typeof clientOf>) => {
      for (const answer of [await client.read(), await client.send('approve', { ref, seen, name: 'x' })])
        answers.push([answer.status, answer.json.code, answer.json.detail])
    }
    await house.db.run(
      sql`update review_links set expires_at = now() - interval '1 second' where revoked_at is null`,
    )
    await ask(expired)
    await house.db.run(sql`update review_links set expires_at = now() + interval '1 hour'`)
    await house.db.run(sql`update workspaces set purge_at = now() + interval '7 days'`)
    await ask(deleted)
    await house.db.run(sql`update workspaces set purge_at = null`)
    await ask(clientAt(revoked.token))
    for (const token of [guess(), '', 'crier_review_', house.liveKey, 'x'.repeat(100)])
      await ask(clientAt(token))
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(answers[0]).toMatchObject([404, 'not_found', expect.any(String)])
    expect((await house.request('GET', `/v1/posts/${post.id}`)).json.approval.state).toBe('waiting')
  })

  it('cannot be tried out: one network is slowed down, and a good link opens from there all the same', async () => {
    const link = await makeReviewLink(house, { posts: [(await wait()).id] })
    const statuses = new Map<number, number>()
    for (let n = 0; n < 70; n += 1) {
      const { status, headers } = await clientAt(guess(), '198.51.100.7').read()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(statuses).toEqual(
      new Map([
        [404, 60],
        [429, 10],
      ]),
    )
    expect((await clientAt(link.token, '198.51.100.7').read()).status).toBe(200)
    expect((await clientAt(guess(), '198.51.100.8').read()).status).toBe(404)
  })

  it('may be used 120 times in a minute, by reading and deciding together, and no other link suffers', async () => {
    const posts = [(await wait()).id]
    const [one, two] = [await makeReviewLink(house, { posts }), await makeReviewLink(house, { posts })]
    await house.db.run(sql`
      insert into rate_limits (workspace_id, key_id, minute, used)
      values (${house.workspaceId}, ${one.id}, date_trunc('minute', clock_timestamp() + interval '1 minute'), 119)`)
    expect((await clientAt(one.token).read()).status).toBe(200)
    const { json } = await clientAt(one.token).send('return', {
      ref: 'x',
      seen: 'x',
      name: 'x',
      comment: 'x',
    })
    expect(json).toMatchObject({ status: 429, code: 'review_too_often' })
    expect((await clientAt(two.token).read()).status).toBe(200)
  })
})

describe('#20 a review link', () => {
  it('shows nothing of another workspace, of the other mode or that was deleted', async () => {
    const stranger: Tenant = await house.other()
    const draftOf = async (key: string, of: string) => {
      const body = { caption: of, social_accounts: [of], is_draft: true }
      return house.request('POST', '/v1/posts', { key, body })
    }
    const [theirAccount, testAccount] = [
      await house.connectIn(stranger, 'sandbox', { name: 'theirs' }, 'live'),
      await house.connect('sandbox', { name: 'test' }, 'test'),
    ]
    const theirs = await draftOf(stranger.liveKey, theirAccount)
    const test = await draftOf(house.testKey, testAccount)
    for (const id of [theirs.json.id, test.json.id]) {
      const made = await house.request('POST', reviewLinksPath, { body: { recipient: 'x', posts: [id] } })
      expect(made.json.errors).toMatchObject([{ pointer: '/posts/0', code: 'post_not_found' }])
    }
    const post = await wait()
    const link = await makeReviewLink(house, { posts: [post.id] })
    // Even if the ids were in the row: they are looked for where the link belongs.
    await house.db.run(sql`
      update review_links set post_ids = post_ids || ${[theirs.json.id, test.json.id]}::uuid[] where id = ${link.id}`)
    const client = clientAt(link.token)
    expect((await client.read()).json.posts).toHaveLength(1)
    const { ref, seen } = await client.post()
    await house.request('DELETE', `/v1/posts/${post.id}`)
    expect((await client.read()).json.posts).toEqual([])
    expect((await client.send('approve', { ref, seen, name: 'x' })).status).toBe(404)
    const other = { key: stranger.liveKey }
    for (const method of ['GET', 'DELETE'])
      expect((await house.request(method, `${reviewLinksPath}/${link.id}`, other)).status).toBe(404)
    expect((await house.request('GET', reviewLinksPath, { key: house.testKey })).json.data).toEqual([])
  })

  it('decides about no post that it does not show, by whatever name', async () => {
    const [shown, hidden] = [await wait(), await wait()]
    const link = await makeReviewLink(house, { posts: [shown.id] })
    const other = await makeReviewLink(house, { posts: [hidden.id] })
    const { ref, seen } = await clientAt(other.token).post()
    for (const name of [ref, hidden.id, '', `${ref}%00`, "' or true --"]) {
      const { status } = await clientAt(link.token).send('approve', { ref: name, seen, name: 'x' })
      expect([404, 422]).toContain(status)
    }
    expect((await house.request('GET', `/v1/posts/${hidden.id}`)).json.approval.state).toBe('waiting')
  })

  it('is a key to nothing else', async () => {
    const link = await makeReviewLink(house, { posts: [(await wait()).id] })
    for (const path of ['/v1/posts', '/v1/me', '/v1/review-links', '/v1/media', '/mcp', '/v1/events'])
      for (const headers of [
        { authorization: `Bearer ${link.token}` },
        { cookie: `crier_session=${link.token}`, 'crier-workspace': house.workspaceId },
      ])
        expect((await house.request('GET', path, { key: null, headers })).status).toBeGreaterThanOrEqual(400)
    const { json } = await house.request('GET', '/app/me', { key: null, headers: { 'x-review': link.token } })
    expect(json.status).toBe(401)
  })

  it('takes a decision from no other site, as no form and with no more than its members', async () => {
    const link = await makeReviewLink(house, { posts: [(await wait()).id] })
    const client = clientAt(link.token)
    const { ref, seen } = await client.post()
    const body = { token: link.token, ref, seen, name: 'x' }
    const send = (headers: Record<string, string>, sent: unknown = body) =>
      house.request('POST', '/app/review/approve', { key: null, headers, body: sent })
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      {},
    ])
      expect((await send(headers)).status).toBe(403)
    const own = { 'sec-fetch-site': 'same-origin' }
    const form = { ...own, 'content-type': 'application/x-www-form-urlencoded' }
    expect((await send(form, new URLSearchParams(body).toString())).status).toBe(415)
    for (const more of [
      { publish_now: true },
      { scheduled_at: inHours(1) },
      { comment: 'x' },
      { version: 1 },
      { caption: 'x' },
      { client: { typed_name: 'The owner' } },
    ])
      expect((await send(own, { ...body, ...more })).status).toBe(422)
    const preflight = await house.request('OPTIONS', '/app/review/approve', {
      key: null,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    const read = await house.request('POST', '/app/review/read', {
      key: null,
      headers: { ...own },
      body: { token: link.token },
    })
    expect(read.headers.get('access-control-allow-origin')).toBeNull()
    expect(read.headers.get('set-cookie')).toBeNull()
    expect((await client.post()).state).toBe('waiting')
  })

  it('takes hostile words as words', async () => {
    const post = await wait()
    const link = await makeReviewLink(house, { posts: [post.id] })
    const client = clientAt(link.token)
    const name = '<b>\u202eGrace\u001b[31m</b>\n'
    const comment = '<img src=x onerror=alert(1)>\u0007\r\n\u202e{{7*7}} $&'
    const { ref, seen } = await client.post()
    const huge = { ref, seen, name: 'x', comment: 'x'.repeat(70_000) }
    expect([413, 422]).toContain((await client.send('return', huge)).status)
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    const bad = await house.request('POST', '/app/review/return', { key: null, headers: own, body: deep })
    expect([400, 422]).toContain(bad.status)
    expect((await client.return(comment, { name })).status).toBe(200)
    const { approval } = (await house.request('GET', `/v1/posts/${post.id}`)).json
    expect(approval.comment).toBe('<img src=x onerror=alert(1)>\n{{7*7}} $&')
    expect(approval.client.typed_name).toBe('<b>Grace</b>')
  })

  it('names every member that a stranger sees, and no other', async () => {
    await house.db.run(sql`update workspaces set name = 'Agency'`)
    const post = await wait({
      tags: ['internal'],
      metadata: { note: 'internal' },
      external_id: `crm ${Date.now()}`,
    })
    const { client, link } = await house
      .request('POST', `/v1/posts/${post.id}/submit`)
      .then(() => makeReviewLink(house, { posts: [post.id] }))
      .then((made) => ({ link: made, client: clientAt(made.token) }))
    await client.return('x')
    const { json } = await client.read()
    const names = (value: object) => Object.keys(value).toSorted()
    expect(names(json)).toEqual(
      ['decides', 'expires_at', 'has_more', 'platforms', 'posts', 'recipient', 'workspace'].toSorted(),
    )
    expect(names(json.workspace)).toEqual(['name', 'timezone'])
    expect(names(json.platforms[0])).toEqual(['icon_url', 'name', 'platform', 'preview'])
    const [shown] = json.posts
    expect(names(shown)).toEqual(['accounts', 'at', 'cannot', 'decisions', 'ref', 'seen', 'state'])
    expect(names(shown.accounts[0])).toEqual(
      [
        'at',
        'avatar_url',
        'display_name',
        'is_published',
        'parts',
        'platform',
        'title',
        'url',
        'username',
      ].toSorted(),
    )
    expect(names(shown.accounts[0].parts[0])).toEqual(['media', 'part', 'text'])
    expect(names(shown.decisions[0])).toEqual([
      'comment',
      'decided_at',
      'decision',
      'is_current',
      'typed_name',
    ])
    expect(JSON.stringify(json)).not.toContain('internal')
    expect(JSON.stringify(json)).not.toContain(link.id)
  })

  it('of a hundred long posts lets others have their turn, and stays below a size', async () => {
    const caption = 'long '.repeat(40)
    const ids = []
    for (let n = 0; n < 100; n += 1) ids.push((await wait({ caption: `${caption}${n}` })).id)
    const link = await makeReviewLink(house, { posts: ids })
    await clientAt(link.token).read()
    let [isDone, longest] = [false, 0]
    const watching = (async () => {
      while (!isDone) {
        const before = computedMs()
        await turn()
        longest = Math.max(longest, computedMs() - before)
      }
    })()
    const read = await Promise.all([1, 2, 3, 4].map(() => clientAt(link.token).read()))
    isDone = true
    await watching
    for (const { status, json } of read) expect([status, json.posts.length]).toEqual([200, 100])
    expect(longest).toBeLessThan(200)
    // The text of one post can be as long as its network allows; all together have a limit.
    await house.db.run(sql`
      update targets set content = jsonb_set(content, '{text}', to_jsonb(repeat('x', 30000)))
      where post_id = any(${ids}::uuid[])`)
    const { json, text } = await clientAt(link.token).read()
    expect(json.has_more).toBe(true)
    expect(json.posts.length).toBeLessThan(40)
    expect(text.length).toBeLessThan(1_200_000)
  })
})
