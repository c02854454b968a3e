// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { mailDigests } from '../../src/notifications/mail-digests.ts'
import { noteEvents } from '../../src/notifications/note-events.ts'
import { tellStates } from '../../src/recurrences/tell-states.ts'
import { isReadable } from '../../src/webhooks/reading/event-position.ts'
import { expectAdded, type FeedHouse, numbered, startFeedHouse } from '../feeds/feed-house.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { sendQueued } from '../mail/send-queued.ts'
import { type Browser, signedIn } from './person.ts'

const never = new AbortController().signal
let at: FeedHouse
let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
  at = await startFeedHouse({ worker: false, config: { mail: server.settings } })
  await noteEvents(at.house.context, never)
})
afterAll(async () => {
  await at.stop()
  await server.close()
})
beforeEach(async () => {
  await note()
  await at.house.db.run(sql`delete from feeds`)
  await at.house.db.run(sql`delete from notifications`)
  await at.house.db.run(sql`delete from mails`)
  server.received.length = 0
})

/** Makes notifications of everything that happened, in several processes at once. */
async function note(): Promise<void> {
  const unreadable = sql`select from events e where not (${isReadable('e')}) limit 1`
  await expect.poll(() => at.house.db.rows(unreadable), { interval: 5 }).toEqual([])
  await Promise.all([1, 2].map(() => noteEvents(at.house.context, never)))
}

