// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Mode } from '../../src/context.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { mailDigests } from '../../src/notifications/mail-digests.ts'
import { noteEvents } from '../../src/notifications/note-events.ts'
import type { EventData, EventType } from '../../src/webhooks/event-catalog.ts'
import { isReadable } from '../../src/webhooks/reading/event-position.ts'
import { recordEvent } from '../../src/webhooks/record-event.ts'
import { type House, startHouse } from '../house.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { sendQueued } from '../mail/send-queued.ts'
import { type Browser, newPerson, signedIn } from './person.ts'

const never = new AbortController().signal
let house: House
let server: MailServer
let at: string
beforeAll(async () => {
  server = await startMailServer()
  house = await startHouse({ worker: false, config: { mail: server.settings } })
  at = `/app/workspaces/${house.workspaceId}`
  await noteEvents(house.context, never)
})
afterAll(async () => {
  await house.stop()
  await server.close()
})
beforeEach(async () => {
  await house.db.run(sql`delete from memberships where workspace_id = ${house.workspaceId}`)
  await house.db.run(sql`delete from mails`)
  await house.db.run(sql`delete from sign_in_counts`)
  server.received.length = 0
})

/** Makes notifications of everything that happened. Transactions of other tests hold back what is readable for a moment. */
async function note(): Promise<void> {
  await letBeReadable()
  await noteEvents(house.context, never)
}

async function letBeReadable(): Promise<void> {
  const unreadable = sql`select from events e where not (${isReadable('e')}) limit 1`
  await expect.poll(() => house.db.rows(unreadable), { interval: 5 }).toEqual([])
}

/** An event of a subject, as a verb would write it. */
async function happen<Type extends EventType>(
  type: Type,
  data: Omit<EventData<Type>, 'id'>,
  { id = newId(), mode = 'live' }: { id?: string; mode?: Mode } = {},
): Promise<string> {
  await recordEvent(house.db, {
    workspaceId: house.workspaceId,
    mode,
    type,
    subjectId: id,
    data: { id, ...data } as EventData<Type>,
  })
  return id
}

const postFails = (options: { id?: string; mode?: Mode } = {}) =>
  happen('post.failed', { status: 'failed', previous_status: 'processing' }, options)
const accountLeaves = (username: string) =>
  happen('social_account.needs_reconnect', { platform: 'sandbox', username, status: 'needs_reconnect' })

/** An event whose type may not be in the catalogue yet. */
async function happenAs(type: string, id: string, data: object): Promise<void> {
  await house.db.run(sql`
    insert into events (workspace_id, id, mode, type, subject_id, version, data)
    values (${house.workspaceId}, ${newId()}, 'live', ${type}, ${id}, ${Date.now()}, ${JSON.stringify(data)})`)
}

/** A post that waits for its time. */
async function schedule(caption: string): Promise<string> {
  const account = await house.connect('sandbox', { name: `Harbour ${newId()}` })
  const body = {
    caption,
    social_accounts: [account],
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  }
  return (await house.request('POST', '/v1/posts', { body })).json.id
}

const list = async (by: Browser, query = '') => (await by.request('GET', `${at}/notifications${query}`)).json
const choose = (by: Browser, body: object) => by.request('PATCH', `${at}/notification-choices`, { body })

/** Lets the time pass after which what has come in is mailed, and mails it. */
async function letTimePass(minutes = 11): Promise<void> {
  await house.db.run(sql`
    update notifications set created_at = created_at - ${minutes} * interval '1 minute',
      mailed_at = mailed_at - ${minutes} * interval '1 minute'`)
  await digest()
}
async function digest(): Promise<void> {
  await mailDigests(house.context, never)
  await sendQueued(house)
}
const mailsTo = ({ email }: { email: string }) =>
  server.received.filter(({ envelope }) => envelope.to.includes(email)).map(({ parsed }) => parsed)

