import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/http/routes/index.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { seedMedia } from '../seed-media.ts'

let house: House
const ids: Record<string, { there: string; gone: string | null }> = {}
beforeAll(async () => {
  house = await startHouse({ worker: false })
  const account = await house.connect('sandbox', { name: 'Harbour' })
  const goneAccount = await house.connect('sandbox', { name: 'Gone' })
  const create = async () => {
    const body = {
      caption: 'Later',
      social_accounts: [account],
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    }
    return (await house.request('POST', '/v1/posts', { body })).json.id as string
  }
  const [post, gonePost] = [await create(), await create()]
  const results = await house.request('GET', `/v1/post-results?post_id=${post}`)
  const [media, goneMedia] = [await seedMedia(house), await seedMedia(house)]
  ids['social-accounts'] = { there: account, gone: goneAccount }
  ids.posts = { there: post, gone: gonePost }
  ids['post-results'] = { there: results.json.data[0].id, gone: null }
  ids.media = { there: media.id, gone: goneMedia.id }
  for (const [room, { gone }] of Object.entries(ids)) {
    if (gone !== null) expect((await house.request('DELETE', `/v1/${room}/${gone}`)).status).toBe(200)
  }
})
afterAll(() => house.stop())

const withId = operations.filter(({ path }) => path.includes('{id}'))

test.each(withId.map((operation) => [operation.id, operation] as const))(
  '%s finds nothing in the same words, whoever asks and for whatever reason',
  async (_id, { method, path, bodyExample }) => {
    const known = ids[path.split('/')[2] ?? '']
    if (known === undefined) throw new Error(`There is nothing to try ${path} with.`)
    const stranger = await house.other()
    const send = bodyExample === undefined ? {} : { body: bodyExample }
    const ask = (id: string, key = house.liveKey) =>
      house.request(method, path.replace('{id}', id), { ...send, key })
    const answers = [
      await ask(newId()),
      await ask(known.there, stranger.liveKey),
      await ask(known.there, stranger.testKey),
      await ask(known.there, house.testKey),
      await ask('no-id-at-all'),
      await ask("' or 1=1 --"),
      ...(known.gone === null ? [] : [await ask(known.gone)]),
    ]
    for (const { status, json } of answers) {
      expect({ status, ...json, request_id: '' }).toEqual({
        ...answers[0]?.json,
        status: 404,
        request_id: '',
      })
    }
  },
)
