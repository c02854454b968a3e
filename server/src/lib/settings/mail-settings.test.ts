import { expect, it } from 'vitest'
import { readMailSettings } from './mail-settings.ts'

function read(url: string, from = 'crier@example.org') {
  const wrong: string[] = []
  return { settings: readMailSettings(url, from, wrong), wrong }
}

it('sends no mail without settings, and asks for the other one where one is missing', () => {
  expect(read('', '')).toEqual({ settings: null, wrong: [] })
  expect(read('', 'crier@example.org').wrong).toEqual([expect.stringContaining('SMTP_URL must be set')])
  expect(read('smtp://mail.example.org', '').wrong).toEqual([
    expect.stringContaining('MAIL_FROM must be set'),
  ])
})

it('reads a server, its port and a login', () => {
  expect(read('smtps://crier%40example.org:p%2Fss@mail.example.org').settings).toMatchObject({
    host: 'mail.example.org',
    port: 465,
    security: 'tls',
    isLoopback: false,
    login: { user: 'crier@example.org', password: 'p/ss' },
  })
  expect(read('smtp://mail.example.org').settings).toMatchObject({
    port: 587,
    security: 'starttls',
    login: null,
  })
  expect(read('smtp://[2001:db8::1]:2525').settings).toMatchObject({ host: '2001:db8::1', port: 2525 })
})

it.each(['localhost', '127.0.0.1', '127.3.2.1', '[::1]'])('knows %s as this machine', (host) => {
  expect(read(`smtp://${host}:25`).settings?.isLoopback).toBe(true)
})

it.each(['127.0.0.1.example.org', 'localhost.example.org', '128.0.0.1', '10.0.0.1'])(
  'does not take %s for this machine',
  (host) => {
    expect(read(`smtp://${host}:25`).settings?.isLoopback).toBe(false)
  },
)

it.each([
  'mail.example.org:25',
  'https://mail.example.org',
  'smtp://user@mail.example.org',
  'smtp://user:a%0Ab@mail.example.org',
  'smtp://user:%@mail.example.org',
  'smtp://mail.example.org/path',
  'smtp://mail.example.org?tls=no',
  'smtp://',
])('refuses the address %s without repeating it', (url) => {
  const { settings, wrong } = read(url)
  expect(settings).toBeNull()
  expect(wrong).toHaveLength(1)
  expect(wrong[0]?.startsWith('SMTP_URL must look like')).toBe(true)
})

it('reads the sender, with a name or without', () => {
  const from = (text: string) => read('smtp://localhost', text).settings?.from
  expect(from('crier@example.org')).toEqual({ name: 'Crier', address: 'crier@example.org' })
  expect(from('Harbour Bakery <news@example.org>')).toEqual({
    name: 'Harbour Bakery',
    address: 'news@example.org',
  })
  for (const text of ['crier', 'a@b, c@d', 'X <a@b> <c@d>', 'A\u0007B <a@example.org>', '<>'])
    expect([text, from(text)]).toEqual([text, undefined])
})
