// @module-tag slow
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { noteEvents } from '../../src/notifications/note-events.ts'
import { isReadable } from '../../src/webhooks/reading/event-position.ts'
import { type Colleague, colleague, eventsOf, inHours, targetsOf } from '../approving.ts'
import { type House, startHouse } from '../house.ts'
import { clientOf, makeReviewLink, reviewLinksPath } from '../review-link.ts'
import { seedMedia } from '../seed-media.ts'
import { setState } from '../set-state.ts'
import { newPerson } from './person.ts'

let house: House
let harbour: string
let mill: string
let author: Colleague
let editor: Colleague
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  mill = await house.connect('sandbox', { name: 'mill' })
  author = await colleague(house, 'author')
  editor = await colleague(house, 'editor')
})
afterAll(() => house.stop())

const words = () => ({ caption: 'Fresh bread', social_accounts: [harbour], scheduled_at: inHours(24) })
const create = async (by: Colleague = author, more: object = {}) => {
  const { status, json } = await by.request('POST', '/v1/posts', { body: { ...words(), ...more } })
  expect([status, json]).toEqual([200, expect.anything()])
  return json
}
const change = (id: string, body: object, by = author) => by.request('PATCH', `/v1/posts/${id}`, { body })
const read = async (id: string) => (await editor.request('GET', `/v1/posts/${id}`)).json
const linkTo = async (posts: string[], more: object = {}, by: Colleague = editor) => {
  const link = await makeReviewLink(by, { posts, ...more })
  return { ...link, client: clientOf(house, link.token) }
}
const getLink = async (id: string) => (await editor.request('GET', `${reviewLinksPath}/${id}`)).json

