// @module-tag slow
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/id.ts'
import type { Letter } from '../../src/mail/letter.ts'
import { sendMail, tryServer } from '../../src/mail/smtp.ts'
import { speechIn } from '../../src/words/speech.ts'
import { makeCertificate } from '../lib/certificate.ts'
import { type Answer, type MailServer, type MailServerOptions, startMailServer } from './mail-server.ts'

const limits = { tryMs: 5_000 }
const never = new AbortController().signal
const certificate = makeCertificate('localhost')
let servers: MailServer[] = []
beforeAll(() => expect(certificate.cert).toContain('BEGIN CERTIFICATE'))
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})

async function open(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options)
  servers.push(server)
  return server
}

const { text } = speechIn('en')
const letter: Letter = {
  locale: 'en',
  subject: text('Grüße aus dem Hafen'),
  parts: [
    { kind: 'text', text: text(`Ein <b>Satz</b> & noch einer. ${'Wort '.repeat(40)}Ende.`) },
    { kind: 'link', label: text('Open'), url: 'https://crier.example.org/reset/A_b-c' },
  ],
  unsubscribeUrl: null,
}
const mailOf = (more: Partial<Letter> = {}, to = 'ada@example.org') => ({
  id: newId(),
  to,
  writtenAt: new Date('2026-03-01T08:00:00Z'),
  letter: { ...letter, ...more },
})

/** The settings of a server that is far away, under the name of the certificate. */
const faraway = ({ settings }: MailServer) => ({ ...settings, host: 'localhost', isLoopback: false })

