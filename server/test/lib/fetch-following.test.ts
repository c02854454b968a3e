import { expect, test } from 'vitest'
import { fetchFollowing } from '../../src/lib/safe-fetch/fetch-following.ts'
import {
  type OutboundAnswer,
  OutboundError,
  type OutboundRequest,
} from '../../src/lib/safe-fetch/outbound.ts'

const answer = (status: number, location?: string): OutboundAnswer => ({
  status,
  headers: location === undefined ? {} : { location },
  bytes: Buffer.from('hello'),
  text: 'hello',
  json: null,
})

/** Follows from an address through these answers; answers where it ended, and what was asked. */
async function follow(
  url: string,
  answers: Readonly<Record<string, OutboundAnswer>>,
  mayAsk?: (url: URL) => boolean,
) {
  const asked: OutboundRequest[] = []
  const fetch = async (request: OutboundRequest) => {
    asked.push(request)
    const found = answers[request.url]
    if (!found) throw new OutboundError('blocked', `nobody may ask ${request.url}`)
    return found
  }
  const found = await fetchFollowing({ url, accept: 'text/html', fetch, ...(mayAsk ? { mayAsk } : {}) })
  return {
    url: found?.url ?? null,
    text: found?.answer.text,
    asked: asked.map((request) => request.url),
    first: asked[0],
  }
}

const a = 'https://a.example/'

test('a page that is there is asked for once, with what is accepted and without its fragment', async () => {
  const found = await follow(`${a}x?y=1#z`, { [`${a}x?y=1`]: answer(200) })
  expect(found).toEqual({
    url: `${a}x?y=1`,
    text: 'hello',
    asked: [`${a}x?y=1`],
    first: { method: 'GET', url: `${a}x?y=1`, headers: { accept: 'text/html' }, body: null },
  })
})

test.each([301, 302, 303, 307, 308])(
  'a redirect with %i leads on, also by a relative address',
  async (status) => {
    const found = await follow(`${a}x/y`, { [`${a}x/y`]: answer(status, '../z#w'), [`${a}z`]: answer(200) })
    expect([found.url, found.asked]).toEqual([`${a}z`, [`${a}x/y`, `${a}z`]])
  },
)

test('three redirects are followed, and a fourth is not', async () => {
  const chain = Object.fromEntries([1, 2, 3].map((step) => [`${a}${step}`, answer(302, `${a}${step + 1}`)]))
  expect((await follow(`${a}1`, { ...chain, [`${a}4`]: answer(200) })).url).toBe(`${a}4`)
  const longer = await follow(`${a}1`, { ...chain, [`${a}4`]: answer(302, `${a}5`), [`${a}5`]: answer(200) })
  expect([longer.url, longer.asked.length]).toEqual([null, 4])
})

test('#7 a loop ends', async () => {
  const found = await follow(a, { [a]: answer(302, a) })
  expect([found.url, found.asked.length]).toEqual([null, 4])
})

test('#7 nothing that was read over TLS leads on without it; what began without it may', async () => {
  const plain = 'http://a.example/'
  const down = await follow(a, { [a]: answer(302, plain), [plain]: answer(200) })
  expect([down.url, down.asked]).toEqual([null, [a]])
  expect((await follow(plain, { [plain]: answer(302, a), [a]: answer(200) })).url).toBe(a)
  const other = `${plain}x`
  expect((await follow(plain, { [plain]: answer(302, other), [other]: answer(200) })).url).toBe(other)
  const later = await follow(plain, { [plain]: answer(302, a), [a]: answer(302, plain) })
  expect([later.url, later.asked]).toEqual([null, [plain, a]])
})

test('#7 each hop is judged like the first, and an error of the guard is not hidden', async () => {
  await expect(follow(a, { [a]: answer(302, 'https://inside.example/') })).rejects.toThrow('nobody may ask')
  const isOutside = ({ hostname }: URL) => hostname !== 'inside.example'
  const refused = await follow(a, { [a]: answer(302, 'https://inside.example/') }, isOutside)
  expect([refused.url, refused.asked]).toEqual([null, [a]])
  expect((await follow('https://inside.example/', {}, isOutside)).asked).toEqual([])
})

test.each<[string, OutboundAnswer]>([
  ['a status below those of redirects', answer(300, `${a}z`)],
  ['a status above those of redirects', answer(309, `${a}z`)],
  ['a status beside 200', answer(201, `${a}z`)],
  ['no status of a page', answer(404)],
  ['a redirect to nowhere', answer(302)],
  ['a redirect to no address', answer(302, 'https://')],
])('there is no page behind %s', async (_what, first) => {
  const found = await follow(a, { [a]: first, [`${a}z`]: answer(200) })
  expect([found.url, found.asked]).toEqual([null, [a]])
})

test('there is no page at what is no address', async () => {
  expect(await follow('a.example', {})).toMatchObject({ url: null, asked: [] })
})
