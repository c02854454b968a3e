// @module-tag slow
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { mailDigests } from '../../src/notifications/mail-digests.ts'
import { noteEvents } from '../../src/notifications/note-events.ts'
import { isReadable } from '../../src/webhooks/reading/event-position.ts'
import { type House, startHouse } from '../house.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { sendQueued } from '../mail/send-queued.ts'
import { type Browser, type Person, signedIn } from './person.ts'

type Member = Browser & Person

const never = new AbortController().signal
let house: House
let server: MailServer
let at: string
let harbour: string
/** Writes the post. */
let lena: Member
let mia: Member
let tom: Member
let post: string
beforeAll(async () => {
  server = await startMailServer()
  house = await startHouse({ worker: false, config: { mail: server.settings } })
  at = `/app/workspaces/${house.workspaceId}`
  harbour = await house.connect('sandbox', { name: 'harbour' })
})
afterAll(async () => {
  await house.stop()
  await server.close()
})
beforeEach(async () => {
  await house.db.run(sql`delete from memberships where workspace_id = ${house.workspaceId}`)
  await house.db.run(sql`delete from mails`)
  server.received.length = 0
  lena = await named('Lena Brandt', 'author')
  mia = await named('Mia Sand', 'viewer')
  tom = await named('Tom Ried', 'editor')
  post = await draft('Autumn bread list')
  await told()
})

async function named(name: string, role: 'author' | 'viewer' | 'editor'): Promise<Member> {
  const member = await signedIn(house, role)
  await house.db.run(sql`update users set name = ${name} where id = ${member.id}`)
  return member
}

const ask = (by: Browser, method: string, path: string, body?: object, mode = 'live') =>
  by.request(method, path, {
    headers: { 'crier-workspace': house.workspaceId, 'crier-mode': mode },
    ...(body === undefined ? {} : { body }),
  })

async function draft(caption: string): Promise<string> {
  const body = { caption, social_accounts: [harbour], is_draft: true }
  return (await ask(lena, 'POST', '/v1/posts', body)).json.id
}

async function write(
  by: Browser,
  text: string,
  mentions: readonly Person[] = [],
  on = post,
): Promise<string> {
  const body = { text, mentions: mentions.map(({ id }) => id) }
  const { status, json } = await ask(by, 'POST', `/v1/posts/${on}/notes`, body)
  expect(status).toBe(200)
  return json.id
}
const change = (by: Browser, note: string, body: object) =>
  ask(by, 'PATCH', `/v1/posts/${post}/notes/${note}`, body)

/** Makes notifications of everything that happened. */
async function told(): Promise<void> {
  const unreadable = sql`select from events e where not (${isReadable('e')}) limit 1`
  await expect.poll(() => house.db.rows(unreadable), { interval: 5 }).toEqual([])
  await noteEvents(house.context, never)
}

interface Shown {
  title: string
  detail: string
  path: string
}
const list = async (by: Browser) => (await by.request('GET', `${at}/notifications`)).json
/** The notifications that a member has not read yet, the newest first. */
async function unread(by: Browser): Promise<string[]> {
  await told()
  const { data } = (await by.request('GET', `${at}/notifications?unread=true`)).json
  return data.map(({ title, detail }: Shown) => `${title} | ${detail}`)
}

async function mailsTo({ email }: Person) {
  await told()
  await house.db.run(sql`
    update notifications set created_at = created_at - interval '11 minutes', mailed_at = mailed_at - interval '11 minutes'`)
  await mailDigests(house.context, never)
  await sendQueued(house)
  return server.received.filter(({ envelope }) => envelope.to.includes(email)).map(({ parsed }) => parsed)
}

it('tells the author of the post, with who wrote what, and leads to the notes', async () => {
  await write(mia, 'Can we take\nthe other picture?')
  expect(await unread(lena)).toEqual([
    'Mia Sand wrote a note: “Autumn bread list” | Can we take the other picture?',
  ])
  expect((await list(lena)).data[0]).toMatchObject({ kind: 'note', path: `/posts/${post}#notes` })
  expect(await unread(mia)).toEqual([])
  expect(await unread(tom)).toEqual([])
})

it('tells those who wrote before, and nobody of a note of their own', async () => {
  await write(mia, 'Nice')
  await write(tom, 'Done')
  expect(await unread(mia)).toEqual(['Tom Ried wrote a note: “Autumn bread list” | Done'])
  expect(await unread(tom)).toEqual([])
  await write(lena, 'Thank you')
  expect(await unread(tom)).toEqual(['Lena Brandt wrote a note: “Autumn bread list” | Thank you'])
  // Who answers has read what was there.
  expect(await unread(lena)).toEqual([])
})

it('tells a member who is mentioned, once, also by a later change of the words', async () => {
  const note = await write(lena, '@Mia Sand, is this right?', [mia])
  expect(await unread(mia)).toEqual([
    'Lena Brandt mentioned you: “Autumn bread list” | @Mia Sand, is this right?',
  ])
  expect(await unread(tom)).toEqual([])
  await change(lena, note, { text: '@Mia Sand @Tom Ried, is this right?', mentions: [mia.id, tom.id] })
  expect(await unread(tom)).toEqual([
    'Lena Brandt mentioned you: “Autumn bread list” | @Mia Sand @Tom Ried, is this right?',
  ])
  expect(await unread(mia)).toHaveLength(1)
  await change(lena, note, { text: '@Mia Sand @Tom Ried, is that right?' })
  expect([await unread(mia), await unread(tom)].map(({ length }) => length)).toEqual([1, 1])
})