describe('a mail', () => {
  it('arrives as text and as a page, with every header that it needs', async () => {
    const server = await open()
    const mail = mailOf({ unsubscribeUrl: 'https://crier.example.org/unsubscribe/x' })
    expect(await sendMail(server.settings, mail, never, limits)).toEqual({ outcome: 'sent' })
    const [got] = server.received
    expect(got?.envelope).toEqual({ from: 'crier@example.org', to: ['ada@example.org'] })
    expect(got?.parsed.subject).toBe('Grüße aus dem Hafen')
    expect(got?.parsed.from?.value).toEqual([{ name: 'Crier', address: 'crier@example.org' }])
    expect(got?.parsed.messageId).toBe(`<${mail.id}@example.org>`)
    expect(got?.parsed.date).toEqual(mail.writtenAt)
    expect(got?.parsed.text).toContain('Ein <b>Satz</b> & noch einer.')
    expect(got?.parsed.text).toContain('https://crier.example.org/reset/A_b-c')
    expect(Math.max(...(got?.parsed.text ?? '').split('\n').map((line) => line.length))).toBeLessThan(77)
    expect(got?.parsed.html).toContain('Ein &#60;b&#62;Satz&#60;/b&#62; &#38; noch einer.')
    expect(got?.parsed.html).not.toMatch(/src=|@import|url\(/)
    expect(got?.parsed.headers.get('auto-submitted')).toBe('auto-generated')
    expect(got?.raw).toContain('List-Unsubscribe: <https://crier.example.org/unsubscribe/x>')
    expect(got?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  })

  it('gets no header and no reader from the words in it', async () => {
    const server = await open()
    const subject = 'Hello\r\nBcc: eve@example.org\r\n\r\n<script>alert(1)</script>'
    await sendMail(server.settings, mailOf({ subject: text(subject) }), never, limits)
    const [got] = server.received
    expect(got?.envelope.to).toEqual(['ada@example.org'])
    expect(got?.parsed.headers.has('bcc')).toBe(false)
    expect(got?.parsed.subject).toBe('Hello Bcc: eve@example.org <script>alert(1)</script>')
    expect(got?.parsed.html).not.toContain('<script>')
  })

  it('goes over STARTTLS, and signs in only there', async () => {
    const login = { user: 'crier@example.org', password: 'p:ss/wörd' }
    const server = await open({ certificate, security: 'starttls', login })
    const settings = { ...faraway(server), login }
    const sent = await sendMail(settings, mailOf(), never, { ...limits, ca: certificate.cert })
    expect(sent).toEqual({ outcome: 'sent' })
    expect(server.received).toMatchObject([{ isOverTls: true, user: login.user }])
    expect(await tryServer(settings, { ...limits, ca: certificate.cert })).toBeNull()
  })

  it('goes over TLS from the first byte', async () => {
    const server = await open({ certificate, security: 'tls' })
    const sent = await sendMail(faraway(server), mailOf(), never, { ...limits, ca: certificate.cert })
    expect(sent).toEqual({ outcome: 'sent' })
    expect(server.received).toMatchObject([{ isOverTls: true }])
  })

  it('never crosses a network in the clear, or to a server that shows a foreign certificate', async () => {
    const login = { user: 'crier', password: 'secret' }
    const [plain, foreign] = [
      await open({ login }),
      await open({ certificate: makeCertificate('evil.example'), security: 'starttls', login }),
    ]
    for (const server of [plain, foreign]) {
      const sent = await sendMail({ ...faraway(server), login }, mailOf(), never, {
        ...limits,
        ca: certificate.cert,
      })
      expect(sent.outcome).toBe('failed')
      expect(server.steps).toEqual(['connect'])
      expect(server.received).toEqual([])
    }
  })

  it('is taken by a server on this machine whatever its certificate, or without one', async () => {
    for (const security of ['none', 'starttls', 'tls'] as const) {
      const server = await open({ certificate: makeCertificate('other.example'), security })
      expect(await sendMail(server.settings, mailOf(), never, limits)).toEqual({ outcome: 'sent' })
    }
  })
})

describe('a mail that is not taken', () => {
  const refusal = (code: number): Answer => ({ code, text: 'No' })

  it.each([
    ['to', refusal(550), 'refused'],
    ['data', refusal(554), 'refused'],
    ['to', refusal(450), 'failed'],
    ['data', refusal(451), 'failed'],
    // The operator’s address, or the server itself, is at fault here, not the mail.
    ['from', refusal(550), 'failed'],
    ['connect', refusal(554), 'failed'],
    ['connect', refusal(421), 'failed'],
    ['data', 'drop', 'failed'],
    ['to', 'drop', 'failed'],
  ] as const)('at %s with %o is %s', async (step, answer, outcome) => {
    const server = await open()
    server.next(step, answer)
    const mail = mailOf()
    const sent = await sendMail(server.settings, mail, never, limits)
    expect(sent).toMatchObject({ outcome, error: expect.stringMatching(/./) })
    // The next try is a session of its own.
    expect(await sendMail(server.settings, mail, never, limits)).toEqual({ outcome: 'sent' })
    const ids = server.received.map(({ parsed }) => parsed.messageId)
    expect(new Set(ids).size).toBe(1)
    expect(ids).toHaveLength(step === 'data' ? 2 : 1)
  })

  it.each(['connect', 'from', 'data'] as const)('ends when the server hangs at %s', async (step) => {
    const server = await open()
    server.next(step, 'hang')
    const sent = await sendMail(server.settings, mailOf(), never, { tryMs: 300 })
    expect(sent.outcome).toBe('failed')
  })

  it('ends when the process stops', async () => {
    const server = await open()
    server.next('data', 'hang')
    const stopping = new AbortController()
    const sending = sendMail(server.settings, mailOf(), stopping.signal, { tryMs: 60_000 })
    await expect.poll(() => server.steps.includes('data')).toBe(true)
    stopping.abort()
    expect((await sending).outcome).toBe('failed')
  })

  it('names a wrong password, and shows it nowhere', async () => {
    const server = await open({ login: { user: 'crier', password: 'right' } })
    const settings = { ...server.settings, login: { user: 'crier', password: 'very-secret-password' } }
    const sent = await sendMail(settings, mailOf(), never, limits)
    expect(sent).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('Wrong user or password'),
    })
    expect(JSON.stringify(sent)).not.toContain('very-secret')
    expect(await tryServer(settings, limits)).toContain('Wrong user or password')
  })

  it('is said of a server that is not there', async () => {
    const server = await open()
    await server.close()
    servers = []
    expect(await sendMail(server.settings, mailOf(), never, limits)).toMatchObject({ outcome: 'failed' })
  })
})