describe('a review', () => {
  test('shows a post as its account will show it, with its time, and nothing that an outsider should not see', async () => {
    const medium = await seedMedia(house, { altText: 'Two loaves' })
    const post = await create(author, { media: [medium.path], tags: ['internal'], external_id: 'crm-7' })
    const { client, url } = await linkTo([post.id])
    expect(url).toMatch(/\/review#crier_review_[\w-]{43}$/)
    const { status, json, text, headers } = await client.read()
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(json).toMatchObject({
      workspace: { name: expect.any(String), timezone: 'UTC' },
      recipient: 'Harbour Bakery',
      decides: true,
      has_more: false,
      platforms: [{ platform: 'sandbox', name: 'Sandbox' }],
    })
    expect(json.posts).toEqual([
      {
        ref: expect.stringMatching(/^[\w-]{22}$/),
        seen: expect.stringMatching(/^[\w-]{22}$/),
        state: 'waiting',
        at: post.scheduled_at,
        cannot: null,
        decisions: [],
        accounts: [
          {
            ...{
              platform: 'sandbox',
              username: 'harbour',
              at: null,
              is_published: false,
              url: null,
              title: null,
            },
            display_name: expect.any(String),
            avatar_url: expect.stringMatching(/\/avatars\/[0-9a-f]{32}\.webp$/),
            parts: [
              {
                part: 'post',
                text: 'Fresh bread',
                media: [
                  expect.objectContaining({ kind: 'image', alt_text: 'Two loaves', url: post.media[0] }),
                ],
              },
            ],
          },
        ],
      },
    ])
    // The ids of the workspace, its posts, accounts, media and people open nothing without a key; they are not told all the same.
    for (const hidden of [
      house.workspaceId,
      post.id,
      harbour,
      author.userId,
      editor.userId,
      'internal',
      'crm-7',
    ])
      expect(text).not.toContain(hidden)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  test('shows the variant, the thread and the first comment of each account', async () => {
    const post = await create(author, {
      social_accounts: [mill, harbour],
      account_configurations: { [harbour]: { caption: 'Only here', scheduled_at: inHours(30) } },
      platform_configurations: { sandbox: { thread: [{ caption: 'and more' }], first_comment: 'a link' } },
    })
    const { client } = await linkTo([post.id])
    const { accounts } = await client.post()
    expect(accounts.map((each: { username: string }) => each.username)).toEqual(['mill', 'harbour'])
    expect(accounts[1].parts.map((each: { part: string; text: string }) => [each.part, each.text])).toEqual([
      ['post', 'Only here'],
      ['thread', 'and more'],
      ['first_comment', 'a link'],
    ])
    expect([accounts[0].at, Date.parse(accounts[1].at)]).toEqual([null, expect.any(Number)])
  })

  test('shows a draft, which cannot be decided about', async () => {
    const draft = await create(author, { is_draft: true, scheduled_at: null })
    const { client } = await linkTo([draft.id])
    expect(await client.post()).toMatchObject({ state: 'draft', cannot: 'nothing_asked', at: null })
    expect((await client.approve()).json).toMatchObject({ status: 409, code: 'not_waiting' })
    expect((await client.return('no')).json).toMatchObject({ status: 409, code: 'not_waiting' })
    expect((await read(draft.id)).approval).toBeNull()
  })

  test('says what was published meanwhile, with its address', async () => {
    const post = await create(editor)
    const { client } = await linkTo([post.id])
    expect(await client.post()).toMatchObject({ state: 'scheduled', cannot: 'nothing_asked' })
    await setState(house, post.id, 'published')
    await house.db.run(sql`
      update targets set remote_url = 'https://social.example/1' where post_id = ${post.id}`)
    expect(await client.post()).toMatchObject({
      state: 'published',
      accounts: [{ is_published: true, url: 'https://social.example/1' }],
    })
  })

  test('of a filter goes on with what comes, and has no drafts and no post that goes elsewhere too', async () => {
    const tag = 'client-a'
    const link = await makeReviewLink(editor, {
      filter: { social_account_ids: [harbour], tags: [tag], from: inHours(1), to: inHours(100) },
    })
    const client = clientOf(house, link.token)
    expect((await client.read()).json.posts).toEqual([])
    const texts = async () =>
      (await client.read()).json.posts.map((post: { accounts: { parts: { text: string }[] }[] }) => {
        return post.accounts[0]?.parts[0]?.text
      })
    await create(author, { caption: 'shown', tags: [tag] })
    await create(author, { caption: 'elsewhere too', tags: [tag], social_accounts: [harbour, mill] })
    await create(author, { caption: 'of another client', tags: ['client-b'] })
    await create(author, { caption: 'a draft', tags: [tag], is_draft: true })
    await create(author, { caption: 'much later', tags: [tag], scheduled_at: inHours(200) })
    expect(await texts()).toEqual(['shown'])
    // A draft that the client has returned stays, so that they see what comes of their word.
    expect((await client.return('Shorter')).status).toBe(200)
    expect(await client.post()).toMatchObject({ state: 'returned', decisions: [{ comment: 'Shorter' }] })
  })

  test('of all that waits now has these posts and no later one', async () => {
    const key = house.testKey
    const account = await house.connect('sandbox', { name: 'tester' }, 'test')
    const tester = await colleague(house, 'author', { mode: 'test' })
    const none = await house.request('POST', reviewLinksPath, {
      key,
      body: { recipient: 'x', waiting: true },
    })
    expect(none.json.errors).toMatchObject([{ pointer: '/waiting', code: 'nothing_waits' }])
    const first = await create(tester, { social_accounts: [account] })
    const link = await makeReviewLink(house, { waiting: true }, { key })
    await create(tester, { social_accounts: [account] })
    expect(link.posts).toEqual([first.id])
    expect((await clientOf(house, link.token).read()).json.posts).toHaveLength(1)
  })
})

describe('a decision of a client', () => {
  test('approves as a member would, and says truly who it was', async () => {
    const post = await create()
    const { client, id } = await linkTo([post.id])
    expect((await client.approve({ name: '  Grace Hopper ' })).json).toEqual({ success: true })
    const approval = {
      state: 'approved',
      by: editor.userId,
      comment: null,
      client: { review_link_id: id, recipient: 'Harbour Bakery', typed_name: 'Grace Hopper' },
    }
    expect((await read(post.id)).approval).toMatchObject(approval)
    expect((await editor.request('GET', `/v1/posts?approval=approved`)).json.data[0].approval).toMatchObject(
      approval,
    )
    expect(await targetsOf(house, post.id)).toMatchObject([{ state: 'scheduled', awaits: false }])
    expect(await eventsOf(house, post.id)).toContain('post.approved')
    const { json: events } = await editor.request('GET', '/v1/events?type=post.approved')
    expect(events.data[0].data.client).toEqual(approval.client)
    const owner = { key: house.liveKey }
    const { json: audit } = await house.request('GET', `/v1/audit-log?subject=${post.id}`, owner)
    expect(audit.data[0]).toMatchObject({
      action: 'post.approve',
      actor: { kind: 'nobody', id: null },
      details: { review_link_id: id, recipient: 'Harbour Bakery', typed_name: 'Grace Hopper', version: 1 },
    })
    expect(await client.post()).toMatchObject({
      state: 'approved',
      cannot: 'nothing_asked',
      decisions: [{ decision: 'approved', typed_name: 'Grace Hopper', is_current: true }],
    })
    expect(await getLink(id)).toMatchObject({
      status: 'open',
      decides: true,
      last_opened_at: expect.any(String),
      decisions: [{ post_id: post.id, decision: 'approved', version: 1 }],
    })
  })

  test('returns a post with its comment, of which its author hears, the maker of the link too', async () => {
    const maker = await colleague(house, 'editor')
    const post = await create(author)
    const { client } = await linkTo([post.id], {}, maker)
    expect((await client.return('Name the price.\r\nPlease.')).status).toBe(200)
    expect(await read(post.id)).toMatchObject({
      status: 'draft',
      approval: { state: 'returned', comment: 'Name the price.\nPlease.', client: { typed_name: 'Grace' } },
    })
  })

  test('of a member after it forgets the client', async () => {
    const post = await create()
    const { client } = await linkTo([post.id])
    await client.return('Shorter')
    await author.request('POST', `/v1/posts/${post.id}/submit`)
    const asked = await read(post.id)
    expect(asked.approval).not.toHaveProperty('client')
    const body = { version: asked.approval.version }
    await editor.request('POST', `/v1/posts/${post.id}/approve`, { body })
    expect((await read(post.id)).approval).not.toHaveProperty('client')
    // The word of the client stays to be seen as theirs, and does not stand any more.
    expect((await client.post()).decisions).toMatchObject([{ decision: 'returned', is_current: false }])
  })

  test('is about what was seen: another text or another time is refused, and asked about anew', async () => {
    const post = await create()
    const { client } = await linkTo([post.id])
    const { seen } = await client.post()
    await change(post.id, { caption: 'Stale bread' })
    expect((await client.approve({ seen })).json).toMatchObject({ status: 409, code: 'version_changed' })
    const next = (await client.post()).seen
    await change(post.id, { scheduled_at: inHours(2) })
    expect((await client.approve({ seen: next })).json).toMatchObject({
      status: 409,
      code: 'version_changed',
    })
    expect((await client.return('no', { seen: next })).json.code).toBe('version_changed')
    expect((await client.approve()).status).toBe(200)
    // A post that was approved and then changed waits again, and says that the decision was about something else.
    await change(post.id, { caption: 'Bread again' }, author)
    expect(await client.post()).toMatchObject({
      state: 'waiting',
      cannot: null,
      decisions: [{ is_current: false }],
    })
  })

  test('after the time of the post is told so, and nothing goes out; it can still be returned', async () => {
    const post = await create()
    await house.db.run(sql`update posts set scheduled_at = now() - interval '1 hour' where id = ${post.id}`)
    await house.db.run(
      sql`update targets set scheduled_at = now() - interval '1 hour' where post_id = ${post.id}`,
    )
    const { client } = await linkTo([post.id])
    expect((await client.post()).cannot).toBe('late')
    const { json, text } = await client.approve()
    expect(json).toMatchObject({ status: 409, code: 'scheduled_at_in_past' })
    expect(text).not.toContain(harbour)
    expect(await targetsOf(house, post.id)).toMatchObject([{ state: 'held', awaits: true }])
    expect((await client.return('Later, please')).status).toBe(200)
  })

  test('of a post without a time lets it go at once, as the page says', async () => {
    const post = await create(author, { scheduled_at: null })
    const { client } = await linkTo([post.id])
    expect(await client.post()).toMatchObject({ at: null, cannot: null })
    expect((await client.approve()).status).toBe(200)
    expect(await targetsOf(house, post.id)).toMatchObject([{ state: 'scheduled', awaits: false }])
  })

  test('of two at once is one; the other is told', async () => {
    const post = await create()
    const { client, id } = await linkTo([post.id])
    const { ref, seen } = await client.post()
    const both = await Promise.all([
      client.send('approve', { ref, seen, name: 'Grace' }),
      client.send('return', { ref, seen, name: 'Ada', comment: 'no' }),
      client.send('approve', { ref, seen, name: 'Grace' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    for (const { status, json } of both) if (status === 409) expect(json.code).toBe('not_waiting')
    expect((await getLink(id)).decisions).toHaveLength(1)
  })

  test.each([
    ['without a name', { name: ' ' }, '/name'],
    ['with a name of marks alone', { name: '\u202e\u200b\u0000' }, '/name'],
    ['with a name that is too long', { name: 'x'.repeat(81) }, '/name'],
  ])('%s is refused', async (_, more, pointer) => {
    const post = await create()
    const { client } = await linkTo([post.id])
    expect((await client.approve(more)).json.errors[0]).toMatchObject({ pointer })
    expect((await client.post()).state).toBe('waiting')
  })

  test('that asks for changes says which', async () => {
    const post = await create()
    const { client } = await linkTo([post.id])
    for (const comment of ['', ' \n', 'x'.repeat(2_001), '\u0007'])
      expect((await client.return(comment)).json.errors[0]).toMatchObject({ pointer: '/comment' })
    expect((await client.post()).state).toBe('waiting')
  })
})

describe('the right to decide', () => {
  test('is that of the maker: an author makes a link that looks only', async () => {
    const post = await create()
    const refused = await author.request('POST', reviewLinksPath, {
      body: { recipient: 'x', posts: [post.id] },
    })
    expect(refused.json).toMatchObject({ status: 403, code: 'scope_missing' })
    const { client, may_decide, decides } = await linkTo([post.id], { may_decide: false }, author)
    expect([may_decide, decides]).toEqual([false, false])
    expect(await client.post()).toMatchObject({ state: 'waiting', cannot: 'looks_only' })
    expect((await client.approve()).json).toMatchObject({ status: 403, code: 'review_looks_only' })
    const viewer = await colleague(house, 'viewer')
    const body = { recipient: 'x', posts: [post.id], may_decide: false }
    expect((await viewer.request('POST', reviewLinksPath, { body })).status).toBe(403)
  })

  test('ends when the maker may not publish any more, and comes back with it', async () => {
    const maker = await colleague(house, 'editor')
    const post = await create()
    const { client, id } = await linkTo([post.id], {}, maker)
    const become = (role: string) =>
      house.db.run(sql`update memberships set role = ${role} where user_id = ${maker.userId}`)
    await become('author')
    expect(await client.post()).toMatchObject({ cannot: 'looks_only' })
    expect((await client.approve()).status).toBe(403)
    expect(await getLink(id)).toMatchObject({ status: 'open', may_decide: true, decides: false })
    await become('editor')
    expect((await client.approve()).status).toBe(200)
  })

  test.each(['expired', 'revoked'])(
    'ends, and the link with it, when the key of its maker is %s',
    async (how) => {
      const maker = await colleague(house, 'editor')
      const post = await create()
      const { client, id } = await linkTo([post.id], {}, maker)
      const { ref, seen } = await client.post()
      await house.db.run(
        how === 'expired'
          ? sql`update api_keys set expires_at = now() where user_id = ${maker.userId}`
          : sql`update api_keys set revoked_at = now() where user_id = ${maker.userId}`,
      )
      expect((await client.read()).status).toBe(404)
      expect((await client.send('approve', { ref, seen, name: 'Grace' })).status).toBe(404)
      expect(await getLink(id)).toMatchObject({ status: 'ended', decides: false })
    },
  )

  test('ends for good when the maker leaves', async () => {
    const maker = await newPerson(house, 'editor')
    const post = await create()
    const { json: made } = await editor.request('POST', reviewLinksPath, {
      body: { recipient: 'x', posts: [post.id] },
    })
    await house.db.run(
      sql`update review_links set user_id = ${maker.id}, key_id = null where id = ${made.id}`,
    )
    const client = clientOf(house, new URL(made.url).hash.slice(1))
    expect((await client.read()).status).toBe(200)
    const { removeMember } = await import('../../src/people/members/change-role.ts')
    const owner = { workspaceId: house.workspaceId, userId: house.userId, role: 'owner' as const }
    await house.context.db.transaction((tx) => removeMember(tx, owner, maker.id))
    expect((await client.read()).status).toBe(404)
    await house.db.run(sql`
      insert into memberships (workspace_id, user_id, role) values (${house.workspaceId}, ${maker.id}, 'editor')`)
    expect((await client.read()).status).toBe(404)
    expect((await getLink(made.id)).status).toBe('revoked')
  })

  test('needs two people where everybody’s posts wait', async () => {
    const setMode = (mode: string) =>
      house.db.run(sql`update workspaces set approval_mode = ${mode} where id = ${house.workspaceId}`)
    await setMode('everyone')
    const asker = await colleague(house, 'editor')
    const post = await create(asker)
    const { client } = await linkTo([post.id], {}, asker)
    expect((await client.post()).cannot).toBe('same_person')
    expect((await client.approve()).json).toMatchObject({ status: 409, code: 'own_post' })
    const other = await linkTo([post.id], {}, await colleague(house, 'editor'))
    expect((await other.client.approve()).status).toBe(200)
    await setMode('authors')
  })

  test('goes on when a key is rolled', async () => {
    const maker = await colleague(house, 'editor')
    const post = await create()
    const { client } = await linkTo([post.id], {}, maker)
    const { rollKey } = await import('../../src/api-keys/roll-key.ts')
    const key = await house.db.row<{ id: string }>(
      sql`select id from api_keys where user_id = ${maker.userId}`,
    )
    await house.context.db.transaction((tx) =>
      rollKey(tx, house.context.secretKeys, {
        ...{ workspaceId: house.workspaceId, userId: maker.userId, keyId: key?.id ?? '', overlapHours: 0 },
      }),
    )
    expect((await client.approve()).status).toBe(200)
  })
})

test('who wrote a post and who asked the client are told what the client decided, and others are not', async () => {
  const told = async (post: string) => {
    await vi.waitUntil(async () => {
      const unreadable = sql`select from events e where not (${isReadable('e')}) limit 1`
      return (await house.db.rows(unreadable)).length === 0
    })
    await noteEvents(house.context, new AbortController().signal)
    const rows = await house.db.rows<{
      user_id: string
      kind: string
      client: string
      comment: string | null
    }>(sql`
      select user_id, kind, facts->>'client' as client, facts->>'comment' as comment
      from notifications where subject_id = ${post} and kind in ('approved', 'returned') and resolved_at is null`)
    return rows.toSorted((a, b) => Number(a.user_id > b.user_id))
  }
  const both = (more: object) =>
    [author.userId, editor.userId].toSorted().map((user_id) => ({ user_id, client: 'Grace', ...more }))
  await colleague(house, 'admin')
  // Notifications begin with what happens after the first look.
  await noteEvents(house.context, new AbortController().signal)
  const [liked, disliked, mine] = [await create(), await create(), await create()]
  expect((await (await linkTo([liked.id])).client.approve()).status).toBe(200)
  expect(await told(liked.id)).toEqual(both({ kind: 'approved', comment: null }))
  expect((await (await linkTo([disliked.id])).client.return('Name the price.')).status).toBe(200)
  expect(await told(disliked.id)).toEqual(both({ kind: 'returned', comment: 'Name the price.' }))
  // A member who approves knows of it.
  const version = mine.approval.version
  const approved = await editor.request('POST', `/v1/posts/${mine.id}/approve`, { body: { version } })
  expect(approved.status).toBe(200)
  expect(await told(mine.id)).toEqual([
    { user_id: author.userId, kind: 'approved', client: null, comment: null },
  ])
})

test('a link that is used too often in a minute waits for the next one, and a post behind no link is not there', async () => {
  const { id, client } = await linkTo([(await create()).id])
  const answer = { ref: 'x', seen: 'x', name: 'Grace' }
  expect((await client.send('return', { ...answer, comment: 'No.' })).status).toBe(404)
  await house.db.run(sql`
    update rate_limits set minute = date_trunc('minute', clock_timestamp() + interval '1 minute'), used = 120
    where key_id = ${id}`)
  for (const [what, body] of Object.entries({
    read: {},
    approve: answer,
    return: { ...answer, comment: 'No.' },
  }))
    expect([what, (await client.send(what, body)).json.code]).toEqual([what, 'review_too_often'])
})
