import { expect, test } from 'vitest'
import { html } from '../lib/html.ts'
import { sentence, word } from '../lib/text/sentence.ts'
import { choosePlurals } from './phrases.ts'
import { speechFor, speechIn, speechTo } from './speech.ts'

const [english, german, spanish] = [speechIn('en'), speechIn('de'), speechIn('es')]

test('says a sentence of a page, with parts that are escaped unless they are markup', () => {
  const parts = { account: html`<strong>${'<a>'}</strong>` }
  const [en, de, es] = [english, german, spanish].map(({ say }) => say('Sign in as {account}.', parts).markup)
  expect(en).toBe('Sign in as <strong>&#60;a&#62;</strong>.')
  expect(de).toBe('Melde dich als <strong>&#60;a&#62;</strong> an.')
  expect(es).toBe('Inicia sesión como <strong>&#60;a&#62;</strong>.')
  expect(german.say('Continue to {network}', { network: '<b>' }).markup).toBe('Weiter zu &#60;b&#62;')
  expect(german.text('Continue to {network}', { network: '<b>' })).toBe('Weiter zu <b>')
})

test('tells a sentence of the server with its parts, numbers and sentences in it', () => {
  const limit = sentence('This must have {limit} characters or fewer.', { limit: 12_000 })
  expect(english.tell(limit).markup).toBe('This must have 12000 characters or fewer.')
  expect(german.tell(limit).markup).toContain('12.000 Zeichen')
  const reason = word('Access was refused. Sign in again and allow it.')
  const refused = sentence('{network} refused the sign-in: {reason}', { network: 'Pier & Co', reason })
  expect(german.tell(refused).markup).toMatch(
    /^Pier &#38; Co hat die Anmeldung abgelehnt: Der Zugang wurde (?!.*lang=)/,
  )
})

test('leaves what it does not know in English, and says that it is', () => {
  expect(german.tell('Nobody has translated {this} & that.').markup).toBe(
    '<span lang="en">Nobody has translated {this} &#38; that.</span>',
  )
  expect(english.tell('Nobody has translated {this} & that.').markup).toBe(
    'Nobody has translated {this} &#38; that.',
  )
  const reason = sentence('The wind came from the {side}.', { side: 'east' })
  expect(
    german.tell(sentence('{network} refused the sign-in: {reason}', { network: 'Pier', reason })).markup,
  ).toBe('Pier hat die Anmeldung abgelehnt: <span lang="en">The wind came from the east.</span>')
})

test('takes sentences as the database keeps them', () => {
  const kept = {
    detail: 'Pier gave access to no profile. Choose one when you sign in.',
    template: '{network} gave access to no profile. Choose one when you sign in.',
    params: { network: 'Pier' },
  }
  expect(spanish.tell(kept).markup).toMatch(/^Pier [^<]*perfil/)
})

test('lists and dates are those of the language', () => {
  expect(english.list(['a', 'b', 'c'])).toBe('a, b, and c')
  expect(german.list(['a', 'b', 'c'])).toBe('a, b und c')
  expect(spanish.list(['ana', 'inés'])).toBe('ana e inés')
  expect(german.moment(new Date('2026-03-01T08:05:00Z'))).toBe('1. März 2026 um 08:05:00 UTC')
})

test('a list of which one applies is one of the language too', () => {
  const kinds = [word('a UUID'), word('a UUID or a number'), 'x <y>']
  const told = german.tell({
    detail: 'never shown',
    template: 'This must be {kinds}.',
    params: {
      kinds: kinds.map((kind) => (typeof kind === 'string' ? kind : { template: kind.template, params: {} })),
    },
  })
  expect(told.markup).toMatch(/ oder x &#60;y&#62;/)
})

test('the language is that of the headers', () => {
  expect(speechFor({ headers: { 'accept-language': 'fr, es;q=0.5' } }).locale).toBe('es')
  expect(speechFor({ headers: {} }).locale).toBe('en')
})

test('plain words have the numbers of the language, and English where nobody has translated them', () => {
  expect(german.text('{count} things need you', { count: 1_200 })).toBe('1.200 Dinge brauchen dich')
  expect(english.text('{count} things need you', { count: 1_200 })).toBe('1200 things need you')
  const reason = word('Access was refused. Sign in again and allow it.')
  const refused = sentence('{network} refused the sign-in: {reason}', { network: 'Pier & Co', reason })
  expect(german.tellText(refused, 'Nobody has translated {this}.')).toMatch(
    /^Pier & Co hat die Anmeldung abgelehnt: Der Zugang wurde [^<]* Nobody has translated \{this\}\.$/,
  )
})

test('a sentence has one form for one and another for several', () => {
  const entries = (limit: number) => sentence('This must have {limit} entries or fewer.', { limit })
  expect(german.tellText(entries(1))).toBe('Das darf höchstens einen Eintrag haben.')
  expect(german.tellText(entries(1_500))).toBe('Das darf höchstens 1.500 Einträge haben.')
  expect(choosePlurals('de', '{count, plural, one {x} other {# y}}', {})).toBe('{count, number} y')
})

test('a moment is told as clocks of its zone show it', () => {
  const time = new Date('2026-03-01T08:05:00Z')
  expect(german.minute(time, 'Europe/Berlin')).toBe('1. März 2026 um 09:05 MEZ')
  expect(spanish.minute(time, 'Europe/Madrid')).toBe('1 de marzo de 2026 a las 9:05 CET')
  expect(english.minute(time, 'UTC')).toBe('1 March 2026 at 08:05 UTC')
})

test('somebody whose language nobody knows, or this version does not speak, is spoken to in English', () => {
  expect(['es', 'fr', null].map((language) => speechTo(language).locale)).toEqual(['es', 'en', 'en'])
})
