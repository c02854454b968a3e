import type { Recurrence } from '@crier/sdk'
import { expect, test } from 'vitest'
import { contentChanges, contentOf } from './content-changes.ts'

const recurrence = (parts: Partial<Recurrence> = {}): Recurrence =>
  ({
    caption: 'Fish',
    media: [{ media_id: 'u/api/boat.jpg', alt_text: 'A boat', focus: null }],
    social_accounts: ['harbour', 'quay'],
    account_configurations: null,
    variations: [],
    ...parts,
  }) as Recurrence

test('a form that nobody touched changes nothing', () => {
  const shown = recurrence({ variations: [{ caption: 'One' }, { media: [] }] })
  expect(contentOf(shown).texts).toEqual(['One', 'Fish'])
  expect(contentChanges(shown, contentOf(shown))).toEqual({})
})

test('words that take turns keep the media that take turns', () => {
  const media = [{ media_id: 'u/api/nets.jpg', alt_text: null, focus: null }]
  const shown = recurrence({ variations: [{ caption: 'One', media }, { caption: 'Two' }] })
  const changed = { ...contentOf(shown), texts: ['Three', 'Two'] }
  expect(contentChanges(shown, changed)).toEqual({
    variations: [{ caption: 'Three', media }, { caption: 'Two' }],
  })
})

test.each([
  ['none', null, undefined],
  [
    'a list',
    [
      { account_id: 'quay', caption: 'q' },
      { account_id: 'harbour', caption: 'h' },
    ],
    [{ account_id: 'harbour', caption: 'h' }],
  ],
  ['a list in an object', { account_configurations: [{ account_id: 'quay', caption: 'q' }] }, []],
  ['an object', { quay: { caption: 'q' }, harbour: { caption: 'h' } }, { harbour: { caption: 'h' } }],
])('an account that is taken out takes its configuration along: %s', (_, sent, left) => {
  const shown = recurrence({ account_configurations: sent })
  const changes = contentChanges(shown, { ...contentOf(shown), accounts: ['harbour'] })
  expect(changes.social_accounts).toEqual(['harbour'])
  expect(changes.account_configurations).toEqual(left)
})
