import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { describeDraft, describeMedia } from '../../conformance/pictures.ts'
import type { Account, Draft, DraftMedia } from '../../connector.ts'
import { check } from '../check.ts'
import { options as schema } from '../options.ts'
import { writeSettings } from '../settings.ts'

const account: Account = {
  id: 'an-account',
  externalId: '201',
  username: 'Harbour Café, Bath',
  settings: writeSettings({ accountId: '101', clientId: 'ours', mapsUrl: null }),
}

const photo = (changes: Partial<DraftMedia> = {}) => ({
  ...describeMedia('image', 'image/jpeg'),
  width: 800,
  height: 600,
  bytes: 50_000,
  ...changes,
})

function find(options: JsonObject, changes: Partial<Draft> = {}) {
  expect(Check(schema, options)).toBe(true)
  const { problems, warnings } = check(describeDraft({ text: 'At sea', ...changes, options }), account)
  const codesOf = (found: typeof problems) => found.map(({ pointer, code }) => `${pointer} ${code}`)
  return { problems: codesOf(problems), warnings: codesOf(warnings) }
}

const nothing = { problems: [], warnings: [] }
const event = { title: 'A regatta', start_date: '2030-05-01' }

test('a button needs a link, unless it calls', () => {
  const cta_url = 'https://boats.example/'
  expect(find({ cta_action_type: 'LEARN_MORE', cta_url })).toEqual(nothing)
  expect(find({ cta_action_type: 'CALL' })).toEqual(nothing)
  expect(find({ cta_action_type: 'BOOK' }).problems).toEqual(['/options/cta_url link_required'])
  expect(find({ cta_action_type: 'CALL', cta_url }).problems).toEqual(['/options/cta_url option_unfit'])
  expect(find({ cta_url }).problems).toEqual(['/options/cta_action_type button_required'])
})

test('an offer has the title and the days of an event', () => {
  expect(find({ offer: {} }).problems).toEqual(['/options/event event_required'])
  expect(find({ offer: {}, event })).toEqual(nothing)
  expect(find({ offer: { coupon_code: 'SAILS' }, event, cta_action_type: 'CALL' })).toEqual({
    problems: [],
    warnings: ['/options/cta_action_type button_left_out'],
  })
})

test.each([
  [{}, []],
  [{ end_date: '2030-05-03' }, []],
  [{ start_time: '09:30', end_time: '09:31' }, []],
  [{ start_time: '09:30', end_time: '09:30' }, ['/options/event/end_date ends_before_it_begins']],
  [{ end_date: '2030-04-30' }, ['/options/event/end_date ends_before_it_begins']],
  [{ start_time: '23:59' }, ['/options/event/end_date ends_before_it_begins']],
  [{ end_date: '2030-05-02', start_time: '23:59', end_time: '00:00' }, []],
  [{ start_date: '2030-02-29', end_date: '2030-03-01' }, ['/options/event/start_date no_such_day']],
  [{ start_date: '2030-02-28', end_date: '2030-02-30' }, ['/options/event/end_date no_such_day']],
  [{ start_date: '2030-02-30' }, ['/options/event/start_date no_such_day']],
])('an event with %j', (changes, problems) => {
  expect(find({ event: { ...event, ...changes } }).problems).toEqual(problems)
})

test.each([
  { cta_action_type: 'GET_OFFER' },
  { cta_url: 'mailto:a@boats.example' },
  { language_code: 'English' },
  { event: { start_date: '2030-05-01' } },
  { event: { ...event, title: 'x'.repeat(59) } },
  { event: { ...event, start_date: '1.5.2030' } },
  { event: { ...event, start_time: '24:00' } },
  { event: { ...event, zone: 'Europe/London' } },
  { offer: { coupon: 'SAILS' } },
  { topic_type: 'ALERT' },
])('the schema takes no %j', (options) => {
  expect(Check(schema, options)).toBe(false)
})

test('one photo is taken, and no video', () => {
  expect(find({}, { media: [photo()] })).toEqual(nothing)
  expect(find({}, { media: [photo(), photo()] }).problems).not.toEqual([])
  expect(find({}, { media: [describeMedia('video', 'video/mp4')] }).problems).not.toEqual([])
  expect(find({}, { media: [describeMedia('gif', 'image/gif')] }).problems).not.toEqual([])
  expect(find({}, { media: [photo({ width: 249 })], mayFit: false }).problems).toHaveLength(1)
})

test('things that Google may refuse, or leaves out, are warnings', () => {
  expect(find({}, { media: [photo({ width: 399 })] }).warnings).toEqual(['/media/0 photo_small'])
  expect(find({}, { media: [photo({ bytes: 10_000 })] }).warnings).toEqual(['/media/0 photo_file_small'])
  expect(find({}, { media: [photo({ altText: 'A boat' })] }).warnings).toEqual([
    '/media/0 alt_text_not_shown',
  ])
  expect(find({}, { text: '👍'.repeat(1_500) })).toEqual({
    problems: [],
    warnings: ['/text text_maybe_too_long'],
  })
})

test.each([
  ['Call +44 1225 123456 today', true],
  ['Call 01225 123 456', true],
  ['Call (555) 123-4567', true],
  ['Call 555-123-4567.', true],
  ['Open from 2030-05-01 to 2030-05-03, 09:00-17:00', false],
  ['1,000,000 visitors for 20.50 each', false],
  ['Order 123456789012', false],
])('a telephone number in “%s” is a warning: %s', (text, isFound) => {
  expect(find({}, { text }).warnings).toEqual(isFound ? ['/text telephone_number'] : [])
})
