import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaLimit } from '../connector.ts'
import { checkByLimits } from '../kit/media/check-by-limits.ts'
import { anyShape, unlimited, upTo } from '../kit/media/media-limits.ts'
import { countingBy } from '../kit/text/count-text.ts'
import { lastDayOf, readChoices } from './options.ts'
import { readSettings } from './settings.ts'
import { warn } from './warn.ts'

const minuteMs = 60_000
/** A location may be edited ten times a minute. */
const postsOfLocation = 10
/** A post takes about four of the 300 calls that a project has in a minute. */
const postsOfProject = 60

// Posts have no alt texts; any that Crier takes is accepted, and a warning says that it is not shown.
const altTextMax = 10_000

/** Sources: support.google.com/business/answer/6103862 for the file; `MediaFormat` of the reference: only photos are taken. */
const photo: MediaLimit = {
  ...unlimited,
  kind: 'image',
  types: ['image/jpeg', 'image/png'],
  maxBytes: 5_000_000,
  shape: { ...anyShape, minWidth: 250, minHeight: 250 },
}

/**
 * The limits, which are the same for all locations. Sources: support.google.com/business/answer/7342169 for the text;
 * developers.google.com/my-business/content/limits for the rates.
 */
export function limits(account: Account | null): Limits {
  const clientId = account ? readSettings(account).clientId : ''
  return {
    text: { max: 1_500, unit: 'codepoint', also: [], linkCost: null, rules: null },
    media: { required: false, kinds: [photo], sets: [upTo(1, 'image')], altTextMax },
    placements: null,
    threadMax: 1,
    rates: [
      { per: 'account', of: account?.externalId ?? '', posts: postsOfLocation, everyMs: minuteMs },
      { per: 'app', of: clientId, posts: postsOfProject, everyMs: minuteMs },
    ],
  }
}

/** Everything that Google is certain to refuse. */
export function check(draft: Draft, account: Account): Checked {
  const checked = checkByLimits(draft, limits(account), {
    network: 'Google',
    counting: countingBy('codepoint'),
    altTextUnit: 'codepoint',
    findPlaces: findRanges,
  })
  const problems = [...checked.problems, ...checkButton(draft), ...checkEvent(draft)]
  return { ...checked, problems, warnings: [...checked.warnings, ...warn(draft)] }
}

/** Source: `CallToAction` of the reference. */
function checkButton(draft: Draft): DraftProblem[] {
  const { ctaActionType, ctaUrl } = readChoices(draft)
  const url = '/options/cta_url'
  if (ctaActionType === null && ctaUrl !== null) {
    const detail = 'A link needs a button. Choose which one.'
    return [{ pointer: '/options/cta_action_type', code: 'button_required', detail }]
  }
  if (ctaActionType === 'CALL' && ctaUrl !== null) {
    const detail = 'A button that calls dials the number of the profile, and takes no link.'
    return [{ pointer: url, code: 'option_unfit', detail }]
  }
  if (ctaActionType === null || ctaActionType === 'CALL' || ctaUrl !== null) return []
  return [{ pointer: url, code: 'link_required', detail: 'This button needs a link.' }]
}

/** Sources: `event` of the reference, which events and offers need; `TimeInterval`, which must not end before it begins. */
function checkEvent(draft: Draft): DraftProblem[] {
  const { event, offer } = readChoices(draft)
  const pointer = '/options/event'
  if (!event) {
    if (!offer) return []
    const detail = 'An offer needs a title and the days on which it holds: set them as its event.'
    return [{ pointer, code: 'event_required', detail }]
  }
  const { startDate, startTime, endTime } = event
  const endDate = lastDayOf(event)
  const missing = [
    ...(isDay(startDate) ? [] : [`${pointer}/start_date`]),
    ...(isDay(endDate) || endDate === startDate ? [] : [`${pointer}/end_date`]),
  ]
  if (missing.length > 0) {
    const detail = 'There is no such day.'
    return missing.map((place) => ({ pointer: place, code: 'no_such_day', detail }))
  }
  // Both are written with all their zeros, so they are in order as texts.
  if (`${endDate} ${endTime}` > `${startDate} ${startTime}`) return []
  const detail = 'It must end after it begins.'
  return [{ pointer: `${pointer}/end_date`, code: 'ends_before_it_begins', detail }]
}

function isDay(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}
