import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { startTokenServer, type TokenServer } from '../accounts/token-server.ts'
import { startBrowser } from '../browser.ts'
import { makeLink } from '../connect-link.ts'
import { type House, startHouse } from '../house.ts'

let house: House
let server: TokenServer
beforeAll(async () => {
  server = await startTokenServer()
  house = await startHouse({ worker: false, connectors: [sandbox, server.connector] })
})
afterAll(async () => {
  await house.stop()
  await server.close()
})

const german = () => startBrowser(undefined, 'de-AT,de;q=0.9,en;q=0.5')
const consent = { behavior: 'grant', decision: 'allow' }
const langOf = ({ text }: { text: string }) => /<html lang="([^"]+)">/.exec(text)?.[1]
const english = ({ text }: { text: string }) =>
  [...text.matchAll(/<span lang="en">([^<]*)/g)].map(([, words]) => words)

test('the page of a link speaks the language that the browser wants, and says so', async () => {
  const { url } = await makeLink(house, { name: 'Harbour & Co' })
  const titles = { en: 'Connect an account for', de: 'Ein Konto für', es: 'Conectar una cuenta para' }
  for (const [wanted, lang] of [
    ['de-CH, fr;q=0.9', 'de'],
    ['en;q=0.2, es-MX;q=0.3, de;q=0.1', 'es'],
    ['pl, *;q=0.5', 'en'],
    ['\u00ff,;;q=,,=', 'en'],
  ] as const) {
    const page = await startBrowser(undefined, wanted).open(url)
    expect([page.status, langOf(page), page.headers.get('content-language')]).toEqual([200, lang, lang])
    expect(page.headers.get('vary')).toMatch(/accept-language/i)
    expect(page.text).toContain(`<title>${titles[lang]} Harbour &#38; Co`)
    expect(english(page)).toEqual([])
  }
})

test('a form is asked, refused and thanked for in German, each fault beside its field', async () => {
  const { url } = await makeLink(house, { platforms: ['renewing'] })
  const browser = german()
  const form = await browser.open(url)
  expect(form.text).toContain('können alle in A workspace auf diesem Server mit deinem Konto bei Renewing')
  expect(form.text).toContain('<button>Verbinden</button>')
  const empty = await browser.send(form, { handle: '', password: '' })
  expect(empty.text).toContain('Einige Felder des Formulars stimmen noch nicht. Es wurde nichts verbunden.')
  expect(empty.text).toMatch(/id="handle-fault">„handle“ fehlt\.</)
  const wrong = await browser.send(form, { handle: 'emma', password: 'wrong' })
  expect([wrong.status, wrong.text]).toMatchObject([
    422,
    expect.stringContaining('Renewing hat die Zugangsdaten abgelehnt: '),
  ])
  const done = await browser.send(form, { handle: 'emma', password: 'right' })
  expect([langOf(done), done.text]).toMatchObject([
    'de',
    expect.stringContaining('emma bei Renewing: A workspace kann dort jetzt veröffentlichen.'),
  ])
  const used = await browser.open(url)
  expect([used.status, used.text]).toMatchObject([
    410,
    expect.stringContaining('Dieser Link wurde schon benutzt'),
  ])
})

describe('a sign-in at the network is told of in German afterwards:', () => {
  const signIn = async (fields: Record<string, string>) => {
    const { url } = await makeLink(house, { return_url: 'https://agency.example.org/done' })
    const browser = german()
    const network = await browser.send(await browser.open(`${url}/sandbox/oauth`))
    return { browser, page: await browser.send(network, { ...consent, ...fields }) }
  }

  test.each([
    ['refused', { decision: 'refuse' }, /Sandbox hat die Anmeldung abgelehnt: /],
    ['without a profile', { names: '' }, /Sandbox gab zu keinem Profil Zugang\. /],
    ['with a lost answer', { behavior: 'lose_token' }, /Sandbox war nicht zu erreichen: /],
  ])('%s', async (_how, fields, words) => {
    const { page } = await signIn(fields)
    expect(page.text).toMatch(words)
    expect(english(page)).toEqual([])
    for (const text of ['<h1>Nicht verbunden</h1>', '>Noch einmal versuchen</a>', 'ohne zu verbinden</a>'])
      expect(page.text).toContain(text)
  })

  test('several profiles are offered, and nothing chosen is refused', async () => {
    const { browser, page } = await signIn({ names: 'Left\nRight' })
    expect(page.text).toContain('Wähle, unter welchen Profilen')
    const none = await browser.send(page, {})
    expect([none.status, langOf(none), none.text]).toMatchObject([
      422,
      'de',
      expect.stringContaining('Es wurde nichts ausgewählt.'),
    ])
    const ids = [...page.text.matchAll(/name="external_id" value="([^"]+)"/g)].map(([, id = '']) => id)
    const done = await browser.send(page, { external_id: ids })
    expect(done.text).toContain('left und right bei Sandbox')
    expect(done.text).toContain('>Zurück zu agency.example.org</a>')
  })

  test('an attempt tells programs its sentence with the parts apart', async () => {
    const body = { platform: 'sandbox', way: 'oauth' }
    const { json } = await house.request('POST', '/v1/social-accounts/connect', { body })
    const browser = german()
    const network = await browser.send(await browser.open(json.url))
    await browser.send(network, { ...consent, names: '' })
    const attempt = await house.request('GET', `/v1/social-accounts/connect/${json.id}`)
    expect(attempt.json.error).toMatchObject({
      code: 'nothing_to_connect',
      detail: 'Sandbox gave access to no profile. Choose one when you sign in.',
      template: '{network} gave access to no profile. Choose one when you sign in.',
      params: { network: 'Sandbox' },
    })
  })
})

test('a link that is none, and a callback that nobody waits for, are pages in German', async () => {
  const { url } = await makeLink(house)
  for (const [address, status] of [
    [`${url}x`, 404],
    [`${house.url}/connect/none`, 404],
    [`${house.url}/oauth/callback/sandbox?state=none&code=none`, 400],
  ] as const) {
    const page = await german().open(address)
    expect([address, page.status, langOf(page), english(page)]).toEqual([address, status, 'de', []])
  }
})

test('a header that is too long is refused at once, and the longest that is read costs nothing', async () => {
  const { url } = await makeLink(house)
  const timed = async (language: string) => {
    const begin = performance.now()
    const { status } = await startBrowser(undefined, language).open(url)
    return { status, ms: performance.now() - begin }
  }
  const [short, long, tooLong] = [
    await timed('de'),
    await timed('q;=,'.repeat(3_500)),
    await timed('q;=,'.repeat(25_000)).catch(() => ({ status: 431, ms: 0 })),
  ]
  expect([short.status, long.status, tooLong.status]).toEqual([200, 200, 431])
  expect(long.ms - short.ms).toBeLessThan(1_000)
  expect(tooLong.ms).toBeLessThan(1_000)
})
