// @module-tag slow
import type { ParsedMail } from 'mailparser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { mailDigests } from '../../src/notifications/mail-digests.ts'
import { noteEvents } from '../../src/notifications/note-events.ts'
import { requestResetTask } from '../../src/people/reset/request-reset.ts'
import { isReadable } from '../../src/webhooks/reading/event-position.ts'
import { recordEvent } from '../../src/webhooks/record-event.ts'
import type { Locale } from '../../src/words/locales.ts'
import { type House, startHouse } from '../house.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { sendQueued } from '../mail/send-queued.ts'
import { type Browser, newPerson, openBrowser, type Person, password, signedIn } from './person.ts'

const never = new AbortController().signal
let house: House
let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
  house = await startHouse({ worker: false, config: { mail: server.settings, signup: 'open' } })
  await noteEvents(house.context, never)
})
afterAll(async () => {
  await house.stop()
  await server.close()
})
beforeEach(async () => {
  for (const table of [
    sql`memberships`,
    sql`mails`,
    sql`sign_in_counts`,
    sql`notifications`,
    sql`reset_requests`,
  ])
    await house.db.run(sql`delete from ${table}`)
  server.received.length = 0
})

/** A person who is signed in and to whom the app is shown in a language. */
async function reader(
  language: Locale | null,
  role: 'owner' | 'viewer' = 'owner',
): Promise<Browser & Person> {
  const person = await signedIn(house, role)
  if (language === null) await forgetLanguage(person)
  else await person.request('PATCH', '/app/me', { body: { shown_language: language } })
  return person
}

/** Makes somebody of a person who was here before anything was known of their language. */
function forgetLanguage({ id }: Person): Promise<unknown> {
  return house.db.run(sql`update users set shown_language = null where id = ${id}`)
}

/** The one mail to a person, which says in its headers and in its page which language it is in. */
async function mailTo(
  { email }: { email: string },
  language: Locale,
): Promise<ParsedMail & { words: string }> {
  const mails = server.received.filter(({ envelope }) => envelope.to.includes(email))
  expect(mails).toHaveLength(1)
  const mail = mails[0]?.parsed as ParsedMail
  server.received.splice(0, server.received.length, ...server.received.filter((each) => each !== mails[0]))
  expect(mail.headers.get('content-language')).toBe(language)
  expect(mail.html).toContain(`<html lang="${language}">`)
  return { ...mail, words: (mail.text ?? '').replace(/\s+/g, ' ') }
}

/** Makes notifications of everything that happened, and lets the time pass after which they are mailed. */
async function digest(): Promise<void> {
  const unreadable = sql`select from events e where not (${isReadable('e')}) limit 1`
  await expect.poll(() => house.db.rows(unreadable), { interval: 5 }).toEqual([])
  await noteEvents(house.context, never)
  await house.db.run(sql`update notifications set created_at = created_at - interval '11 minutes'`)
  await mailDigests(house.context, never)
}

/** A post that its network refused, with the reason as the worker stores it. */
async function refusedPost(error: object): Promise<string> {
  const account = await house.connect('sandbox', { name: `Hafen ${newId()}` })
  const body = {
    caption: 'Brot im Herbst',
    social_accounts: [account],
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  }
  const { id } = (await house.request('POST', '/v1/posts', { body })).json
  await house.db.run(sql`
    update targets set state = 'failed', next_action_at = null, error = ${JSON.stringify(error)} where post_id = ${id}`)
  await recordEvent(house.db, {
    workspaceId: house.workspaceId,
    mode: 'live',
    type: 'post.failed',
    subjectId: id,
    data: { id, status: 'failed', previous_status: 'processing' },
  })
  return id
}

const tooLong = {
  message: 'Perch takes 300 characters; this text has 1312.',
  template: '{network} takes {max} characters; this text has {count}{note}.',
  params: { network: 'Perch', max: 300, count: 1312, note: '' },
}

async function ask(email: string, shown?: Locale): Promise<void> {
  const body = { email, ...(shown === undefined ? {} : { shown_language: shown }) }
  await openBrowser(house).request('POST', '/app/password-reset', { body })
  const requests = await house.db.rows<{ id: string }>(sql`select id from reset_requests`)
  for (const { id } of requests) await requestResetTask.run(house.context, { payload: { id } })
}

