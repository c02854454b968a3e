// @module-tag slow
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { sendQueued } from '../mail/send-queued.ts'
import { type Browser, newPerson, openBrowser, password, signedIn } from './person.ts'

let house: House
let server: MailServer
let at: string
beforeAll(async () => {
  server = await startMailServer()
  house = await startHouse({ worker: false, config: { mail: server.settings } })
  at = `/app/workspaces/${house.workspaceId}/invitations`
})
afterAll(async () => {
  await house.stop()
  await server.close()
})
beforeEach(async () => {
  for (const table of [sql`sign_in_counts`, sql`mails`, sql`invitations`])
    await house.db.run(sql`delete from ${table}`)
  await house.db.run(sql`update workspaces set name = 'Harbour Bakery'`)
  server.received.length = 0
})

const inviteTo = (by: Browser, email: string, role = 'editor') =>
  by.request('POST', at, { body: { email, role } })
const resend = (by: Browser, id: string) => by.request('POST', `${at}/${id}/resend`)
const read = async (token: string) =>
  (await openBrowser(house).request('POST', '/app/invitations/read', { body: { token } })).status

/** The secret of the link in the last mail. */
async function tokenInMail(): Promise<string> {
  await sendQueued(house)
  return /\/join\/([\w-]{43})\s/.exec(server.received.at(-1)?.parsed.text ?? '')?.[1] ?? ''
}

it('goes to the person who is invited, with a link that lets them in', async () => {
  const admin = await signedIn(house, 'admin')
  const made = await inviteTo(admin, 'new@example.org')
  expect(made.json.is_mailed).toBe(true)
  const token = await tokenInMail()
  expect(made.json.url.startsWith(`${house.context.config.publicUrl}/join/`)).toBe(true)
  expect(made.json.url).not.toContain(token)
  const [mail] = server.received
  expect(mail?.envelope.to).toEqual(['new@example.org'])
  expect(mail?.parsed.subject).toBe(`${admin.email} invites you to “Harbour Bakery” on Crier`)
  expect(mail?.parsed.text).toContain('as an editor')
  expect(mail?.parsed.headers.has('list-unsubscribe')).toBe(false)
  const accepted = await openBrowser(house).request('POST', '/app/invitations/accept', {
    body: { token, password },
  })
  expect(accepted.status).toBe(200)
  const row = await house.db.row(sql`select is_address_unproven from users where email = 'new@example.org'`)
  expect(row).toEqual({ is_address_unproven: false })
})

it('is sent again with a new link, and the former one ends', async () => {
  const admin = await signedIn(house, 'admin')
  const { json } = await inviteTo(admin, 'grace@example.org')
  const first = await tokenInMail()
  await house.db.run(sql`update invitations set expires_at = expires_at - interval '6 days'`)
  const again = await resend(admin, json.invitation.id)
  expect(again.json).toMatchObject({
    is_mailed: true,
    invitation: { id: json.invitation.id, email: 'grace@example.org', role: 'editor' },
  })
  expect(Date.parse(again.json.invitation.expires_at)).toBeGreaterThan(Date.now() + 6.9 * 86_400_000)
  const second = await tokenInMail()
  expect([await read(first), await read(second)]).toEqual([404, 200])
  expect((await resend(await signedIn(house, 'editor'), json.invitation.id)).status).toBe(403)
})

it('has no header and no markup from the name of the workspace', async () => {
  const admin = await signedIn(house, 'admin')
  const name = 'Bakery\r\nBcc: eve@example.org\r\n\r\n<img src="https://evil.example/x.png">'
  await house.db.run(sql`update workspaces set name = ${name} where id = ${house.workspaceId}`)
  await inviteTo(admin, 'grace@example.org')
  await sendQueued(house)
  const [mail] = server.received
  expect(mail?.envelope.to).toEqual(['grace@example.org'])
  expect(mail?.parsed.headers.has('bcc')).toBe(false)
  expect(mail?.parsed.html).not.toContain('<img')
})

it('leads nowhere by the name of the workspace, which a stranger may have chosen', async () => {
  const admin = await signedIn(house, 'admin')
  const name = 'Your account is locked: https://evil.example/login www.evil.example'
  await house.db.run(sql`update workspaces set name = ${name} where id = ${house.workspaceId}`)
  await inviteTo(admin, 'grace@example.org')
  await sendQueued(house)
  const { text = '', html = '' } = server.received[0]?.parsed ?? {}
  // The title of the page is shown by no program.
  for (const body of [text, String(html).replace(/<title>.*<\/title>/, '')]) {
    expect(body.replaceAll('\u200b', '').replace(/\s+/g, ' ')).toContain(name)
    expect(body).not.toMatch(/https:\/\/evil|\w\.\w+\/login|evil\.example/)
  }
})

it('is in nobody’s name whose address may not be theirs', async () => {
  const admin = await signedIn(house, 'admin')
  await house.db.run(sql`update users set is_address_unproven = true where id = ${admin.id}`)
  await inviteTo(admin, 'grace@example.org')
  await sendQueued(house)
  const { subject, text = '' } = server.received[0]?.parsed ?? {}
  expect(subject).toBe('You are invited to “Harbour Bakery” on Crier')
  const words = text.replace(/\s+/g, ' ')
  expect(words).not.toContain(`${admin.email} invites you`)
  expect(words).toContain(`by somebody who gave the address ${admin.email}. Nobody has shown yet`)
})

it('goes out thirty times a day from one network where nobody has shown who invites, and is shown otherwise', async () => {
  const stranger = await signedIn(house, 'admin')
  const setUnproven = (isUnproven: boolean) =>
    house.db.run(sql`update users set is_address_unproven = ${isUnproven} where id = ${stranger.id}`)
  await setUnproven(true)
  expect((await inviteTo(stranger, 'first@example.org')).json.is_mailed).toBe(true)
  await house.db.run(sql`update sign_in_counts set count = 30`)
  const shown = await inviteTo(stranger, 'one-more@example.org')
  expect([shown.status, shown.json.is_mailed]).toEqual([200, false])
  expect(await read(shown.json.url.split('/').at(-1))).toBe(200)
  await setUnproven(false)
  expect((await resend(stranger, shown.json.invitation.id)).json.is_mailed).toBe(true)
})

it('is not sent again to somebody who has become a member', async () => {
  const admin = await signedIn(house, 'admin')
  const { invitation } = (await inviteTo(admin, 'grace@example.org')).json
  const grace = await newPerson(house, 'editor')
  await house.db.run(sql`update users set email = 'grace@example.org' where id = ${grace.id}`)
  const refused = await resend(admin, invitation.id)
  expect(refused.json).toMatchObject({ status: 409, code: 'already_member' })
})

it('is mailed a hundred times a day at most', async () => {
  const admin = await signedIn(house, 'admin')
  await inviteTo(admin, 'first@example.org')
  await house.db.run(sql`update sign_in_counts set count = 100 where count = 1`)
  const refused = await inviteTo(admin, 'one-more@example.org')
  expect(refused.json).toMatchObject({ status: 429, code: 'too_many_invitations' })
  const [{ id }] = (await admin.request('GET', at)).json.data
  expect((await resend(admin, id)).json).toMatchObject({ status: 429, code: 'too_many_invitations' })
  const { data } = (await admin.request('GET', at)).json
  expect(data.map(({ email }: { email: string }) => email)).toEqual(['first@example.org'])
})
