import { describe, expect, test } from 'vitest'
import { type Part, Sentence, type Words } from '../lib/text/sentence.ts'
import type { EventType } from '../webhooks/event-catalog.ts'
import { translatedLocales } from '../words/locales.ts'
import { findPhrase } from '../words/phrases.ts'
import { speechIn } from '../words/speech.ts'
import { describeNotification } from './describe-notification.ts'
import type { NotificationFacts } from './gather-facts.ts'
import { kindOfEvent, typesToNote } from './notable.ts'
import type { AccountFact } from './reasons.ts'

const account: AccountFact = {
  username: 'hafen',
  platform: 'perch',
  state: null,
  reason: null,
  message: null,
}
const facts: NotificationFacts = {
  excerpt: 'Brot {im} Herbst',
  accounts: [account],
  published: 1,
  total: 3,
  author_id: null,
  comment: null,
  endpoint: 'hooks.example.org',
  name: 'Hafenblatt',
  problems: ['A post needs a text or media.'],
  problem_parts: [{}],
}
const nameOf = () => 'Perch'
const tell = (eventType: string, more: Partial<NotificationFacts> = {}) =>
  describeNotification({ eventType, subjectId: 'x', facts: { ...facts, ...more } }, nameOf)

const types = typesToNote.filter((type) => kindOfEvent({ type: type as EventType }) !== null)
const asking = ['missed_window', 'duplicate_seen', 'restored', 'answer_lost']
const holding = ['reconnect', 'disconnected', 'blocked', 'subscription', 'paused', 'guard', 'approval']

/** Every notification that there can be, as far as its words differ. */
const all = types.flatMap((type) => [
  tell(type),
  tell(type, { accounts: [], excerpt: '', name: null, endpoint: null, problems: [] }),
  tell(type, { accounts: [{ ...account, state: 'failed' }] }),
  tell(type, { client: 'Grace' }),
  tell(type, { accounts: [{ ...account, state: 'failed', message: 'A post needs a text or media.' }] }),
  ...asking.map((reason) => tell(type, { accounts: [{ ...account, state: 'needs_review', reason }] })),
  ...holding.map((reason) => tell(type, { accounts: [{ ...account, state: 'held', reason }] })),
])

/** All sentences of a sentence, by their English with its names. */
function templatesIn(words: Part | Words): string[] {
  if (words instanceof Sentence) return [words.template, ...Object.values(words.params).flatMap(partsIn)]
  return typeof words === 'string' ? [words] : []
}
const partsIn = (part: Part): string[] => (part instanceof Sentence ? templatesIn(part) : [])

describe.each(translatedLocales)('a notification in %s', (locale) => {
  test('is translated whole, whatever it is about', () => {
    expect(types).toHaveLength(13)
    const said = all.flatMap(({ title, details }) => [title, ...details].flatMap(templatesIn))
    expect(new Set(said).size).toBeGreaterThan(35)
    expect([...new Set(said)].filter((each) => findPhrase(locale, each) === null)).toEqual([])
  })

  test('leaves no name of a part in its words', () => {
    const { tellText } = speechIn(locale)
    const told = all.map(({ title, details }) => tellText(title, ...details).replace('{im}', ''))
    expect(told.filter((each) => /[{}]/.test(each))).toEqual([])
  })
})

test('a notification is read as people speak', () => {
  const [de, es] = [speechIn('de'), speechIn('es')]
  const failed = tell('post.partial', { accounts: [{ ...account, state: 'failed', message: 'No.' }] })
  expect([String(failed.title), failed.details.join(' ')]).toEqual([
    '1 of 3 published: “Brot {im} Herbst”',
    '@hafen on Perch: No.',
  ])
  expect(de.tellText(failed.title)).toBe('Auf 1 von 3 Konten veröffentlicht: „Brot {im} Herbst“')
  expect(es.tellText(failed.title)).toBe('Publicada en 1 de 3 cuentas: «Brot {im} Herbst»')
  expect(de.tellText(...failed.details)).toBe('@hafen auf Perch: No.')
  const lost = tell('social_account.needs_reconnect')
  expect(de.tellText(lost.title)).toBe('Neu verbinden: @hafen auf Perch')
  expect(es.tellText(lost.title)).toBe('Vuelve a conectar @hafen en Perch')
})

test('a decision of a client says by which name, with their words', () => {
  const returned = tell('post.returned', { client: 'Grace', comment: 'Name the price.' })
  expect([String(returned.title), returned.details.map(String)]).toEqual([
    'Sent back: “Brot {im} Herbst”',
    ['Grace asked for changes by a review link.', 'Name the price.'],
  ])
  const approved = tell('post.approved', { client: '{name}' })
  expect(speechIn('de').tellText(...approved.details)).toBe(
    '{name} hat ihn über einen Kundenlink freigegeben.',
  )
  expect(tell('post.approved').details.map(String)).toEqual(['It goes out as planned.'])
})

test('the words of a person are not translated, even where they are those of a sentence', () => {
  const back = tell('post.returned', { comment: 'It is a draft again.' })
  expect(speechIn('de').tellText(...back.details)).toBe('It is a draft again.')
  expect(speechIn('de').tellText(...tell('post.returned').details)).toBe('Er ist wieder ein Entwurf.')
})
