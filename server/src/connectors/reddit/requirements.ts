import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import { sentence, type Words } from '../../lib/text/sentence.ts'
import type { Draft } from '../connector.ts'
import { kindOf, readChoices, wordsOf } from './options.ts'

/**
 * The rules of a community that a post breaks for certain, the first of them in words; null where it breaks none. Lengths have no
 * unit and words no rule for capitals, so a rule counts as broken only where it is in every reading. Its regular expressions are left
 * to Reddit. Source: GET /api/v1/{subreddit}/post_requirements at www.reddit.com/dev/api.
 */
export function brokenRule(rules: JsonObject, draft: Draft): Words | null {
  const { title, body } = wordsOf(draft)
  return (
    brokenFlair(rules, draft) ??
    brokenLength(title, rules.title_text_min_length, rules.title_text_max_length, ofTitle) ??
    brokenWords(title, rules.title_required_strings, rules.title_blacklisted_strings, ofTitle) ??
    (kindOf(draft) === 'self' ? brokenBody(body, rules) : null) ??
    brokenLink(rules, draft) ??
    brokenGallery(rules, draft)
  )
}

function brokenFlair(rules: JsonObject, draft: Draft): Words | null {
  const { flairId, flairText } = readChoices(draft)
  if (rules.is_flair_required !== true || flairId !== null || flairText !== null) return null
  return 'The community wants a flair with every post. Choose one of its flairs.'
}

function brokenBody(body: string, rules: JsonObject): Words | null {
  if (rules.body_restriction_policy === 'notAllowed' && body !== '')
    return 'The community takes a title alone, without a text below it.'
  if (rules.body_restriction_policy === 'required' && body === '')
    return 'The community wants a text below the title.'
  if (body === '') return null
  return (
    brokenLength(body, rules.body_text_min_length, rules.body_text_max_length, ofText) ??
    brokenWords(body, rules.body_required_strings, rules.body_blacklisted_strings, ofText)
  )
}

/** The sentences of one kind of words. */
interface Complaints {
  tooShort(min: number): Words
  tooLong(max: number): Words
  lacking(words: string): Words
  forbidden(words: string): Words
}

const ofTitle: Complaints = {
  tooShort: (min) => sentence('The community wants a title of {min} characters or more.', { min }),
  tooLong: (max) => sentence('The community wants a title of {max} characters or fewer.', { max }),
  lacking: (words) => sentence('The community wants one of these in the title: {words}.', { words }),
  forbidden: (words) => sentence('The community does not allow this in a title: {words}.', { words }),
}

const ofText: Complaints = {
  tooShort: (min) => sentence('The community wants a text of {min} characters or more.', { min }),
  tooLong: (max) => sentence('The community wants a text of {max} characters or fewer.', { max }),
  lacking: (words) => sentence('The community wants one of these in the text: {words}.', { words }),
  forbidden: (words) => sentence('The community does not allow this in a text: {words}.', { words }),
}

function brokenLength(
  words: string,
  least: Json | undefined,
  most: Json | undefined,
  complaints: Complaints,
): Words | null {
  const [min, max] = [lengthOf(least), lengthOf(most)]
  if (min !== null && words.length < min) return complaints.tooShort(min)
  if (max !== null && [...words].length > max) return complaints.tooLong(max)
  return null
}

function brokenWords(
  words: string,
  required: Json | undefined,
  forbidden: Json | undefined,
  complaints: Complaints,
): Words | null {
  const wanted = listOf(required)
  const lower = words.toLowerCase()
  if (wanted.length > 0 && !wanted.some((each) => lower.includes(each.toLowerCase())))
    return complaints.lacking(wanted.slice(0, 10).join(', '))
  const found = listOf(forbidden).find((each) => words.includes(each))
  return found === undefined ? null : complaints.forbidden(found)
}

function brokenLink(rules: JsonObject, draft: Draft): Words | null {
  const host = URL.parse(readChoices(draft).url ?? '')?.hostname
  if (kindOf(draft) !== 'link' || host === undefined) return null
  const isIn = (domains: readonly string[]) =>
    domains.some((domain) => host === domain.toLowerCase() || host.endsWith(`.${domain.toLowerCase()}`))
  const { link_restriction_policy: policy } = rules
  const isRefused =
    (policy === 'blacklist' && isIn(listOf(rules.domain_blacklist))) ||
    (policy === 'whitelist' && !isIn(listOf(rules.domain_whitelist)))
  return isRefused ? sentence('The community takes no links to {host}.', { host }) : null
}

function brokenGallery(rules: JsonObject, draft: Draft): Words | null {
  if (kindOf(draft) !== 'gallery') return null
  const count = draft.media.length
  const [min, max] = [lengthOf(rules.gallery_min_items), lengthOf(rules.gallery_max_items)]
  if (min !== null && count < min)
    return sentence('The community wants galleries of {min} pictures or more.', { min })
  if (max !== null && count > max)
    return sentence('The community wants galleries of {max} pictures or fewer.', { max })
  const isBare = draft.media.some(({ altText }) => altText.trim() === '')
  if (rules.gallery_captions_requirement === 'required' && isBare)
    return 'The community wants a caption for each picture of a gallery: write its alt text.'
  return null
}

function lengthOf(json: Json | undefined): number | null {
  return typeof json === 'number' && Number.isSafeInteger(json) && json > 0 ? json : null
}

function listOf(json: Json | undefined): string[] {
  return isArray(json) ? json.flatMap((each) => textOf(each)?.trim() || []) : []
}

/** The rules as they are answered; empty where Reddit tells none. */
export function rulesIn(json: Json): JsonObject {
  return asObject(json) ?? {}
}