it('joins what follows before it is read, whether it is noticed at once or bit by bit, and leaves mentions alone', async () => {
  await write(mia, 'one')
  await write(mia, 'two')
  expect(await unread(lena)).toEqual([
    'Mia Sand wrote a note: “Autumn bread list” | two There is another new note before it.',
  ])
  await write(mia, '@Lena Brandt three', [lena])
  await write(mia, 'four')
  await write(mia, 'five')
  expect(await unread(lena)).toEqual(
    expect.arrayContaining([
      'Mia Sand wrote a note: “Autumn bread list” | five There are 3 other new notes before it.',
      'Mia Sand mentioned you: “Autumn bread list” | @Lena Brandt three',
    ]),
  )
  expect(await unread(lena)).toHaveLength(2)
  const other = await draft('Another post')
  await write(mia, 'six', [], other)
  expect(await unread(lena)).toHaveLength(3)
})

it('is one mail for ten notes in a minute, in the language of its reader, and none for what was read', async () => {
  await house.db.run(sql`update users set language = 'de' where id = ${lena.id}`)
  for (let n = 1; n <= 10; n += 1) {
    await write(mia, `note ${n}`)
    if (n === 5) await told()
  }
  await write(mia, '@Tom Ried <b>look</b>', [tom])
  const [mail, ...more] = await mailsTo(lena)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Mia Sand hat eine Notiz geschrieben: „Autumn bread list“ · A workspace')
  expect(mail?.text).toContain(`${house.context.config.publicUrl}/posts/${post}#notes`)
  const [toTom] = await mailsTo(tom)
  expect(toTom?.subject).toBe('Mia Sand mentioned you: “Autumn bread list” · A workspace')
  expect(toTom?.html).not.toContain('<b>look')
  const { data } = await list(lena)
  await write(mia, 'once more')
  await told()
  const open = (await list(lena)).data.filter(
    ({ resolved_at }: { resolved_at: string | null }) => !resolved_at,
  )
  for (const { id } of open) await lena.request('POST', `${at}/notifications/${id}/read`)
  expect(await mailsTo(lena)).toHaveLength(1)
  expect(data.length).toBeGreaterThan(0)
})

it('several notes are counted as notes, and lead to what the reader was told of', async () => {
  const other = await draft('Another post')
  await write(mia, 'one')
  await write(mia, 'two', [], other)
  const [mail] = await mailsTo(lena)
  expect(mail?.subject).toBe('2 new notes · A workspace')
  expect(mail?.text).toContain(`${house.context.config.publicUrl}/notifications`)
  expect(mail?.text).not.toContain('/needs-you')
})

it('is settled once the note is done or deleted, and no word of a deleted one stays', async () => {
  const done = await write(mia, 'Please change it')
  await told()
  await change(tom, done, { resolved: true })
  expect(await unread(lena)).toEqual([])
  const gone = await write(mia, 'A secret word')
  await told()
  await ask(mia, 'DELETE', `/v1/posts/${post}/notes/${gone}`)
  expect(await unread(lena)).toEqual([])
  expect((await list(lena)).data[0]).toMatchObject({
    detail: expect.stringContaining('The note was deleted.'),
  })
  const kept = await house.db.rows(sql`select facts from notifications`)
  expect(JSON.stringify(kept)).not.toContain('secret')
  const quick = await write(mia, 'Gone before it is noticed')
  await ask(mia, 'DELETE', `/v1/posts/${post}/notes/${quick}`)
  expect(await unread(lena)).toEqual([])
  expect(await mailsTo(lena)).toEqual([])
})

it('is told by mail, in the app alone or not at all, as the member chose', async () => {
  expect((await mia.request('GET', `${at}/notification-choices`)).json.data).toContainEqual({
    ...{ kind: 'note', way: 'mail', usual: 'mail' },
  })
  await lena.request('PATCH', `${at}/notification-choices`, { body: { note: 'app' } })
  await tom.request('PATCH', `${at}/notification-choices`, { body: { note: 'none' } })
  await write(mia, '@Tom Ried look', [tom])
  expect(await unread(lena)).toHaveLength(1)
  expect(await unread(tom)).toEqual([])
  expect([await mailsTo(lena), await mailsTo(tom)]).toEqual([[], []])
})

it('tells nobody who left, and nobody of another workspace', async () => {
  await write(tom, 'Before I go')
  await house.db.run(sql`delete from memberships where user_id = ${tom.id}`)
  await write(mia, 'Bye')
  await told()
  const rows = await house.db.rows(sql`select from notifications where kind = 'note' and user_id = ${tom.id}`)
  expect(rows).toEqual([])
})

it('keeps notes of test data among the test data, and mails none of them', async () => {
  const account = await house.connect('sandbox', { name: 'harbour' }, 'test')
  const body = { caption: 'Try', social_accounts: [account], is_draft: true }
  const { id } = (await ask(lena, 'POST', '/v1/posts', body, 'test')).json
  await ask(mia, 'POST', `/v1/posts/${id}/notes`, { text: 'Trying' }, 'test')
  expect(await unread(lena)).toEqual([])
  const inTest = (await lena.request('GET', `${at}/notifications?mode=test`)).json
  expect(inTest).toMatchObject({ unread: 1, data: [{ kind: 'note' }] })
  expect(await mailsTo(lena)).toEqual([])
})
