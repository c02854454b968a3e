import { asObject, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type {
  Choice,
  ChoicesPower,
  ConnectIo,
  DeletePower,
  EditPower,
  Figure,
  Measured,
  MeasurePower,
  PublishedPost,
} from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import {
  type Access,
  accessOf,
  askPinterest,
  dialect,
  isGone,
  listFromPinterest,
  mustSucceed,
} from './api.ts'
import { isSandbox } from './settings.ts'

/** Deletes a Pin. Source: `pins/delete` of Pinterest’s description of its API. */
export const deletePins: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async (post, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const answer = await askPinterest({ method: 'DELETE', path: pathOf(post) }, access, io)
    if (!isGone(answer)) mustSucceed(answer, access.token, io)
  },
}

/** Changes the words of a Pin, which Pinterest lets some apps do only. Source: `pins/update`, in beta. */
export const editPins: EditPower = {
  power: 'edit',
  options: ['title', 'link'],
  refusal: () => null,
  edit: async ({ post, text, changes }, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const json = { description: text.toWellFormed(), ...wordsOf(changes) }
    const answer = await askPinterest({ method: 'PATCH', path: pathOf(post), json }, access, io)
    if (isGone(answer)) return 'gone'
    mustSucceed(answer, access.token, io)
    return 'edited'
  },
}

function wordsOf(changes: JsonObject): JsonObject {
  const named = ['title', 'link'].flatMap((name) => {
    const value = textOf(changes[name])
    return value === null ? [] : [[name, value.toWellFormed()] as const]
  })
  return Object.fromEntries(named)
}

/** Figures of all the time a Pin is there. Source: `pin_metrics` of `pins/get`, one call for each Pin. */
export const measurePins: MeasurePower = {
  power: 'measure',
  figures: ['views', 'likes', 'comments', 'saves', 'clicks'],
  most: 10,
  // Ten calls of the 1,000 reads that an app may make for an account in a minute.
  rates: [{ per: 'account', calls: 10, everyMs: 60_000 }],
  refusal: (account) => (isSandbox(account) ? 'Pinterest’s sandbox has no figures of Pins.' : null),
  measure: async (posts, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const measured: (Measured | null)[] = []
    for (const post of posts) measured.push(await measureOne(post, access, io))
    return measured
  },
}

async function measureOne(post: PublishedPost, access: Access, io: ConnectIo): Promise<Measured | null> {
  const call = { path: pathOf(post), query: { pin_metrics: 'true' } }
  const answer = await askPinterest(call, access, io)
  if (isGone(answer)) return null
  const { pin_metrics: metrics } = readObject(dialect, mustSucceed(answer, access.token, io))
  return readFigures(asObject(asObject(metrics)?.lifetime_metrics) ?? {})
}

const members = {
  views: 'impression',
  likes: 'reaction',
  comments: 'comment',
  saves: 'save',
  clicks: 'pin_click',
} as const

/** A figure that Pinterest does not tell is left out. */
function readFigures(metrics: JsonObject): Measured {
  const entries = Object.entries(members).map(([figure, name]): [string, Json | undefined] => [
    figure,
    metrics[name],
  ])
  const whole = entries.filter(([, count]) => Number.isSafeInteger(count) && Number(count) >= 0)
  return Object.fromEntries(whole) satisfies Partial<Record<Figure, number>>
}

function pathOf({ remoteId }: PublishedPost): string {
  return `/pins/${encodeURIComponent(remoteId)}`
}

const mostPages = 4
const mostOnPage = 250

/** The boards of the account, also those that it shares with others. */
export const boardChoices: ChoicesPower = {
  power: 'choices',
  options: ['board_ids'],
  list: async ({ account, credentials, query }, io) => {
    const boards = await readBoards(accessOf(account, credentials), io)
    const words = query.trim().toLowerCase()
    const choices = boards.map((board) => choiceOf(board, account.username))
    return choices.filter(({ label }) => label.toLowerCase().includes(words))
  },
}

async function readBoards(access: Access, io: ConnectIo): Promise<JsonObject[]> {
  const found: JsonObject[] = []
  let bookmark: string | null = ''
  for (let read = 0; read < mostPages && bookmark !== null; read++) {
    const query = { page_size: String(mostOnPage), ...(bookmark && { bookmark }) }
    const page = await listFromPinterest('/boards', query, access, io)
    found.push(...page.items)
    bookmark = page.bookmark
  }
  return found
}

/** Boards of other people are told apart by their owners, and those that not everybody sees by that. */
function choiceOf(board: JsonObject, username: string): Choice {
  const value = textOf(board.id) ?? ''
  const owner = textOf(asObject(board.owner)?.username)
  const privacy = textOf(board.privacy)
  const details = [
    ...(owner === null || owner === username ? [] : [`@${owner}`]),
    ...(privacy === null || privacy === 'PUBLIC' ? [] : [privacy.toLowerCase()]),
  ]
  return { value, label: textOf(board.name) || value, detail: details.join(', ') || null }
}
