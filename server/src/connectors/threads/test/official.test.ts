import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { descriptions, skipWithout } from '../../../../../scripts/test-needs.ts'
import { agreeToAll } from '../../../../test/consent.ts'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { makePictures } from '../../conformance/pictures.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'
import { refresh } from '../access.ts'
import { threads } from '../connector.ts'
import { deleting, measuring } from '../powers.ts'
import { connectByOauth } from '../sign-in.ts'
import { callback, publishing } from './fake.ts'
import { scopes } from './fake-login.ts'
import { failureOf, stepsOf } from './steps.ts'
import { credentialsOf, openHouse, type ThreadsHouse } from './world.ts'

/** One request of Meta's own collection: its method, its path, and the names of its parameters. */
interface Described {
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyMap<string, string>
}

const skip = skipWithout('folder of official descriptions')
beforeEach(skip)

let house: ThreadsHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** Every call that the connector makes: it connects, renews, posts everything there is, looks, measures and deletes. */
async function makeEveryCall({ fake, account, credentials, connectIo }: ThreadsHouse): Promise<void> {
  const io = { ...connectIo, redirectUri: callback, state: 'a-state' }
  const { url, keep } = await connectByOauth.begin({}, io)
  const back = await agreeToAll(url.replace('https://threads.com', fake.url))
  await connectByOauth.finish(back.searchParams, keep, io)
  const ageMs = 11 * 24 * 3_600_000
  await refresh(account, credentialsOf(fake.login.issue('harbour', scopes, ageMs), ageMs), connectIo)
  const poll = { options: ['Yes', 'No', 'Perhaps', 'Never'], duration_minutes: 1_440 }
  const options = { reply_control: 'mentioned_only', poll, link: 'https://example.com' }
  await publish(stepsOf(house, { text: 'A text', options }))
  await publish(stepsOf(house, { text: 'A picture' }, await makePictures(1, threads.limits(null))))
  await publish(stepsOf(house, { text: 'Two' }, await makePictures(2, threads.limits(null))))
  const [first] = fake.posts
  const parent = { remoteId: first?.id ?? '', url: 'https://www.threads.com/', reference: null }
  await publish(stepsOf(house, { text: 'An answer' }, [], { root: parent, parent }))
  await measuring.measure([parent], account, credentials, connectIo)
  await deleting.delete(parent, account, credentials, connectIo)
}

/** Publishes, with the address read afterwards, and once more as if the answer had been lost. */
async function publish(steps: ReturnType<typeof stepsOf>): Promise<void> {
  const step = await steps.readyToSend()
  house.fake.inject(publishing, { kind: 'lose_answer' })
  await failureOf(threads.commit(step, steps.io(step)))
  const settled = await steps.settle(step)
  if (settled.outcome !== 'published') throw new Error(`It is ${settled.outcome}.`)
  await steps.settle(step, { ref: settled.remoteId })
}

test('every call has a path, parameters and values that Meta’s collection of requests names', async () => {
  const collection: JsonObject = JSON.parse(
    readFileSync(join(descriptions, 'threads/threads-api.postman_collection.json'), 'utf8'),
  )
  const variables = variablesOf(collection)
  const described = requestsIn(collection)
  expect(described.length).toBeGreaterThan(30)
  await makeEveryCall(house)
  // The page for people is described by its address alone, in the authorization of the collection.
  const calls = house.fake.calls.filter(({ name }) => !name.endsWith('/oauth/authorize'))
  expect(new Set(calls.map(({ name }) => name)).size).toBeGreaterThan(10)
  for (const call of calls) expect(faultsOf(call, described, variables), call.name).toEqual([])
})

/** Parameters that no request with this method and path has, and values that are none of those listed. */
function faultsOf(
  call: FakeCall,
  described: readonly Described[],
  variables: ReadonlyMap<string, string>,
): string[] {
  const path = call.url.pathname.replace(/^\/v1\.0/, '').replace(/\/\d+(?=\/|$)/, '/:id')
  const sent = new URLSearchParams(call.url.search || call.body.toString())
  const named = described.filter((one) => one.method === call.method && one.path === path)
  const type = sent.get('media_type')
  const fitting = named.filter(({ parameters }) => type === null || parameters.get('media_type') === type)
  if (fitting.length === 0) return [`no request ${call.method} ${path}`]
  // The collection sends the token with each request.
  const known = new Set([...fitting.flatMap(({ parameters }) => [...parameters.keys()]), 'access_token'])
  const unknown = [...sent.keys()].filter((name) => !known.has(name))
  const listed = [
    ...wordsOf(sent, 'fields', variables, (name) => name.startsWith('fields_')),
    ...wordsOf(sent, 'metric', variables, (name) => name === 'metrics_post'),
    ...wordsOf(sent, 'reply_control', variables, (name) => name === 'reply_control'),
  ]
  return [...unknown, ...listed]
}

/** The words of a parameter that no variable of the collection lists. */
function wordsOf(
  sent: URLSearchParams,
  parameter: string,
  variables: ReadonlyMap<string, string>,
  isList: (variable: string) => boolean,
): string[] {
  const lists = [...variables].filter(([name]) => isList(name)).map(([, value]) => value)
  const known = new Set(lists.flatMap((list) => list.split(/[\s,{}]+/)))
  return (sent.get(parameter)?.split(',') ?? []).filter((word) => !known.has(word))
}

function variablesOf({ variable }: JsonObject): Map<string, string> {
  const given = isArray(variable) ? variable.map(asObject) : []
  return new Map(given.map((each) => [textOf(each?.key) ?? '', textOf(each?.value) ?? '']))
}

function requestsIn(folder: JsonObject): Described[] {
  const items = isArray(folder.item) ? folder.item.map(asObject) : []
  return items.flatMap((item) => {
    if (item?.item !== undefined) return requestsIn(item)
    const request = asObject(item?.request)
    const url = asObject(request?.url)
    const path = (textOf(url?.raw) ?? '')
      .replace(/^\{\{api_host\}\}|\?.*$/gs, '')
      .replace(/\/$/, '')
      .replace(/\{\{\w+\}\}/, ':id')
    return [{ method: textOf(request?.method) ?? '', path, parameters: parametersOf(url?.query) }]
  })
}

function parametersOf(query: Json | undefined): Map<string, string> {
  const given = isArray(query) ? query.map(asObject) : []
  return new Map(given.map((each) => [textOf(each?.key) ?? '', textOf(each?.value) ?? '']))
}
