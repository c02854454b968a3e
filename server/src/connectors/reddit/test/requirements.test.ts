import { expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { describeDraft, describeMedia } from '../../conformance/pictures.ts'
import type { Draft } from '../../connector.ts'
import { brokenRule } from '../requirements.ts'

const link = { title: 'Boats', url: 'https://shop.boats.example/a' }

function broken(rules: JsonObject, changes: Partial<Draft> = {}): string | null {
  const draft = describeDraft({ text: 'A day', options: { title: 'At sea' }, ...changes })
  const found = brokenRule(rules, draft)
  return found === null ? null : String(found)
}

test.each<[JsonObject, Partial<Draft>, string | null]>([
  [{}, {}, null],
  [{ is_flair_required: true }, {}, 'wants a flair'],
  [{ is_flair_required: true }, { options: { title: 'T', flair_text: 'Question' } }, null],
  [{ is_flair_required: true }, { options: { title: 'T', flair_id: 'x' } }, null],
  [{ title_text_min_length: 6 }, {}, null],
  [{ title_text_min_length: 7 }, {}, 'a title of 7 characters or more'],
  [{ title_text_max_length: 6 }, {}, null],
  [{ title_text_max_length: 5 }, {}, 'a title of 5 characters or fewer'],
  [{ title_text_max_length: '5' }, {}, null],
  [{ title_text_min_length: 2 }, { options: { title: '👍' } }, null],
  [{ title_text_max_length: 1 }, { options: { title: '👍' } }, null],
  [{ title_required_strings: ['[Boat]', 'SEA'] }, {}, null],
  [{ title_required_strings: ['[Boat]', '[Rope]'] }, {}, 'one of these in the title: [Boat], [Rope]'],
  [{ title_blacklisted_strings: ['SEA'] }, {}, null],
  [{ title_blacklisted_strings: ['sea'] }, {}, 'does not allow this in a title: sea'],
  [{ body_restriction_policy: 'required' }, {}, null],
  [{ body_restriction_policy: 'required' }, { text: 'At sea', options: {} }, 'wants a text below the title'],
  [{ body_restriction_policy: 'notAllowed' }, {}, 'takes a title alone'],
  [{ body_restriction_policy: 'notAllowed' }, { text: 'At sea', options: {} }, null],
  [{ body_restriction_policy: 'notAllowed' }, { options: link }, null],
  [{ body_text_min_length: 6 }, {}, 'a text of 6 characters or more'],
  [{ body_text_min_length: 6 }, { text: 'At sea', options: {} }, null],
  [{ body_text_max_length: 4 }, {}, 'a text of 4 characters or fewer'],
  [{ body_required_strings: ['Night'] }, {}, 'one of these in the text: Night'],
  [{ body_blacklisted_strings: ['day'] }, {}, 'does not allow this in a text: day'],
  [{ domain_blacklist: ['boats.example'] }, { options: link }, null],
  [
    { link_restriction_policy: 'blacklist', domain_blacklist: ['Boats.example'] },
    { options: link },
    'no links to shop.boats.example',
  ],
  [{ link_restriction_policy: 'blacklist', domain_blacklist: ['oats.example'] }, { options: link }, null],
  [{ link_restriction_policy: 'whitelist', domain_whitelist: ['boats.example'] }, { options: link }, null],
  [
    { link_restriction_policy: 'whitelist', domain_whitelist: ['ropes.example'] },
    { options: link },
    'no links to shop.boats.example',
  ],
  [{ link_restriction_policy: 'whitelist', domain_whitelist: ['ropes.example'] }, {}, null],
])('the rules %j for a post with %j: %s', (rules, changes, words) => {
  const found = broken(rules, changes)
  if (words === null) expect(found).toBeNull()
  else expect(found).toContain(words)
})

test('rules for galleries count pictures and look for captions', () => {
  const of = (altText: string) => ({ ...describeMedia('image', 'image/jpeg'), altText })
  const media = [of('A boat'), of('')]
  expect(broken({ gallery_min_items: 3 }, { media })).toContain('of 3 pictures or more')
  expect(broken({ gallery_min_items: 2, gallery_max_items: 2 }, { media })).toBeNull()
  expect(broken({ gallery_max_items: 1 }, { media })).toContain('of 1 pictures or fewer')
  const captions = { gallery_captions_requirement: 'required' }
  expect(broken(captions, { media })).toContain('a caption for each picture')
  expect(broken(captions, { media: [of('A boat'), of('Another')] })).toBeNull()
  expect(broken(captions, { media: [of('')] })).toBeNull()
})
