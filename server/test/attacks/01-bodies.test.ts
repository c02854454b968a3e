import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type Browser, beginAgain, signedIn } from '../app/person.ts'
import { startBrowser } from '../browser.ts'
import { plainFeed } from '../feeds/feed-files.ts'
import { numbered } from '../feeds/feed-house.ts'
import { type Answer, type House, type Send, startHouse } from '../house.ts'
import { startWebSite, type WebSite } from '../servers/web-site.ts'
import { signIn } from '../sign-in.ts'
import { allRows, giveBelongings, giveDeletedBelongings, goodBody, pathWith, roomOf } from './belongings.ts'
import { type DescribedOperation, describedApi, type Schema } from './described-api.ts'
import { type IdPlace, idPlacesOf, type Named, neverNamed, requestWith } from './named-ids.ts'

let house: House
let site: WebSite
let api: IdPlace[]
let app: IdPlace[]
let owner: Browser & { id: string }
let own: Named
let theirs: Named
let theirTest: Named
let ofOtherMode: Named
let deleted: Named
beforeAll(async () => {
  // At a name, for an IP address can have no passkeys.
  site = await startWebSite()
  site.put('/feed.xml', { body: plainFeed(numbered(2)) })
  // The examples of the API name this host.
  house = await startHouse({ worker: false, hasUsualUrl: true, standIns: { 'bakery.example': site.url } })
  const stranger = await house.other()
  owner = await signedIn(house)
  const ofStranger = await namedBy(stranger.workspaceId, stranger.userId)
  own = { ...(await giveBelongings(house, house, 'live')), ...(await namedBy(house.workspaceId, owner.id)) }
  theirs = { ...(await giveBelongings(house, stranger, 'live')), ...ofStranger }
  theirTest = { ...(await giveBelongings(house, stranger, 'test')), ...ofStranger }
  // People, and what they have, are of no mode.
  ofOtherMode = { ...(await giveBelongings(house, house, 'test')), ...ofStranger }
  deleted = { ...(await giveDeletedBelongings(house)), ...ofStranger }
  api = idPlacesOf(
    (await describedApi(house)).filter(({ needsKey }) => needsKey),
    own,
  )
  app = idPlacesOf(await describedApi(house, '/app/openapi.json'), own)
})
afterAll(async () => {
  await house.stop()
  await site.stop()
})

/** The things that bodies of the session API name: a person, a passkey of theirs, a change of their workspace's time zone. */
async function namedBy(workspaceId: string, userId: string) {
  const credential = Buffer.from(newId()).toString('base64url')
  await house.db.run(sql`
    insert into passkeys (id, user_id, name, credential_id, public_key, uses, transports, is_synced)
    values (${newId()}, ${userId}, 'A device', ${credential}, '\\x01', 0, '{}', false)`)
  const person = await beginAgain(house, { id: userId, email: '' })
  const body = { timezone: 'Europe/Paris', keep: 'clock' }
  const { json } = await person.request('PATCH', `/app/workspaces/${workspaceId}/time-zone`, { body })
  return { person: userId, credential, 'time-zone-change': String(json.undo) }
}

type Door = 'a key' | 'a session'

/** Asks the same by a key, or by a page of the app. */
function through(door: Door, method: string, path: string, send: Send): Promise<Answer> {
  if (door === 'a key') return house.request(method, path, send)
  const headers = path.startsWith('/v1/') ? { 'crier-workspace': house.workspaceId } : {}
  return owner.request(method, path, { ...send, headers })
}

/** Asks with the things that a place can name; the rest of the request is as it should be. */
async function ask(door: Door, place: IdPlace, named: Named): Promise<Answer> {
  const { operation } = place
  // A change is taken back by its id alone.
  const body = place.kind === 'time-zone-change' ? {} : (goodBody(operation, own) ?? operation.bodyExample)
  const { query, send } = requestWith(place, body, named)
  const span = operation.id === 'getCalendar' ? '&from=2026-01-01&to=2026-01-07' : ''
  return through(door, operation.method, `${await pathOfOwn(door, operation)}${query}${span}`, send)
}

/** Where a request is sent: to a thing that is there. A sign-in goes on only where it was begun. */
async function pathOfOwn(door: Door, operation: DescribedOperation): Promise<string> {
  if (operation.path.startsWith('/app/')) return operation.path.replace('{workspace}', house.workspaceId)
  if (!operation.path.includes('{')) return operation.path
  const isChoice = operation.id === 'chooseCandidates' && door === 'a session'
  return pathWith(operation, isChoice ? await ownChoice() : own[roomOf(operation)])
}

let choice: Promise<string> | undefined

/** A sign-in that the owner began in their session, and that has come as far as the choice. */
function ownChoice(): Promise<string> {
  choice ??= (async () => {
    const body = { platform: 'sandbox', way: 'oauth' }
    const { id, url } = (await through('a session', 'POST', '/v1/social-accounts/connect', { body })).json
    const browser = startBrowser()
    for (const [name, value] of owner.cookies) browser.cookies.set(name, value)
    await signIn(browser, url, { names: [`East ${newId()}`, `West ${newId()}`] })
    return id
  })()
  return choice
}

