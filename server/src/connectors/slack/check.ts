import { sentence } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaLimit } from '../connector.ts'
import { checkByLimits, type DraftPart } from '../kit/media/check-by-limits.ts'
import { unlimited, upTo } from '../kit/media/media-limits.ts'
import { countingBy, textUpTo } from '../kit/text/count-text.ts'
import { mostParts } from './options.ts'
import { lacksForFiles, readSettings } from './settings.ts'
import { mostText } from './text.ts'
import { warn } from './warn.ts'

/** Source: docs.slack.dev/reference/methods/files.getUploadURLExternal, `alt_txt_too_large`. */
const altTextMax = 1_000
/** Source: slack.com/help/articles/201330736: a gigabyte for each file. */
const maxBytes = 1_000_000_000

const kinds: readonly MediaLimit[] = [
  { ...unlimited, kind: 'image', types: ['image/jpeg', 'image/png', 'image/webp'], maxBytes },
  { ...unlimited, kind: 'gif', types: ['image/gif'], maxBytes },
  { ...unlimited, kind: 'video', types: ['video/mp4', 'video/quicktime', 'video/webm'], maxBytes },
  { ...unlimited, kind: 'document', types: ['application/pdf'], maxBytes },
]

/** The limits, which are the same for all channels. README.md has the source of each. */
export function limits(account: Account | null): Limits {
  return {
    text: textUpTo(mostText, 'utf16'),
    media: { required: false, kinds, sets: [upTo(10, 'image', 'gif', 'video', 'document')], altTextMax },
    placements: null,
    threadMax: mostParts,
    rates: [
      { per: 'account', of: account?.externalId ?? '', posts: 1, everyMs: 1_000 },
      { per: 'server', of: account ? readSettings(account).teamId : '', posts: 100, everyMs: 60_000 },
    ],
  }
}

/** Everything that Slack is certain to refuse. */
export function check(draft: Draft, account: Account): Checked {
  const checked = checkByLimits(draft, limits(account), {
    network: 'Slack',
    counting: countingBy('utf16'),
    altTextUnit: 'codepoint',
    findPlaces: findRanges,
    checkPart: (part, at) => checkFiles(part, at, account),
  })
  return { ...checked, warnings: [...checked.warnings, ...warn(draft, account)] }
}

function checkFiles({ media }: DraftPart, at: string, account: Account): DraftProblem[] {
  const scope = lacksForFiles(account)
  if (media.length === 0 || scope === null) return []
  const detail = sentence(
    'Files need the permission {scope}. Add it to the app, and connect the channel again.',
    { scope },
  )
  return [{ pointer: `${at}/media`, code: 'permission_missing', detail }]
}