async function good(method: string, path: string, { body, key }: { body?: object; key?: string } = {}) {
  const answer = await at.house.request(method, path, {
    ...(body ? { body } : {}),
    ...(key === undefined ? {} : { key }),
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

const list = async (by: Browser, query = '') => {
  const path = `/app/workspaces/${at.house.workspaceId}/notifications?limit=100${query}`
  return (await by.request('GET', path)).json
}

/** The notifications that a recurrence needs attention, beside those of its posts that are held. */
async function listRepeating(by: Browser, query = '') {
  const { data } = await list(by, query)
  return data.filter((each: { event_type: string }) => each.event_type === 'recurrence.needs_attention')
}

/** Lets the time pass after which what has come in is mailed, and mails it. */
async function letTimePass(): Promise<void> {
  await at.house.db.run(sql`
    update notifications set created_at = created_at - interval '11 minutes', mailed_at = mailed_at - interval '11 minutes'`)
  await mailDigests(at.house.context, never)
  await sendQueued(at.house)
}
const mailsTo = ({ email }: { email: string }) =>
  server.received.filter(({ envelope }) => envelope.to.includes(email)).map(({ parsed }) => parsed)

const addFeed = (name: string) => expectAdded(at.add({ url: at.publish(`/${name}.xml`, numbered(1)) }))

/** A feed whose server says that it is gone. */
async function lostFeed(name: string): Promise<string> {
  const id = await addFeed(name)
  at.site.put(`/${name}.xml`, { body: 'gone', status: 410 })
  await at.look()
  return id
}

async function repeat(account: string, more: object = {}, key?: string): Promise<string> {
  const rule = { unit: 'day', times: ['09:00'] }
  const body = { caption: 'Open on Mondays', social_accounts: [account], rule, ...more }
  return (await good('POST', '/v1/recurrences', { body, ...(key ? { key } : {}) })).id
}

async function disconnect(account: string): Promise<void> {
  await good('DELETE', `/v1/social-accounts/${account}`)
  await tellStates(at.house.context)
}

describe('a feed', () => {
  it('that cannot be read, and then is gone, is told of once for each, with the reason, in the app and by mail', async () => {
    const [editor, viewer, stranger] = [
      await signedIn(at.house, 'editor'),
      await signedIn(at.house, 'viewer'),
      await signedIn(at.house, null),
    ]
    const id = await addFeed('leaving')
    at.site.put('/leaving.xml', { body: 'away', status: 503 })
    await at.look()
    await note()
    expect((await list(viewer)).data).toEqual([])
    await at.house.db.run(
      sql`update feeds set failing_since = failing_since - interval '4 days' where id = ${id}`,
    )
    for (const _each of [1, 2]) await at.look()
    await note()
    await note()
    const failing = {
      kind: 'held',
      event_type: 'feed.failing',
      title: 'Feed cannot be read: “Harbour”',
      detail: expect.stringMatching(/status 503 .*\. Crier has tried for three days, and goes on trying\.$/),
      path: `/feeds/${id}`,
      resolved_at: null,
    }
    for (const person of [editor, viewer])
      expect(await list(person)).toMatchObject({ data: [failing], unread: 1 })

    at.site.put('/leaving.xml', { body: 'gone', status: 410 })
    for (const _each of [1, 2]) await at.look()
    await note()
    const { data, unread } = await list(viewer)
    expect(unread).toBe(1)
    expect(data).toMatchObject([
      {
        event_type: 'feed.stopped',
        title: 'Feed stopped: “Harbour”',
        detail: expect.stringMatching(
          /says that this feed is gone for good\. It makes no more posts until somebody resumes it\.$/,
        ),
        path: `/feeds/${id}`,
        resolved_at: null,
      },
      { ...failing, resolved_at: expect.any(String) },
    ])

    await letTimePass()
    expect([mailsTo(viewer).length, mailsTo(stranger).length]).toEqual([0, 0])
    const [mail, ...more] = mailsTo(editor)
    expect(more).toHaveLength(0)
    expect(mail?.subject).toBe('Feed stopped: “Harbour” · A workspace')
    expect(mail?.text?.replace(/\s+/g, ' ')).toContain(data[0].detail)
    expect(mail?.text).toContain(`${at.house.context.config.publicUrl}/feeds/${id}`)
  })

  it.each([
    ['resumed', 'PATCH', { status: 'active' }],
    ['paused', 'PATCH', { status: 'paused' }],
    ['removed', 'DELETE', undefined],
  ])('that is %s after it stopped is settled, and not mailed any more', async (name, method, body) => {
    const owner = await signedIn(at.house)
    const id = await lostFeed(name)
    await note()
    expect((await list(owner)).unread).toBe(1)
    await good(method, `/v1/feeds/${id}`, body ? { body } : {})
    await note()
    expect((await list(owner)).unread).toBe(0)
    await letTimePass()
    expect(mailsTo(owner)).toHaveLength(0)
  })

  it('that stopped because its accounts are gone tells the one in whose name it posts, and a name is only text', async () => {
    const author = await signedIn(at.house, 'author')
    const account = await at.house.connect('sandbox', { name: 'leaving' })
    const url = at.publish('/accounts.xml', numbered(1))
    const id = await expectAdded(at.add({ url, social_accounts: [account] }))
    await at.house.db.run(sql`update feeds set user_id = ${author.id}, key_id = null where id = ${id}`)
    await good('DELETE', `/v1/social-accounts/${account}`)
    at.publish('/accounts.xml', numbered(2))
    await at.look()
    // Its title as somebody’s server gave it, in the event that stopped it.
    await at.house.db.run(sql`
      update events set data = data || ${JSON.stringify({ title: 'Harbour\r\nBcc: eve@example.org <b>' })}::jsonb
      where subject_id = ${id} and type = 'feed.stopped'`)
    await note()
    expect((await list(author)).data).toMatchObject([
      {
        title: 'Feed stopped: “Harbour Bcc: eve@example.org <b>”',
        detail: expect.stringContaining('None of its accounts is connected any more.'),
      },
    ])
  })

  it('with items that wait for a person is told of to nobody', async () => {
    const owner = await signedIn(at.house)
    const url = at.publish('/many.xml', numbered(2))
    const id = await expectAdded(at.add({ url, max_per_day: 1 }))
    at.publish('/many.xml', numbered(5))
    await at.look()
    const types = await at.house.db.rows<{ type: string }>(
      sql`select type from events where subject_id = ${id}`,
    )
    expect(types.map(({ type }) => type)).toContain('feed.items_waiting')
    await note()
    expect((await list(owner)).data).toEqual([])
  })

  it('that stopped is told of as each member chose', async () => {
    const [quiet, viewer] = [await signedIn(at.house), await signedIn(at.house, 'viewer')]
    const choices = `/app/workspaces/${at.house.workspaceId}/notification-choices`
    await quiet.request('PATCH', choices, { body: { held: 'none' } })
    await viewer.request('PATCH', choices, { body: { held: 'mail' } })
    await lostFeed('chosen')
    await note()
    expect((await list(quiet)).data).toEqual([])
    await letTimePass()
    expect([mailsTo(quiet).length, mailsTo(viewer).length]).toEqual([0, 1])
  })
})

describe('a post that repeats', () => {
  it('and cannot go on is told of once, with the account that is in its way, and settled when that is back', async () => {
    const [editor, viewer] = [await signedIn(at.house, 'editor'), await signedIn(at.house, 'viewer')]
    const account = await at.house.connect('sandbox', { name: 'bakery' })
    const [id, other] = [await repeat(account), await repeat(at.harbour)]
    const own = await at.house.db.rows(sql`select from recurrence_occurrences where recurrence_id = ${id}`)
    expect(own.length).toBeGreaterThan(20)
    await disconnect(account)
    await tellStates(at.house.context)
    await note()
    await note()
    expect(await listRepeating(viewer)).toMatchObject([
      {
        kind: 'held',
        subject_id: id,
        title: 'Cannot be repeated: “Open on Mondays”',
        detail: expect.stringMatching(
          /^@\S+ on Sandbox: An account of it was disconnected\. Connect it again, or take it out\.$/,
        ),
        path: `/recurrences#${id}`,
      },
    ])
    await letTimePass()
    expect(mailsTo(viewer)).toHaveLength(0)
    const [mail, ...more] = mailsTo(editor)
    expect(more).toHaveLength(0)
    // It stands before its posts that are held, of which the mail does not list all.
    expect(mail?.text).toContain('Cannot be repeated: “Open on Mondays”')
    expect(mail?.text).toContain(`${at.house.context.config.publicUrl}/recurrences#${id}`)
    expect(mail?.text).not.toContain(other)

    await at.house.db.run(sql`update social_accounts set disconnected_at = null where id = ${account}`)
    await tellStates(at.house.context)
    await note()
    expect(await listRepeating(viewer)).toMatchObject([{ resolved_at: expect.any(String) }])
    for (const each of [id, other]) await good('DELETE', `/v1/recurrences/${each}`)
  })

  it.each([
    ['PATCH', { status: 'paused' }],
    ['DELETE', undefined],
  ])('is settled when a person acts on it: %s %s', async (method, body) => {
    const viewer = await signedIn(at.house, 'viewer')
    const account = await at.house.connect('sandbox', { name: `acted ${Math.random()}` })
    const id = await repeat(account)
    await disconnect(account)
    await note()
    expect(await listRepeating(viewer, '&unread=true')).toMatchObject([{ subject_id: id }])
    await good(method, `/v1/recurrences/${id}`, body ? { body } : {})
    await note()
    expect(await listRepeating(viewer, '&unread=true')).toEqual([])
    if (method !== 'DELETE') await good('DELETE', `/v1/recurrences/${id}`)
  })

  it('says what else is in its way, and is known by its first words that take turns', async () => {
    const owner = await signedIn(at.house)
    const id = await repeat(at.harbour, {
      caption: '',
      variations: [{ caption: 'Bread today' }, { caption: 'Cake today' }],
    })
    await at.house.db.run(sql`update recurrences set media_ids = array[gen_random_uuid()] where id = ${id}`)
    await tellStates(at.house.context)
    await note()
    expect((await list(owner)).data).toMatchObject([
      {
        title: 'Cannot be repeated: “Bread today”',
        detail: 'Media of it were deleted: 1. Name others in their place.',
      },
    ])
    await good('DELETE', `/v1/recurrences/${id}`)
  })

  it('as test data is told of in the app alone, among test data', async () => {
    const owner = await signedIn(at.house)
    const account = await at.house.connect('sandbox', { name: 'trial' }, 'test')
    const id = await repeat(account, {}, at.house.testKey)
    await good('DELETE', `/v1/social-accounts/${account}`, { key: at.house.testKey })
    await tellStates(at.house.context)
    await note()
    expect((await list(owner)).data).toEqual([])
    expect(await listRepeating(owner, '&mode=test')).toMatchObject([{ subject_id: id }])
    await letTimePass()
    expect(mailsTo(owner)).toHaveLength(0)
    await good('DELETE', `/v1/recurrences/${id}`, { key: at.house.testKey })
  })
})
