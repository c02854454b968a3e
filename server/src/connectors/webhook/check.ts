import { word } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaLimit } from '../connector.ts'
import { checkByLimits } from '../kit/media/check-by-limits.ts'
import { unlimited, upTo } from '../kit/media/media-limits.ts'
import { countingBy, textUpTo } from '../kit/text/count-text.ts'
import { readSettings } from './settings.ts'

// Every limit is Crier's own: a receiver that takes less says so when it refuses a post.
const most = { text: 60_000, media: 20, altText: 2_000 }

const kinds: readonly MediaLimit[] = [
  {
    ...unlimited,
    kind: 'image',
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
    maxBytes: 50_000_000,
  },
  { ...unlimited, kind: 'gif', types: ['image/gif'], maxBytes: 50_000_000 },
  {
    ...unlimited,
    kind: 'video',
    types: ['video/mp4', 'video/quicktime', 'video/webm'],
    maxBytes: 1_000_000_000,
  },
  { ...unlimited, kind: 'document', types: ['application/pdf'], maxBytes: 100_000_000 },
]

/** The limits, which are the same for all receivers. */
export function limits(account: Account | null): Limits {
  return {
    text: textUpTo(most.text, 'codepoint'),
    media: {
      required: false,
      kinds,
      sets: [upTo(most.media, 'image', 'gif', 'video', 'document')],
      altTextMax: most.altText,
    },
    placements: null,
    threadMax: 1,
    rates: [{ per: 'account', of: account?.externalId ?? '', posts: 60, everyMs: 60_000 }],
  }
}

/** Everything that is certain to fail. */
export function check(draft: Draft, account: Account): Checked {
  const checked = checkByLimits(draft, limits(account), {
    network: word('The webhook'),
    counting: countingBy('codepoint'),
    altTextUnit: 'codepoint',
    findPlaces: findRanges,
  })
  return { ...checked, problems: [...checked.problems, ...checkServing(draft, account)] }
}

/** The receiver fetches media, so somebody else must be able to reach Crier. */
function checkServing({ media }: Draft, account: Account): DraftProblem[] {
  if (media.length === 0 || readSettings(account).servesMedia) return []
  const detail =
    'The receiver fetches media from this server, which had no public https address when the account was connected. Leave the media out, or connect the account again once it has one.'
  return [{ pointer: '/media', code: 'media_unreachable', detail }]
}
