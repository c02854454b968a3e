import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, Limits } from '../connector.ts'
import { checkByLimits } from '../kit/media/check-by-limits.ts'
import { unlimited, upTo } from '../kit/media/media-limits.ts'
import { countingBy, textUpTo } from '../kit/text/count-text.ts'
import { readSettings } from './settings.ts'

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

const usualCharacters = 500

/** The limits of the account's plan; those of the smallest plan without an account. Source: docs.perch.example/limits. */
export function limits(account: Account | null): Limits {
  return {
    text: textUpTo(account ? readSettings(account).maxCharacters : usualCharacters, 'codepoint'),
    media: {
      required: false,
      // Pictures of any size are taken, because they are made to fit before they are uploaded.
      kinds: [{ ...unlimited, kind: 'image', types: imageTypes }],
      sets: [upTo(4, 'image')],
      altTextMax: 1_000,
    },
    placements: null,
    threadMax: 25,
    rates: [{ per: 'account', of: account?.externalId ?? '', posts: 300, everyMs: 3 * 3_600_000 }],
  }
}

/** Everything that the network is certain to refuse. Rules of its own go into `checkPart` and `checkMedium`. */
export function check(draft: Draft, account: Account): Checked {
  return checkByLimits(draft, limits(account), {
    network: 'Perch',
    counting: countingBy('codepoint'),
    altTextUnit: 'codepoint',
    findPlaces: findRanges,
  })
}
