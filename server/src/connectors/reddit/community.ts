import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { sentence, type Words } from '../../lib/text/sentence.ts'
import { type ConnectIo, type Draft, Failure, type Step } from '../connector.ts'
import { type Access, askReddit, callReddit, dataOf, mustSucceed } from './api.ts'
import { profileOf } from './names.ts'
import { communityOf, kindOf, readChoices } from './options.ts'
import { brokenRule, rulesIn } from './requirements.ts'

/**
 * Asks the community whether it takes the post, as far as it says so before one is made, and which flair the text of one means. The
 * account's own profile takes everything and has no flairs of its own. @throws Failure with the rule that is broken
 */
export async function askCommunity(
  { draft, account }: Pick<Step, 'draft' | 'account'>,
  access: Access,
  io: ConnectIo,
): Promise<{ flairId: string | null }> {
  const name = communityOf(draft, account)
  const { flairId, flairText } = readChoices(draft)
  if (name.toLowerCase() !== profileOf(account).toLowerCase()) await mustTake(name, draft, access, io)
  if (flairId !== null || flairText === null) return { flairId }
  return { flairId: await findFlair(name, flairText, access, io) }
}

async function mustTake(name: string, draft: Draft, access: Access, io: ConnectIo): Promise<void> {
  const path = `/r/${encodeURIComponent(name)}`
  const about = readAbout(await askReddit({ path: `${path}/about` }, access, io), name, access, io)
  refuse(closedTo(about), 'forbidden')
  refuse(kindRefused(about, draft), 'invalid')
  // The rules for posts do not hold for moderators.
  if (about.user_is_moderator === true) return
  const asked = await askReddit({ path: `/api/v1/${encodeURIComponent(name)}/post_requirements` }, access, io)
  // Not every community has them.
  const hasNone = asked.status === 403 || asked.status === 404
  if (!hasNone) refuse(brokenRule(rulesIn(mustSucceed(asked, access.token, io).json), draft), 'invalid')
}

function refuse(why: Words | null, kind: 'invalid' | 'forbidden'): void {
  if (why !== null) throw new Failure(kind, why)
}

/** A name that nobody has leads to a search, or to another kind of thing. */
function readAbout(answer: OutboundAnswer, name: string, { token }: Access, io: ConnectIo): JsonObject {
  const isSearch = answer.status >= 300 && answer.status < 400
  const reason = textOf(asObject(answer.json)?.reason)
  if (isSearch || (answer.status === 404 && reason === null && asObject(answer.json) !== null))
    throw new Failure('invalid', sentence('Reddit has no community r/{name}.', { name }))
  if (reason === 'banned') throw new Failure('forbidden', sentence('Reddit has closed r/{name}.', { name }))
  if (reason === 'private')
    throw new Failure(
      'forbidden',
      sentence('The community r/{name} is private, and the account is no member.', { name }),
    )
  const about = dataOf(mustSucceed(answer, token, io).json)
  if (textOf(about?.display_name)?.toLowerCase() === name.toLowerCase() && about) return about
  throw new Failure('unavailable', 'Reddit did not show the community.')
}

/** Why nobody like the account posts there. */
function closedTo(about: JsonObject): Words | null {
  if (about.user_is_banned === true) return 'The account is banned from the community.'
  const isTrusted = about.user_is_moderator === true || about.user_is_contributor === true
  if (about.subreddit_type === 'archived') return 'The community is archived: nobody posts there any more.'
  if (about.subreddit_type === 'restricted' && about.restrict_posting === true && !isTrusted)
    return 'Only people whom its moderators approved post in this community.'
  return null
}

/** Why the community takes no post of this kind. */
function kindRefused(about: JsonObject, draft: Draft): Words | null {
  const kind = kindOf(draft)
  if (about.submission_type === 'link' && kind === 'self')
    return 'The community takes links and media, and no texts.'
  if (about.submission_type === 'self' && kind !== 'self') return 'The community takes texts alone.'
  if (about.allow_images === false && (kind === 'image' || kind === 'gallery'))
    return 'The community takes no pictures.'
  if (about.allow_galleries === false && kind === 'gallery') return 'The community takes no galleries.'
  if (about.allow_videos === false && kind === 'video') return 'The community takes no videos.'
  return null
}

/** Source: GET /r/{subreddit}/api/link_flair_v2 at www.reddit.com/dev/api. */
async function findFlair(name: string, text: string, access: Access, io: ConnectIo): Promise<string> {
  const path = `/r/${encodeURIComponent(name)}/api/link_flair_v2`
  const { json } = await callReddit({ path }, access, io)
  if (!isArray(json)) throw new Failure('unavailable', 'Reddit did not show the flairs of the community.')
  const flairs = json.flatMap((each) => {
    const { id, text: shown, mod_only: isForModerators } = asObject(each) ?? {}
    const [flairId, label] = [textOf(id), textOf(shown)]
    return flairId === null || label === null || isForModerators === true ? [] : [{ flairId, label }]
  })
  const found = flairs.find(({ label }) => isSameLabel(label, text))
  if (found) return found.flairId
  const labels = flairs.slice(0, 20).map(({ label }) => `“${label}”`)
  throw new Failure(
    'invalid',
    labels.length === 0
      ? 'The community has no flairs that people may choose.'
      : sentence('The community has no such flair. It has {flairs}.', { flairs: labels.join(', ') }),
  )
}

function isSameLabel(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