/** An answer without what differs between any two: its own id, and the id that was asked for. */
const wordsOf = ({ status, text, json }: Answer, asked: string) =>
  `${status} ${text.replaceAll(json?.request_id, 'R').replaceAll(asked, 'X')}`

const never = () => neverNamed(house)
const inBodies = (places: readonly IdPlace[]) => places.filter(({ place }) => place === 'body')
const inQueries = (places: readonly IdPlace[]) => places.filter(({ place }) => place === 'query')

/** The different answers to a place that names things of others and things that never were. */
async function answersTo(door: Door, place: IdPlace, others: readonly Named[]): Promise<string[]> {
  const found: string[] = []
  // One after the other: changes of one workspace at once may be told to come back.
  for (const named of [never(), ...others])
    found.push(wordsOf(await ask(door, place, named), place.value(named)))
  return found
}

describe.each<Door>(['a key', 'a session'])('#1 an id in a body or a query, by %s', (door) => {
  it('of another workspace, the other mode or of what never was: 422 in the same words, nothing stored', async () => {
    expect(inBodies(api).length).toBeGreaterThan(20)
    await ownChoice()
    const before = await allRows(house)
    for (const place of inBodies(api)) {
      const found = await answersTo(door, place, [theirs, theirTest, ofOtherMode, deleted])
      expect(new Set(found).size, `${place.name}: ${found.join('\n')}`).toBe(1)
      expect(found[0], place.name).toMatch(/^422 .*"pointer":"/)
    }
    expect(await allRows(house)).toEqual(before)
  })

  it('of another workspace or the other mode finds what an unknown one finds: nothing of theirs', async () => {
    expect(inQueries(api).length).toBeGreaterThan(12)
    for (const place of inQueries(api)) {
      const found = await answersTo(door, place, [theirs, theirTest, ofOtherMode])
      expect(new Set(found).size, `${place.name}: ${found.join('\n')}`).toBe(1)
      // A free slot is open to every account, and a calendar shows empty days; all else belongs to the one that is named.
      const isOpen = ['listFreeSlots', 'getCalendar', 'exportAuditLog'].includes(place.operation.id)
      // One thread of a feed is named, and not looked for.
      const isOne = place.name === 'getSandboxFeed ?post'
      expect(found[0], place.name).toMatch(isOne ? /^404 / : isOpen ? /^200 / : /^200 .*"data":\[\]/)
    }
  })

  it('is answered in the same words by the session API, whoever has it', async () => {
    expect(app.map(({ name }) => name)).toEqual([
      'signInByPasskey /credential/id',
      'addPasskey /credential/id',
      'proveByPasskey /credential/id',
      'changeTimeZone /undo',
      'transferOwnership /member_id',
      'createCalendarAddress /social_account_ids/0',
    ])
    const before = await allRows(house)
    for (const place of app) {
      const found = await answersTo(door, place, [theirs])
      expect(new Set(found).size, `${place.name}: ${found.join('\n')}`).toBe(1)
      const refusal = door === 'a session' ? /^(?:422 .*"pointer":"|403 .*passkey_refused)/ : /^40[13] /
      expect(found[0], place.name).toMatch(refusal)
    }
    expect(await allRows(house)).toEqual(before)
  })
})

/** Filters by which there is nothing to find here: the one post waits, is of a key, and has no media. */
const nothingToFind = [
  'listMedia ?post_id',
  'getSandboxFeed ?post',
  'listPosts ?author',
  'listPostResults ?post_id',
  'listPostResults ?social_account_id',
  'getCalendar ?social_account_id',
  'getCalendar ?author',
  'getCalendar ?recurrence_id',
  'listQueueSlots ?social_account_id',
  'listFreeSlots ?social_account_id',
  'listAnalytics ?post_result_id',
]

it('#1 an id of one’s own is taken at each other place, so that the refusals are about whose it is', async () => {
  for (const place of [...inQueries(api), ...inBodies(api)]) {
    if (nothingToFind.includes(place.name)) continue
    const answer = await ask('a key', place, own)
    const [given, unknown] = [answer, await ask('a key', place, never())].map((each) => wordsOf(each, ''))
    expect([place.name, answer.status]).toEqual([place.name, 200])
    expect([place.name, given]).not.toEqual([place.name, unknown])
  }
})

it('#1 a place that may hold an id and of which nobody has said what it names fails this file, and is told', async () => {
  const [first] = await describedApi(house)
  if (first === undefined) throw new Error('The document is empty.')
  const places = (of: Partial<DescribedOperation>) => () => idPlacesOf([{ ...first, ...of }], own)
  const added: Schema = {
    type: 'object',
    properties: { friends: { type: 'array', items: { type: 'string' } } },
  }
  expect(places({ id: 'addFriends', body: added })).toThrow('what /friends in the body of addFriends names')
  const parameters = [
    { name: 'friend_id', in: 'query', required: false, schema: { type: 'string' } } as const,
  ]
  expect(places({ id: 'listFriends', parameters })).toThrow('what ?friend_id of listFriends names')
})