describe('a notification', () => {
  it('tells the members of a workspace once of what happened, and nobody else', async () => {
    const [owner, viewer, stranger] = [
      await signedIn(house),
      await signedIn(house, 'viewer'),
      await signedIn(house, null),
    ]
    const id = await postFails()
    await Promise.all([note(), note()])
    await note()
    for (const person of [owner, viewer])
      expect(await list(person)).toMatchObject({
        data: [{ kind: 'failed', subject_id: id, path: `/posts/${id}`, read_at: null, resolved_at: null }],
        unread: 1,
      })
    expect((await stranger.request('GET', `${at}/notifications`)).status).toBe(404)
  })

  it('says which post it is and what the network answered', async () => {
    const owner = await signedIn(house)
    const post = await schedule('Autumn bread list\r\nBcc: eve@example.org <b>bold</b>')
    await house.db.run(sql`
      update targets set state = 'failed', next_action_at = null, error = '{"message": "The picture is too narrow."}'
      where post_id = ${post}`)
    await postFails({ id: post })
    await note()
    const [shown] = (await list(owner)).data
    expect(shown).toMatchObject({
      title: 'Not published: “Autumn bread list Bcc: eve@example.org <b>bold</b>”',
      detail: expect.stringMatching(/^@\S+ on Sandbox: The picture is too narrow\.$/),
    })
    await letTimePass()
    const [mail] = mailsTo(owner)
    expect(mail?.subject).toBe(`${shown.title} · A workspace`)
    expect(mail?.headers.has('bcc')).toBe(false)
    expect(mail?.text?.replace(/\s+/g, ' ')).toContain('The picture is too narrow.')
    expect(mail?.text).toContain(`${house.context.config.publicUrl}/posts/${post}`)
    expect(mail?.html).not.toContain('<b>bold')
  })

  it('is settled by what happens later, and counts no longer', async () => {
    const owner = await signedIn(house)
    const id = await postFails()
    await note()
    await happen('post.processing', { status: 'processing', previous_status: 'failed' }, { id })
    await note()
    expect(await list(owner)).toMatchObject({ data: [{ resolved_at: expect.any(String) }], unread: 0 })
    const again = await postFails({ id })
    await happen('post.posted', { status: 'posted', previous_status: 'processing' }, { id: again })
    await note()
    // A failure that was settled before it was noticed is told to nobody.
    expect(await list(owner)).toMatchObject({ unread: 0, meta: { total: 1 } })
    await letTimePass()
    expect(server.received).toHaveLength(0)
  })

  it('of a post that waits for approval goes to those who may approve it, but not to the one who asks', async () => {
    const [asker, editor, author] = [
      await signedIn(house, 'editor'),
      await signedIn(house, 'editor'),
      await signedIn(house, 'author'),
    ]
    const post = await schedule('Autumn bread list')
    const hold = (reason: string) =>
      house.db.run(sql`
        update targets set state = 'held', hold_reason = ${reason}, next_action_at = null where post_id = ${post}`)
    await hold('approval')
    await happenAs('post.submitted', post, { by: asker.id, status: 'held', previous_status: 'draft' })
    await happen('post.held', { status: 'held', previous_status: 'scheduled' }, { id: post })
    await note()
    for (const [person, count] of [
      [asker, 0],
      [editor, 1],
      [author, 0],
    ] as const)
      expect((await list(person)).unread).toBe(count)
    expect((await list(editor)).data[0]).toMatchObject({
      kind: 'approval',
      title: 'Waiting for approval: “Autumn bread list”',
    })
    await hold('paused')
    await happen('post.held', { status: 'held', previous_status: 'scheduled' }, { id: post })
    await note()
    expect((await list(author)).data).toMatchObject([
      { kind: 'held', detail: expect.stringContaining('publishing is paused') },
    ])
    expect((await list(editor)).data[1]).toMatchObject({ kind: 'approval', resolved_at: expect.any(String) })
  })

  it('of many posts that begin to wait for the same reason is one, which says how many others there are', async () => {
    const viewer = await signedIn(house, 'viewer')
    const account = await house.connect('sandbox', { name: `Harbour ${newId()}` })
    const posts: string[] = []
    for (const caption of ['One', 'Two', 'Three']) {
      const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
      const body = { caption, social_accounts: [account], scheduled_at }
      posts.push((await house.request('POST', '/v1/posts', { body })).json.id)
    }
    const elsewhere = await schedule('Elsewhere')
    await house.db.run(sql`
      update targets set state = 'held', hold_reason = 'disconnected', next_action_at = null
      where post_id = any(${[...posts, elsewhere]}::uuid[])`)
    for (const id of [...posts, elsewhere])
      await happen('post.held', { status: 'held', previous_status: 'scheduled' }, { id })
    await note()
    const { data, unread } = await list(viewer)
    expect(unread).toBe(2)
    expect(data.map(({ title, detail }: { title: string; detail: string }) => [title, detail])).toEqual(
      expect.arrayContaining([
        [
          'Waiting: “One”',
          expect.stringMatching(/account again\. 2 other posts wait for the same reason\.$/),
        ],
        ['Waiting: “Elsewhere”', expect.stringMatching(/must connect the account again\.$/)],
      ]),
    )
  })

  it.each([
    ['missed_window', 'Is it live?', 'it was sent and no answer came', 'sent before'],
    ['answer_lost', 'Is it live?', 'it was sent and no answer came'],
    ['missed_window', 'Missed its time:', 'its time passed while Crier could not send'],
    ['duplicate_seen', 'Is it live?', 'a post like it is there already'],
    ['restored', 'Is it live?', 'an older backup, which does not know whether it was sent'],
  ])('of a post that needs a review says why: %s', async (reason, title, detail, before?: string) => {
    const viewer = await signedIn(house, 'viewer')
    const post = await schedule('Autumn bread list')
    const review = JSON.stringify({ reason, due_at: new Date().toISOString() })
    await house.db.run(sql`
      update targets set state = 'needs_review', next_action_at = null, review = ${review}::jsonb
      where post_id = ${post}`)
    if (before !== undefined)
      await house.db.run(sql`
        insert into commits (workspace_id, id, target_id, fence, idempotency_key, request, request_sha256, outcome,
          send_deadline, look_after)
        select workspace_id, ${newId()}, id, 0, 'key', '', '', 'unknown', clock_timestamp(), clock_timestamp()
        from targets where post_id = ${post}`)
    const states = { status: 'needs_review', previous_status: 'processing' } as const
    await happen('post.needs_review', states, { id: post })
    await note()
    expect((await list(viewer)).data).toMatchObject([
      {
        kind: 'needs_review',
        title: `${title} “Autumn bread list”`,
        detail: expect.stringContaining(detail),
        path: `/posts/${post}`,
      },
    ])
  })

  it('of a post that some accounts have tells of the others, and of a blocked account where to settle it', async () => {
    const viewer = await signedIn(house, 'viewer')
    const post = await schedule('Autumn bread list')
    await house.db.run(sql`
      update targets set state = 'failed', next_action_at = null, error = '{"message": "Too narrow."}'
      where post_id = ${post}`)
    await happen('post.partial', { status: 'partial', previous_status: 'processing' }, { id: post })
    await happen('social_account.blocked', { platform: 'sandbox', username: 'harbour', status: 'blocked' })
    await note()
    expect((await list(viewer)).data).toMatchObject([
      { kind: 'reconnect', title: '@harbour on Sandbox is blocked' },
      {
        kind: 'failed',
        title: '0 of 1 published: “Autumn bread list”',
        detail: expect.stringContaining('Too narrow.'),
      },
    ])
  })

  it('of a post that was sent back goes to the one who wrote it', async () => {
    const [author, editor] = [await signedIn(house, 'author'), await signedIn(house, 'editor')]
    const post = await schedule('Autumn bread list')
    await house.db.run(sql`update posts set author_id = ${author.id} where id = ${post}`)
    await happenAs('post.returned', post, { by: editor.id, comment: 'Please name the price.' })
    await note()
    expect((await list(editor)).data).toEqual([])
    expect((await list(author)).data).toMatchObject([
      { kind: 'returned', title: 'Sent back: “Autumn bread list”', detail: 'Please name the price.' },
    ])
    await letTimePass()
    expect(mailsTo(author)).toHaveLength(1)
  })

  it('of posts that were approved asks for nothing', async () => {
    const [author, editor] = [await signedIn(house, 'author'), await signedIn(house, 'editor')]
    for (const caption of ['Autumn bread list', 'Winter bread list']) {
      const post = await schedule(caption)
      await house.db.run(sql`update posts set author_id = ${author.id} where id = ${post}`)
      await happenAs('post.approved', post, { by: editor.id, comment: null })
    }
    await note()
    expect((await list(editor)).data).toEqual([])
    await letTimePass()
    const [mail] = mailsTo(author)
    expect(mail?.subject).toMatch(/^2 notifications · /)
    expect(mail?.text).toContain('Approved: “Winter bread list”')
    expect(mail?.text).not.toContain('needs you')
  })

  it('of an endpoint that was switched off goes to admins', async () => {
    const [admin, editor] = [await signedIn(house, 'admin'), await signedIn(house, 'editor')]
    const id = newId()
    await happenAs('webhook_endpoint.disabled', id, { host: 'hooks.example.org' })
    await note()
    expect((await list(admin)).data).toMatchObject([
      { kind: 'webhook', title: 'Webhook switched off: hooks.example.org', path: `/build/webhooks/${id}` },
    ])
    expect((await list(editor)).data).toEqual([])
  })

  it('of an endpoint is settled once that is switched on again, and not by an endpoint that is on', async () => {
    const admin = await signedIn(house, 'admin')
    const endpoint = async () => {
      const url = 'https://hooks.example.org/crier'
      return (await house.request('POST', '/v1/webhook-endpoints', { body: { url } })).json.id as string
    }
    const [off, on] = [await endpoint(), await endpoint()]
    for (const id of [off, on]) await happenAs('webhook_endpoint.disabled', id, { host: 'hooks.example.org' })
    await house.db.run(sql`
      update webhook_endpoints set disabled_reason = 'failing', disabled_at = clock_timestamp() where id = ${off}`)
    await note()
    expect((await list(admin)).unread).toBe(2)
    for (const id of [off, on])
      expect((await house.request('POST', `/v1/webhook-endpoints/${id}/enable`)).status).toBe(200)
    await note()
    const { data, unread } = await list(admin)
    expect(unread).toBe(1)
    const resolved = new Map(
      data.map((each: { path: string; resolved_at: string | null }) => [each.path, each.resolved_at]),
    )
    expect(resolved.get(`/build/webhooks/${off}`)).toMatch(/Z$/)
    expect(resolved.get(`/build/webhooks/${on}`)).toBeNull()
    await house.db.run(sql`delete from webhook_endpoints where id in (${off}, ${on})`)
  })

  it('is read one at a time, or all that have been seen', async () => {
    const [owner, other] = [await signedIn(house), await signedIn(house)]
    for (let count = 0; count < 3; count += 1) await postFails()
    await note()
    const { data } = await list(owner)
    const read = (by: Browser, id: string) => by.request('POST', `${at}/notifications/${id}/read`)
    expect((await read(owner, data[0].id)).status).toBe(200)
    expect((await read(owner, data[0].id)).status).toBe(200)
    expect((await read(other, data[1].id)).status).toBe(404)
    expect((await list(owner)).unread).toBe(2)
    await new Promise((resolve) => setTimeout(resolve, 5))
    await postFails()
    await note()
    const readAll = (body: object) => owner.request('POST', `${at}/notifications/read-all`, { body })
    expect((await readAll({ mode: 'live', until: data[0].created_at })).json).toEqual({ read: 2 })
    expect((await list(owner)).unread).toBe(1)
    expect((await readAll({ mode: 'test' })).json).toEqual({ read: 0 })
    expect((await readAll({ mode: 'live' })).json).toEqual({ read: 1 })
    expect((await list(other)).unread).toBe(4)
  })

  it('is listed in pages, the newest first, by mode', async () => {
    const owner = await signedIn(house)
    const ids: string[] = []
    for (let count = 0; count < 7; count += 1) {
      ids.unshift(await postFails())
      await note()
    }
    await postFails({ mode: 'test' })
    await note()
    const seen: string[] = []
    let next: string | null = `${house.url}${at}/notifications?limit=3&cursor=`
    while (next !== null) {
      const { json } = await owner.request('GET', next.replace(house.context.config.publicUrl, ''))
      seen.push(...json.data.map((item: { subject_id: string }) => item.subject_id))
      next = json.meta.next
    }
    expect(seen).toEqual(ids)
    expect((await list(owner, '?mode=test')).data).toHaveLength(1)
    await owner.request('POST', `${at}/notifications/read-all`, { body: { mode: 'live' } })
    expect((await list(owner, '?unread=true')).data).toHaveLength(0)
    expect((await owner.request('GET', `${at}/notifications?limit=0`)).status).toBe(422)
    expect((await owner.request('GET', `${at}/notifications?cursor=abc`)).status).toBe(422)
  })

  it('is lost with the membership, and after 90 days', async () => {
    const [owner, admin] = [await signedIn(house), await signedIn(house, 'admin')]
    await postFails()
    await note()
    expect((await owner.request('DELETE', `${at}/members/${admin.id}`)).status).toBe(200)
    expect(await house.db.rows(sql`select from notifications where user_id = ${admin.id}`)).toHaveLength(0)
    await letTimePass(91 * 24 * 60)
    expect((await list(owner)).data).toHaveLength(0)
  })

  it('is made once although a worker dies in the middle', async () => {
    const owner = await signedIn(house)
    await postFails()
    const { db } = house.context
    const dying = {
      ...house.context,
      db: {
        ...db,
        transaction: <Result>(work: Parameters<typeof db.transaction<Result>>[0]) =>
          db.transaction(async (tx) => {
            await work(tx)
            throw new Error('killed before the commit')
          }),
      },
    }
    await letBeReadable()
    await expect(noteEvents(dying as unknown as typeof house.context, never)).rejects.toThrow('killed')
    expect((await list(owner)).unread).toBe(0)
    await note()
    expect((await list(owner)).unread).toBe(1)
  })
})

