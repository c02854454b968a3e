import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { CommitStep, Io, Settled } from '../connector.ts'
import {
  earliestWithRoom,
  isMadeSince,
  isSameText,
  matchOwnPosts,
  type PostsPage,
} from '../kit/match-own-posts.ts'
import { accessOf } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { publishedIn } from './commit.ts'
import { listOwn } from './own-posts.ts'
import { placeOf } from './prepare.ts'
import { isSameAddress, isSameBody } from './words.ts'

/** Looks for our post, or our comment, among the account's own, and claims nothing where none matches. @throws Failure */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  return matchOwnPosts({ list: () => findOurs(step, io), before: null })
}

// Clocks may differ by minutes, and a page more costs one call.
const skewMs = 10 * 60_000

async function findOurs(step: CommitStep, io: Io): Promise<PostsPage> {
  const known = readArtefacts(step.artefacts)
  const access = accessOf(step.account, io.credentials)
  const since = new Date(step.firstSentAt.getTime() - skewMs)
  const { answer, things } = await listOwn(placeOf(step, known), step.account, since, access, io)
  const earliest = earliestWithRoom(step.firstSentAt, answer, io.now())
  const ours = things.filter(
    ({ remoteId, shown }) =>
      !known.seen?.includes(remoteId) &&
      isMadeSince(earliest, textOf(shown.published)) &&
      isOurs(shown, step),
  )
  return {
    isFull: false,
    ours: ours.map(({ shown }) => publishedIn(shown, step)).filter((post) => post !== null),
  }
}

/**
 * The title, the link or the picture, and the words, or the words and the place of a comment. A picture is of one post alone. Everything
 * is compared with the very bytes that were sent.
 */
function isOurs(shown: JsonObject, { commit, replyTo }: CommitStep): boolean {
  const sent = typeof commit.body === 'string' ? asObject(JSON.parse(commit.body)) : null
  if (!sent) throw new Error('This post was composed as something other than JSON.')
  if (replyTo)
    return (
      parentOf(shown) === (sent.parent_id ?? null) &&
      isSameBody(textOf(shown.content) ?? '', textOf(sent.content) ?? '')
    )
  return (
    isSameText(textOf(shown.name), textOf(sent.name)) &&
    isSameAddress(textOf(shown.url), textOf(sent.url)) &&
    isSameBody(textOf(shown.body) ?? '', textOf(sent.body) ?? '')
  )
}

/** The comment that another answers; null for one below the post itself. A path is `0.12.34`, from the post down to the comment. */
function parentOf({ path }: JsonObject): number | null {
  const above = Number(textOf(path)?.split('.').at(-2))
  return above > 0 ? above : null
}
