import { isKnownLanguage, isLanguageTag } from '../../lib/text/language-tag.ts'
import { sentence, type Words, word } from '../../lib/text/sentence.ts'
import type { Account, Checked, Draft, DraftProblem, Limits } from '../connector.ts'
import { checkByLimits, type DraftPart } from '../kit/media/check-by-limits.ts'
import { checkPoll, type Poll, pollProblem } from '../kit/poll.ts'
import { countText } from '../kit/text/count-text.ts'
import { kindsOf, setsOf } from './media-kinds.ts'
import { mostParts, readChoices } from './options.ts'
import { type InstanceLimits, readLimits, readSettings, rulesFor } from './settings.ts'
import { rulesOf, type Software } from './software.ts'
import { countingOf, findPlaces } from './text.ts'
import { textRulesOf } from './text-rules.ts'

/** The limits of the account's own instance; Mastodon's usual ones without an account. */
export function limits(account: Account | null): Limits {
  const rules = account ? rulesFor(account) : rulesOf('mastodon')
  const instance = account ? readSettings(account).limits : readLimits({})
  return {
    text: {
      max: instance.maxCharacters,
      unit: rules.unit,
      also: [],
      linkCost: rules.shortens ? instance.charactersReservedPerUrl : null,
      rules: textRulesOf(rules, instance),
    },
    media: {
      required: rules.isGallery,
      kinds: kindsOf(instance),
      sets: setsOf(instance, rules),
      altTextMax: instance.descriptionLimit,
    },
    placements: null,
    threadMax: mostParts,
    rates: rules.rate ? [{ per: 'account', of: account?.externalId ?? '', ...rules.rate }] : [],
  }
}

/** Everything the account's server is certain to refuse. */
export function check(draft: Draft, account: Account): Checked {
  const rules = rulesFor(account)
  const instance = readSettings(account).limits
  const { spoilerText: spoiler } = readChoices(draft.options)
  const taken = rules.spoilerMax === null ? countText(spoiler, rules.unit) : 0
  const checked = checkByLimits(draft, limits(account), {
    network: word('This server'),
    counting: countingOf(rules, instance),
    altTextUnit: 'codepoint',
    beside: { count: taken, note: taken > 0 ? word(', the content warning included') : '' },
    findPlaces,
    checkPart: (part, at) => checkPart(part, at, rules),
  })
  return { ...checked, problems: [...checked.problems, ...checkOptions(draft, rules, instance)] }
}

function checkPart({ text, media }: DraftPart, at: string, { isGallery }: Software): DraftProblem[] {
  const problems: DraftProblem[] = []
  if (text.includes('\0')) {
    const detail = 'This text has a NUL character, which nothing can show.'
    problems.push({ pointer: `${at}/text`, code: 'text_invalid', detail })
  }
  if (isGallery && at !== '' && media.length > 0) {
    const detail = 'Here only the first post of a thread can have media; the others are its comments.'
    problems.push({ pointer: `${at}/media`, code: 'media_kind', detail })
  }
  return problems
}

function checkOptions(draft: Draft, rules: Software, instance: InstanceLimits): DraftProblem[] {
  const { spoilerText: spoiler, language, visibility, poll } = readChoices(draft.options)
  const problems: DraftProblem[] = []
  const say = (option: string, code: string, detail: Words) =>
    problems.push({ pointer: `/options/${option}`, code, detail })
  const spoilerMax = rules.spoilerMax ?? instance.maxCharacters
  if (countText(spoiler, rules.unit) > spoilerMax)
    say(
      'spoiler_text',
      'text_too_long',
      sentence('A content warning here has up to {max} characters.', { max: spoilerMax }),
    )
  const isLanguage = rules.knowsLanguages ? isKnownLanguage : isLanguageTag
  if (language !== null && !isLanguage(language))
    say(
      'language',
      'language_unknown',
      sentence('"{language}" is not a language tag. Use one such as en or pt-BR.', { language }),
    )
  if (visibility === 'private' && !rules.reachesFollowers) {
    const detail = 'On this server a post for followers reaches only those whom it mentions. Use another one.'
    say('visibility', 'visibility_unknown', detail)
  }
  if (visibility === 'direct' && !rules.hasDirect)
    say('visibility', 'visibility_unknown', 'This server has no posts for those mentioned only.')
  if (poll && !rules.hasPolls) say('poll', 'poll_invalid', 'This server makes no polls.')
  else if (poll) problems.push(...checkOwnPoll(poll, draft, rules, instance))
  return problems
}

/** A poll is in the first post of a thread, in place of media. */
function checkOwnPoll(
  poll: Poll,
  { media }: Draft,
  { unit }: Software,
  instance: InstanceLimits,
): DraftProblem[] {
  const limits = {
    maxOptions: instance.pollMaxOptions,
    maxLength: instance.pollMaxCharactersPerOption,
    minSeconds: instance.pollMinExpiration,
    maxSeconds: instance.pollMaxExpiration,
    count: (option: string) => countText(option, unit),
  }
  const beside = pollProblem('', 'A post has a poll or media, not both. Leave one of them out.')
  return [...(media.length > 0 ? [beside] : []), ...checkPoll(poll, limits)]
}
