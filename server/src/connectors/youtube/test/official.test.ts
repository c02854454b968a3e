import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { descriptions, skipWithout } from '../../../../../scripts/test-needs.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'
import { readGoogleDescription } from '../../kit/fakes/google-description.ts'
import { editVideos } from '../edit.ts'
import { channelChoices, deleteVideos, measureVideos } from '../powers.ts'
import { uploading } from './fake.ts'
import { layOut } from './steps.ts'
import { everyScope, openHouse, type YouTubeHouse } from './world.ts'

const description = readGoogleDescription(join(descriptions, 'youtube-data-api-v3.discovery.json'))

beforeEach(skipWithout('folder of official descriptions'))

let house: YouTubeHouse
let calls: readonly FakeCall[]
beforeAll(async () => {
  house = await openHouse()
  calls = await liveOnce()
})
afterAll(() => house.close())

const everything: JsonObject = {
  title: 'A day at sea',
  tags: ['sea', 'a day'],
  privacy_status: 'unlisted',
  category_id: '22',
  made_for_kids: false,
  contains_synthetic_media: true,
  playlist_ids: ['PLfilms'],
}

/** Everything that the connector ever asks of YouTube. */
async function liveOnce(): Promise<FakeCall[]> {
  const { account, credentials, connectIo, fake, connector } = house
  const bench = await layOut(house, { options: everything }, true)
  const sent = await bench.readyToSend()
  await bench.send(sent)
  const settled = await bench.settle(sent)
  if (settled.outcome !== 'published') throw new Error('It was not published.')
  fake.uploads.forgetAll()
  await connector.settle(sent, bench.io())
  await measureVideos.measure([settled, settled], account, credentials, connectIo)
  for (const option of channelChoices.options)
    await channelChoices.list({ option, query: '', account, credentials }, connectIo)
  const edit = { post: settled, part: 'post' as const, options: {}, text: 'Words', changes: { title: 'T' } }
  await editVideos.edit(edit, account, credentials, connectIo)
  await deleteVideos.delete(settled, account, credentials, connectIo)
  return fake.calls.filter(({ url }) => url.pathname.includes('/youtube/v3/'))
}

test('every request is as Google describes its API, down to the last member', () => {
  expect(new Set(calls.map(({ name }) => name)).size).toBe(14)
  const faults = calls.map((call) => [call.name, description?.faultsOf(call)])
  expect(faults.filter(([, found]) => found?.length !== 0)).toEqual([])
  const scopes = calls.map((call) => description?.scopesOf(call) ?? [])
  expect(scopes.every((some) => everyScope.some((scope) => some.includes(scope)))).toBe(true)
})

test('the check of requests finds what is not described', () => {
  const begin = calls.find(({ name }) => name === uploading.begin)
  if (!begin) throw new Error('Nothing was uploaded.')
  const broken = (change: Partial<FakeCall>) => description?.faultsOf({ ...begin, ...change })
  const bodyOf = (body: object) => ({ body: Buffer.from(JSON.stringify(body)) })
  const address = (query: string) => ({ url: new URL(`${begin.url.origin}${begin.url.pathname}?${query}`) })
  expect(broken({})).toEqual([])
  expect(broken(bodyOf({ snippet: { titel: 'A' } }))).toEqual(['/snippet/titel is not known.'])
  expect(broken(bodyOf({ snippet: { tags: 'a,b' } }))).toEqual(['/snippet/tags is no list.'])
  expect(broken(bodyOf({ status: { privacyStatus: 'secret' } }))).toEqual([
    '/status/privacyStatus is none of its values.',
  ])
  expect(broken(address('uploadType=resumable'))).toEqual(['part is missing.'])
  expect(broken(address('part=snippet&parts=status'))).toEqual(['parts is no parameter.'])
  expect(broken({ method: 'DELETE' })).toEqual(['There is no DELETE /upload/youtube/v3/videos.'])
})
