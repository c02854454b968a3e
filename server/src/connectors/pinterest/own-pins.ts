import { type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type CommitStep, type ConnectIo, Failure, type PublishedPost } from '../connector.ts'
import { earliestTime, isMadeSince, isSameText, type PostsPage } from '../kit/match-own-posts.ts'
import { type Access, accessOf, idOf, listFromPinterest, website } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { altTextOf, boardOf, readChoices } from './options.ts'

/** The number of Pins that are looked at: of a board that many people pin to, those of others too. At most 250. */
const listedAtOnce = 100

/** The Pins that a board shows first. @throws Failure unless all of them can be read */
export async function readBoard(
  boardId: string,
  access: Access,
  io: ConnectIo,
): Promise<{ answer: OutboundAnswer; pins: readonly JsonObject[] }> {
  const query = { page_size: String(listedAtOnce) }
  const path = `/boards/${encodeURIComponent(boardId)}/pins`
  const { answer, items } = await listFromPinterest(path, query, access, io)
  if (items.some((pin) => readPin(pin) === null))
    throw new Failure('unavailable', 'Pinterest did not show the Pins of the board.')
  return { answer, pins: items }
}

/** The Pins that can be no others than ours. @throws Failure */
export async function findOurPins(
  step: CommitStep,
  io: ConnectIo,
  credentials: JsonObject,
): Promise<PostsPage> {
  const access = accessOf(step.account, credentials)
  const { answer, pins } = await readBoard(boardOf(step.draft), access, io)
  const earliest = earliestTime(step.firstSentAt, answer, io.now())
  const ours = pins.filter((pin) => isOurs(pin, step, earliest)).map(readPin)
  return { isFull: pins.length >= listedAtOnce, ours: ours.filter((pin) => pin !== null) }
}

/** All words of a Pin, its link and its time: a picture has no name by which it could be known. */
function isOurs(pin: JsonObject, { draft, artefacts }: CommitStep, earliest: Date): boolean {
  if (readArtefacts(artefacts).seen?.includes(textOf(pin.id) ?? '')) return false
  if (pin.is_owner === false) return false
  const { title, link } = readChoices(draft)
  return (
    isSameText(textOf(pin.title), title) &&
    isSameText(textOf(pin.description), draft.text) &&
    isSameText(textOf(pin.alt_text), altTextOf(draft)) &&
    isSameLink(textOf(pin.link), link) &&
    isMadeSince(earliest, timeOf(textOf(pin.created_at)))
  )
}

function isSameLink(shown: string | null, ours: string | null): boolean {
  return hrefOf(shown) === hrefOf(ours)
}

function hrefOf(link: string | null): string {
  return link === null ? '' : (URL.parse(link)?.href ?? link)
}

/** Some times of the API name no zone: all are in UTC. */
function timeOf(created: string | null): string | null {
  return created === null || /(Z|[+-]\d{2}:?\d{2})$/i.test(created) ? created : `${created}Z`
}

/** A Pin as the API shows it; null if it has no id. */
export function readPin(pin: JsonObject | null): PublishedPost | null {
  const remoteId = idOf(pin?.id)
  return remoteId === null ? null : { remoteId, url: `${website}/pin/${remoteId}/`, reference: null }
}