describe('a mail about it', () => {
  it('gathers what comes in within two minutes, lists twenty and counts the rest', async () => {
    const [owner, viewer] = [await signedIn(house), await signedIn(house, 'viewer')]
    for (let count = 0; count < 23; count += 1) await accountLeaves(`harbour${count}`)
    await note()
    await digest()
    expect(server.received).toHaveLength(0)
    await letTimePass(1)
    expect(server.received).toHaveLength(0)
    await letTimePass(1.5)
    expect(mailsTo(viewer)).toHaveLength(0)
    const [mail, ...more] = mailsTo(owner)
    expect(more).toHaveLength(0)
    expect(mail?.subject).toBe('23 things need you · A workspace')
    expect(mail?.text?.match(/Reconnect @harbour/g)).toHaveLength(20)
    expect(mail?.text).toContain('And 3 more.')
    await letTimePass()
    expect(mailsTo(owner)).toHaveLength(1)
  })

  it('comes at most every ten minutes', async () => {
    const owner = await signedIn(house)
    await postFails()
    await note()
    await letTimePass(3)
    await postFails()
    await note()
    await letTimePass(3)
    expect(mailsTo(owner)).toHaveLength(1)
    await letTimePass(8)
    expect(mailsTo(owner)).toHaveLength(2)
  })

  it('leaves out what was read meanwhile, and tells nothing of test data', async () => {
    const owner = await signedIn(house)
    await postFails({ mode: 'test' })
    const seen = await postFails()
    const unseen = await accountLeaves('harbour')
    await note()
    const { data } = await list(owner)
    const { id } = data.find((item: { subject_id: string }) => item.subject_id === seen)
    await owner.request('POST', `${at}/notifications/${id}/read`)
    await letTimePass()
    const [mail, ...more] = mailsTo(owner)
    expect(more).toHaveLength(0)
    expect(mail?.subject).toBe('Reconnect @harbour on Sandbox · A workspace')
    expect(mail?.text).toContain(`/accounts/${unseen}`)
    expect(mail?.text).not.toContain(seen)
  })

  it('is queued once by processes that do it at once', async () => {
    const owner = await signedIn(house)
    await postFails()
    await note()
    await house.db.run(sql`update notifications set created_at = created_at - interval '3 minutes'`)
    await Promise.all([
      mailDigests(house.context, never),
      mailDigests(house.context, never),
      mailDigests(house.context, never),
    ])
    await sendQueued(house)
    expect(mailsTo(owner)).toHaveLength(1)
  })

  it('is not written without a mail server, nor a day late when there is one again', async () => {
    await signedIn(house)
    await postFails()
    await note()
    const config = { ...house.context.config, mail: null }
    await house.db.run(sql`update notifications set created_at = created_at - interval '25 hours'`)
    await mailDigests({ ...house.context, config }, never)
    await digest()
    expect(server.received).toHaveLength(0)
    const [row] = await house.db.rows<{ mail: string }>(sql`select mail from notifications`)
    expect(row?.mail).toBe('skipped')
  })
})

