import { sentence } from '../../lib/text/sentence.ts'
import type { Account, Checked, Draft, DraftProblem, Limits } from '../connector.ts'
import { checkByLimits } from '../kit/media/check-by-limits.ts'
import { unlimited, upTo } from '../kit/media/media-limits.ts'
import { countingBy, textUpTo } from '../kit/text/count-text.ts'
import { findPlaces, wrongNamesIn } from './note.ts'
import { readSettings } from './settings.ts'

/** Half of what common relays take of an event, because escapes and tags come to the text. README.md has the sources. */
const mostTextBytes = 30_000
const mostPictureBytes = 20_000_000
const mostVideoBytes = 100_000_000

export const noMediaServer =
  'This account has no media server. Connect it again and name one, where its pictures and videos are to be.'

/** The limits, which are the same for all accounts. No relay says how much it takes of an account in which time. */
export function limits(_account: Account | null): Limits {
  return {
    text: textUpTo(mostTextBytes, 'utf8'),
    media: {
      required: false,
      kinds: [
        {
          ...unlimited,
          kind: 'image',
          types: ['image/jpeg', 'image/png', 'image/webp'],
          maxBytes: mostPictureBytes,
        },
        { ...unlimited, kind: 'gif', types: ['image/gif'], maxBytes: mostPictureBytes },
        { ...unlimited, kind: 'video', types: ['video/mp4'], maxBytes: mostVideoBytes },
      ],
      sets: [upTo(8, 'image', 'gif', 'video')],
      altTextMax: 2_000,
    },
    placements: null,
    threadMax: 25,
    rates: [],
  }
}

/** Everything that is certain to be refused. */
export function check(draft: Draft, account: Account): Checked {
  const hasServer = readSettings(account).mediaServer !== null
  const checked = checkByLimits(draft, limits(account), {
    network: 'Nostr',
    counting: countingBy('utf8'),
    altTextUnit: 'codepoint',
    findPlaces,
    checkPart: ({ media }, at) =>
      hasServer || media.length === 0
        ? []
        : [{ pointer: `${at}/media`, code: 'media_server_missing', detail: noMediaServer }],
  })
  return { ...checked, warnings: [...checked.warnings, ...warnOfNames(draft)] }
}

function warnOfNames(draft: Draft): DraftProblem[] {
  return [draft, ...draft.thread].flatMap(({ text }, index) =>
    wrongNamesIn(text).map((name) => ({
      pointer: index === 0 ? '/text' : `/thread/${index - 1}/text`,
      code: 'mention_unreadable',
      detail: sentence('A letter of {name} is wrong, so that nobody is mentioned.', { name }),
    })),
  )
}
