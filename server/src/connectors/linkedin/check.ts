import { sentence } from '../../lib/text/sentence.ts'
import type { Account, Checked, Draft, DraftProblem, Limits } from '../connector.ts'
import { checkByLimits } from '../kit/media/check-by-limits.ts'
import { anyShape, unlimited, upTo } from '../kit/media/media-limits.ts'
import { countingBy } from '../kit/text/count-text.ts'
import { findPlaces, mentionCosts, toLittleText, wordsOf } from './little-text.ts'
import { readChoices } from './options.ts'
import { isOrganization } from './settings.ts'
import { namedMentions } from './text-rules.ts'

export const imageTypes = ['image/jpeg', 'image/png'] as const

const mostCharacters = 3_000
const mostPages = 300
// LinkedIn gives two limits for videos. The larger one is kept, and the smaller one is warned of.
const mostVideoBytes = 5_000_000_000
const usualVideoBytes = 500_000_000
const leastVideoBytes = 75_000
// Pictures have fewer pixels than 36,152,320.
const shape = { ...anyShape, maxPixels: 36_152_319 }
/** A limit of our own: LinkedIn documents none, and other programs name 5 to 69 MB. One that is refused is sent smaller. */
export const mostImageBytes = 8_000_000
/** Its square is within the most pixels that a picture may have. */
export const longestSide = 6_000
const pictureShape = { ...shape, maxWidth: longestSide, maxHeight: longestSide }

const network = 'LinkedIn'

/** The limits, which are the same for people and pages. README.md has the source of each. */
export function limits(_account: Account | null): Limits {
  return {
    text: { max: mostCharacters, unit: 'codepoint', also: [], linkCost: null, rules: namedMentions },
    media: {
      required: false,
      kinds: [
        { ...unlimited, kind: 'image', types: imageTypes, maxBytes: mostImageBytes, shape: pictureShape },
        { ...unlimited, kind: 'gif', types: ['image/gif'], shape },
        {
          ...unlimited,
          kind: 'video',
          types: ['video/mp4'],
          maxBytes: mostVideoBytes,
          minDurationMs: 3_000,
          maxDurationMs: 30 * 60_000,
        },
        { ...unlimited, kind: 'document', types: ['application/pdf'], maxBytes: 100_000_000 },
      ],
      sets: [upTo(20, 'image', 'gif'), upTo(1, 'video'), upTo(1, 'document')],
      altTextMax: 4_086,
    },
    placements: null,
    threadMax: 1,
    // They are told in the developer portal alone, and are different for each app.
    rates: [],
  }
}

/** Everything that the network is certain to refuse, and warnings of what its documentation leaves open. */
export function check(draft: Draft, account: Account): Checked {
  const checked = checkByLimits(draft, limits(account), {
    network,
    counting: countingBy('codepoint', mentionCosts),
    altTextUnit: 'utf16',
    findPlaces,
    checkMedium: ({ pages }, pointer) => {
      if (pages === null || pages <= mostPages) return []
      const detail = sentence('{network} shows documents of up to {mostPages} pages; this one has {pages}.', {
        network,
        mostPages,
        pages,
      })
      return [{ pointer, code: 'media_too_long', detail }]
    },
  })
  return { ...checked, warnings: [...checked.warnings, ...warningsOf(draft, account)] }
}

function warningsOf({ text, media, options }: Draft, account: Account): DraftProblem[] {
  const { documentTitle, visibility } = readChoices(options)
  const warnings = media.flatMap((medium, index) => mediumWarnings(medium, `/media/${index}`))
  const warn = (pointer: string, code: string, detail: string) => warnings.push({ pointer, code, detail })
  if (wordsOf(toLittleText(text)).length > mostCharacters && Array.from(text).length <= mostCharacters)
    warn(
      '/text',
      'text_maybe_too_long',
      'LinkedIn does not say how it counts emoji. It may refuse this text as too long.',
    )
  if (isOrganization(account) && visibility === 'connections')
    warn(
      '/options/visibility',
      'visibility_uncertain',
      'A page has no connections. LinkedIn may refuse this visibility.',
    )
  if (documentTitle !== null && !media.some(({ kind }) => kind === 'document'))
    warn('/options/document_title', 'option_unused', 'This post has no document, so no title is shown.')
  return warnings
}

function mediumWarnings({ kind, bytes, altText }: Draft['media'][number], pointer: string): DraftProblem[] {
  const warnings: DraftProblem[] = []
  if (altText !== '' && (kind === 'video' || kind === 'document')) {
    const detail = 'LinkedIn shows alt texts of pictures only.'
    warnings.push({ pointer: `${pointer}/alt_text`, code: 'alt_text_ignored', detail })
  }
  if (kind === 'video' && (bytes < leastVideoBytes || bytes > usualVideoBytes)) {
    const detail = 'LinkedIn says that videos have 75 kB to 500 MB. It may refuse this one.'
    warnings.push({ pointer, code: 'media_size_uncertain', detail })
  }
  return warnings
}