describe('a digest', () => {
  it('is in the language of its reader: the subject, the reasons, the buttons and the address to copy', async () => {
    const [german, spanish, unknown] = [await reader('de'), await reader('es'), await reader(null)]
    await refusedPost(tooLong)
    await digest()
    await sendQueued(house)
    const de = await mailTo(german, 'de')
    expect(de.subject).toBe('Nicht veröffentlicht: „Brot im Herbst“ · A workspace')
    expect(de.words).toContain('Im Arbeitsbereich „A workspace“:')
    expect(de.words).toMatch(/@\S+ auf Sandbox: Perch nimmt 300 Zeichen; dieser Text hat 1\.312\./)
    expect(de.words).toContain('Alles ansehen, was dich braucht:')
    expect(de.html).toContain('Oder kopiere diese Adresse:')
    const es = await mailTo(spanish, 'es')
    expect(es.subject).toBe('No se publicó: «Brot im Herbst» · A workspace')
    expect(es.words).toMatch(/@\S+ en Sandbox: Perch /)
    expect(es.words).toContain('No recibir más correos de este tipo:')
    const en = await mailTo(unknown, 'en')
    expect(en.subject).toBe('Not published: “Brot im Herbst” · A workspace')
    expect(en.words).toContain('Perch takes 300 characters; this text has 1312.')
  })

  it('is sent all the same where nobody has translated a reason: it stays as it is, and the rest is German', async () => {
    const german = await reader('de')
    await refusedPost({ message: 'Use {less} of it.' })
    await refusedPost({ ...tooLong, template: 'Nobody has translated {max} of {count}.' })
    await digest()
    await sendQueued(house)
    const { subject, words } = await mailTo(german, 'de')
    expect(subject).toBe('2 Dinge brauchen dich · A workspace')
    expect(words).toMatch(/auf Sandbox: Use \{less\} of it\./)
    expect(words).toMatch(/auf Sandbox: Nobody has translated 300 of 1312\./)
  })

  it('goes by the language that a person chose before that in which the app was shown', async () => {
    const person = await reader('de')
    await person.request('PATCH', '/app/me', { body: { language: 'es' } })
    await refusedPost(tooLong)
    await digest()
    await sendQueued(house)
    expect((await mailTo(person, 'es')).subject).toContain('No se publicó')
    const back = await person.request('PATCH', '/app/me', { body: { language: null } })
    expect(back.json).toMatchObject({ language: null, shown_language: 'de' })
  })

  it('has facts of before sentences were kept in parts in English', async () => {
    const german = await reader('de')
    await refusedPost(tooLong)
    await digest()
    await house.db.run(sql`
      update notifications set mail = 'waiting', mailed_at = null,
        facts = jsonb_set(facts, '{accounts,0}', (facts#>'{accounts,0}') - 'template' - 'params')`)
    await house.db.run(sql`delete from mails`)
    await mailDigests(house.context, never)
    await sendQueued(house)
    expect((await mailTo(german, 'de')).words).toMatch(/auf Sandbox: Perch takes 300 characters/)
  })
})

describe('the notifications of the app', () => {
  it('have the sentences of their title and detail with the parts that vary, beside the English', async () => {
    const person = await reader('de')
    await refusedPost(tooLong)
    await digest()
    const { json } = await person.request('GET', `/app/workspaces/${house.workspaceId}/notifications`)
    const [shown] = json.data
    expect(shown.title).toBe('Not published: “Brot im Herbst”')
    expect(shown.title_words).toEqual({
      text: shown.title,
      template: 'Not published: {post}',
      params: { post: { template: '“{excerpt}”', params: { excerpt: 'Brot im Herbst' } } },
    })
    expect(shown.detail_words).toMatchObject([
      {
        text: shown.detail,
        template: '@{username} on {network}: {reason}',
        params: { network: 'Sandbox', reason: { template: tooLong.template, params: tooLong.params } },
      },
    ])
  })
})

