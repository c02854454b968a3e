import { sentence, type Words, word } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, PostRate } from '../connector.ts'
import { checkByLimits, type DraftPart } from '../kit/media/check-by-limits.ts'
import { checkPoll } from '../kit/poll.ts'
import { countingBy, countText } from '../kit/text/count-text.ts'
import { mediaLimitsOf } from './media-kinds.ts'
import { mostParts, readChoices } from './options.ts'
import { readLimits, readSettings, rulesFor, type ServerLimits } from './settings.ts'
import { rulesOf, type Software } from './software.ts'

/** The limits of the account's own server; Misskey's usual ones without an account. */
export function limits(account: Account | null): Limits {
  const rules = account ? rulesFor(account) : rulesOf('misskey')
  const server = account ? readSettings(account).limits : readLimits({})
  const label = 'Content warning'
  const max = warningMax(rules, server)
  return {
    text: {
      max: server.maxText,
      unit: rules.unit,
      also: [],
      linkCost: null,
      rules: {
        weights: null,
        links: null,
        mentions: null,
        fields: [{ option: 'spoiler_text', label, max, unit: rules.unit, countsWithText: false }],
      },
    },
    media: mediaLimitsOf(server, rules),
    placements: null,
    threadMax: mostParts,
    rates: rateOf(rules, server).map((rate) => ({ per: 'account', of: account?.externalId ?? '', ...rate })),
  }
}

/** A factor makes the span longer and the posts in it fewer. Source: RateLimiterService of Misskey. */
function rateOf({ rate }: Software, { rateFactor }: ServerLimits): Pick<PostRate, 'posts' | 'everyMs'>[] {
  if (!rate || rateFactor === 0) return []
  const posts = Math.max(1, Math.floor(rate.posts / rateFactor))
  return [{ posts, everyMs: Math.max(1_000, Math.round(rate.everyMs * rateFactor)) }]
}

function warningMax(rules: Software, { maxWarning }: ServerLimits): number {
  return maxWarning ?? rules.warningMax
}

/** Everything the account's server is certain to refuse, and what it would do in silence. */
export function check(draft: Draft, account: Account): Checked {
  const rules = rulesFor(account)
  const checked = checkByLimits(draft, limits(account), {
    network: word('This server'),
    counting: countingBy(rules.unit),
    altTextUnit: rules.unit,
    // A poll needs no words beside it.
    mayBeEmpty: readChoices(draft.options).poll !== null,
    findPlaces: findRanges,
    checkPart,
  })
  return {
    ...checked,
    problems: [...checked.problems, ...checkOptions(draft, rules, readSettings(account).limits)],
    warnings: [...checked.warnings, ...warnOfVisibility(draft, account)],
  }
}

function checkPart({ text }: DraftPart, at: string): DraftProblem[] {
  if (!text.includes('\0')) return []
  const detail = 'This text has a NUL character, which nothing can show.'
  return [{ pointer: `${at}/text`, code: 'text_invalid', detail }]
}

function checkOptions({ options }: Draft, rules: Software, server: ServerLimits): DraftProblem[] {
  const { spoilerText, channel, visibility, poll } = readChoices(options)
  const problems: DraftProblem[] = []
  const say = (option: string, code: string, detail: Words) =>
    problems.push({ pointer: `/options/${option}`, code, detail })
  const max = warningMax(rules, server)
  if (countText(spoilerText, rules.unit) > max)
    say(
      'spoiler_text',
      'text_too_long',
      sentence('A content warning here has up to {max} characters.', { max }),
    )
  if (channel !== null && !/^[a-zA-Z0-9]+$/.test(channel))
    say('channel', 'channel_unknown', 'This is no channel of the server. Choose one from the list.')
  // The server would make such a post public without a word.
  if (channel !== null && visibility !== null && visibility !== 'public')
    say(
      'visibility',
      'visibility_unknown',
      'Posts in a channel are public on its server. Leave one of the two out.',
    )
  if (poll) {
    const count = (option: string) => countText(option, rules.unit)
    problems.push(...checkPoll(poll, { ...pollLimits, maxLength: rules.pollOptionMax, count }))
  }
  return problems
}

/** The number of answers is Misskey's; it takes any duration. */
const pollLimits = { maxOptions: 10, minSeconds: 60, maxSeconds: 366 * 24 * 3_600 }

function warnOfVisibility({ options }: Draft, account: Account): DraftProblem[] {
  const { visibility, channel } = readChoices(options)
  if (readSettings(account).mayPostPublicly || channel !== null) return []
  if (visibility !== null && visibility !== 'public') return []
  const detail = 'The server shows posts of this account in home timelines only.'
  return [{ pointer: '/options/visibility', code: 'visibility_narrowed', detail }]
}