describe('the choices of a member', () => {
  it('begin with what is usual for the role', async () => {
    const [owner, author, viewer] = [
      await signedIn(house),
      await signedIn(house, 'author'),
      await signedIn(house, 'viewer'),
    ]
    const usual = async (by: Browser) => {
      const { data } = (await by.request('GET', `${at}/notification-choices`)).json
      return Object.fromEntries(data.map(({ kind, way }: { kind: string; way: string }) => [kind, way]))
    }
    expect(await usual(owner)).toEqual({
      failed: 'mail',
      needs_review: 'mail',
      held: 'mail',
      approval: 'mail',
      approved: 'mail',
      returned: 'mail',
      reconnect: 'mail',
      webhook: 'mail',
      note: 'mail',
    })
    const quiet = { failed: 'app', needs_review: 'app', held: 'app', reconnect: 'app', note: 'mail' }
    expect(await usual(author)).toEqual({ ...quiet, approved: 'mail', returned: 'mail' })
    expect(await usual(viewer)).toEqual(quiet)
  })

  it('decide for each kind, for themselves alone and for this workspace alone', async () => {
    const [owner, other, viewer] = [
      await signedIn(house),
      await signedIn(house),
      await signedIn(house, 'viewer'),
    ]
    expect((await choose(owner, { failed: 'none', reconnect: 'app' })).status).toBe(200)
    expect((await choose(viewer, { failed: 'mail' })).status).toBe(200)
    expect((await choose(owner, { failed: 'sms' })).status).toBe(422)
    expect((await choose(owner, { security: 'none' })).status).toBe(422)
    await postFails()
    await accountLeaves('harbour')
    await note()
    expect((await list(owner)).data).toMatchObject([{ kind: 'reconnect' }])
    await letTimePass()
    expect([mailsTo(owner).length, mailsTo(other).length, mailsTo(viewer).length]).toEqual([0, 1, 1])
  })

  it('stop a mail that waits', async () => {
    const owner = await signedIn(house)
    await postFails()
    await note()
    await choose(owner, { failed: 'app' })
    await letTimePass()
    expect(mailsTo(owner)).toHaveLength(0)
    expect((await list(owner)).unread).toBe(1)
  })

  it('are changed by one click in a mail, without a sign-in, and only those of its reader', async () => {
    const [owner, other] = [await signedIn(house), await newPerson(house)]
    await postFails()
    await note()
    await letTimePass()
    const link = server.received.find(({ envelope }) => envelope.to.includes(owner.email))
    const [, url = ''] =
      /^List-Unsubscribe: <([^>]+)>/m.exec((link?.raw ?? '').replace(/\r\n[ \t]+/g, ' ')) ?? []
    expect(link?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const path = url.replace(house.context.config.publicUrl, '')
    const page = await house.request('GET', path, { key: null })
    expect([page.status, page.text.includes('<form method="post">')]).toEqual([200, true])
    expect(await house.db.rows(sql`select from notification_choices`)).toHaveLength(0)

    const click = (to: string) =>
      house.request('POST', to, {
        key: null,
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      })
    for (const wrong of [
      `${path.slice(0, -5)}AAAAA`,
      `/unsubscribe/${'A'.repeat(80)}`,
      path.replace(/unsubscribe\/../, 'unsubscribe/AA'),
    ])
      expect((await click(wrong)).status).toBe(404)
    expect(await house.db.rows(sql`select from notification_choices`)).toHaveLength(0)
    for (const status of [200, 200]) expect((await click(path)).status).toBe(status)
    const { data } = (await owner.request('GET', `${at}/notification-choices`)).json
    expect(data).toContainEqual({ kind: 'failed', way: 'app', usual: 'mail' })
    expect(data).toContainEqual({ kind: 'held', way: 'mail', usual: 'mail' })
    server.received.length = 0
    await postFails()
    await note()
    await letTimePass()
    expect([mailsTo(owner).length, mailsTo(other).length]).toEqual([0, 1])
  })
})