describe('a link to set a new password', () => {
  it('comes in the language of the person, whatever the page showed on which somebody asked', async () => {
    const person = await reader('de')
    await ask(person.email, 'es')
    await sendQueued(house)
    const { subject, words } = await mailTo(person, 'de')
    expect(subject).toBe('Neues Passwort für Crier festlegen')
    expect(words).toContain('Jemand, wahrscheinlich du, hat um einen Link für ein neues Passwort gebeten.')
    expect(words).toContain('Der Link gilt einmal, eine Stunde lang.')
  })

  it('comes in the language of that page where nothing is known of the person, else in English', async () => {
    const person = await newPerson(house)
    await forgetLanguage(person)
    await ask(person.email, 'es')
    await sendQueued(house)
    expect((await mailTo(person, 'es')).subject).toBe('Establece una contraseña nueva para Crier')
    await ask(person.email)
    await sendQueued(house)
    expect((await mailTo(person, 'en')).subject).toBe('Set a new password for Crier')
  })

  it('is followed by a notice in their language, also where it ends what a stranger may have left', async () => {
    const person = await reader('es')
    await house.db.run(sql`update users set is_address_unproven = true where id = ${person.id}`)
    await ask(person.email)
    await sendQueued(house)
    const link = await mailTo(person, 'es')
    const [, token] = /\/reset\/([\w-]{43})/.exec(link.words) ?? []
    const body = { token, password: 'otra frase bastante larga' }
    expect((await openBrowser(house).request('POST', '/app/password-reset/finish', { body })).status).toBe(
      200,
    )
    await sendQueued(house)
    const { subject, words } = await mailTo(person, 'es')
    expect(subject).toBe('Se cambió tu contraseña de Crier')
    expect(words).toContain('revisa los miembros, las cuentas y los webhooks.')
  })
})

it('a changed password is told in the language of the person', async () => {
  const person = await reader('de')
  const body = { current_password: password, new_password: 'ein anderer Satz von mir' }
  expect((await person.request('POST', '/app/password', { body })).status).toBe(200)
  await sendQueued(house)
  expect((await mailTo(person, 'de')).words).toContain('Dein Passwort wurde gerade geändert')
})

describe('an invitation', () => {
  const invite = (by: Browser, email: string) =>
    by.request('POST', `/app/workspaces/${house.workspaceId}/invitations`, {
      body: { email, role: 'editor' },
    })

  it('is in the language of the inviter where the invited is not known', async () => {
    const owner = await reader('de')
    const email = `${newId()}@example.org`
    await invite(owner, email)
    await sendQueued(house)
    const { subject, words } = await mailTo({ email }, 'de')
    expect(subject).toContain('lädt dich zu „A workspace“ auf Crier ein')
    expect(words).toContain('in den Arbeitsbereich „A workspace“ ein, für die Redaktion.')
    const [, token] = /\/join\/([\w-]{43})/.exec(words) ?? []
    const body = { token, password, shown_language: 'es' }
    expect((await openBrowser(house).request('POST', '/app/invitations/accept', { body })).status).toBe(200)
    const made = sql`select language, shown_language from users where email = ${email}`
    expect(await house.db.row(made)).toEqual({ language: null, shown_language: 'es' })
  })

  it('is in the language of the invited where they are here already', async () => {
    const [owner, invited] = [await reader('de'), await signedIn(house, null)]
    await invited.request('PATCH', '/app/me', { body: { language: 'es' } })
    await invite(owner, invited.email)
    await sendQueued(house)
    expect((await mailTo(invited, 'es')).words).toContain('con permiso de edición')
  })
})

it('the owners of a deleted workspace are told each in their language, with the time of its zone', async () => {
  const [german, spanish, unknown] = [await reader('de'), await reader('es'), await reader(null)]
  await house.db.run(sql`update workspaces set timezone = 'Europe/Berlin' where id = ${house.workspaceId}`)
  const at = `/app/workspaces/${house.workspaceId}/deletion`
  const deleted = await german.request('POST', at, { body: { name: 'A workspace' } })
  expect(deleted.status, deleted.text).toBe(200)
  const until = new Date(deleted.json.purge_at)
  const day = (locale: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Europe/Berlin' }).format(until)
  await sendQueued(house)
  const de = await mailTo(german, 'de')
  expect(de.subject).toBe('„A workspace“ auf Crier wurde gelöscht')
  expect(de.words).toMatch(new RegExp(`bis zum ${day('de')} um \\d\\d:\\d\\d (?:MEZ|MESZ) erhalten`))
  expect((await mailTo(spanish, 'es')).words).toContain(`hasta el ${day('es')} a las `)
  expect((await mailTo(unknown, 'en')).words).toContain(`until ${day('en-GB')} at `)
  expect((await german.request('DELETE', at)).status).toBe(200)
})

it('a person who signs up is known to read what the app showed them', async () => {
  const email = `${newId()}@example.org`
  await house.db.run(sql`
    insert into instance (name, value) values ('owner', ${(await newPerson(house)).id}) on conflict do nothing`)
  const browser = openBrowser(house)
  const made = await browser.request('POST', '/app/sign-up', {
    body: { email, password, shown_language: 'es' },
  })
  expect(made.json, made.text).toMatchObject({ language: null, shown_language: 'es' })
  const wrong = await browser.request('PATCH', '/app/me', { body: { shown_language: 'fr' } })
  expect(wrong.status).toBe(422)
})
