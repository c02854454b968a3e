import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reply } from '../../../../../test/attacks/hostile-network.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { type HostileServer, startHostileServer } from '../hostile-server.ts'

let room: Newsroom
let server: HostileServer
beforeAll(async () => {
  server = await startHostileServer()
  room = await openNewsroom({ timings: { requestTimeoutMs: 2_000, sendWindowMs: 3_000 } })
})
afterAll(async () => {
  await room.stop()
  server.close()
})

/** Publishes one post on an account of its own, on a server that answers the commit so. */
async function publish(answer: (socket: Socket) => void, wanted: readonly string[], more: object = {}) {
  const name = server.person({ post: answer, ...more })
  const account = await room.connect('mastodon', { instance: server.url, access_token: name })
  const post = await room.post({ caption: 'A post', social_accounts: [account] })
  const status = await room.settled(post.id, wanted)
  const [result] = await room.results(post.id)
  return { status, result, sends: server.sends(name), postId: post.id }
}

const refusals: [string, unknown][] = [
  ['299 letters and an emoji', { error: `${'x'.repeat(299)}👋 and more` }],
  ['half an emoji', '{"error":"not \\ud800 this"}'],
  ['NUL', '{"error":"not \\u0000 this"}'],
  ['NUL in a name', '{"error":"not this","\\u0000":"\\ud83d"}'],
  ['a terminal sequence', { error: 'not \u001b[31m this\r\n{"level":60}' }],
  ['900,000 letters', { error: 'x'.repeat(900_000) }],
]

describe.concurrent('a refusal in hostile words', () => {
  it.each(refusals)('is final, and was sent once: %s', async (_name, body) => {
    const found = await publish((socket) => reply(socket, 422, body), ['failed'])
    expect([found.status, found.sends, found.result?.attempts.length]).toEqual(['failed', 1, 1])
    const { message = '' } = found.result?.error ?? {}
    expect(message).toMatch(/^The server refused the post\. It said: /)
    expect(message.length).toBeLessThanOrEqual(500)
    expect([message.isWellFormed(), /[\p{Cc}\p{Cs}]/u.test(message)]).toEqual([true, false])
  })

  it('never shows our token, also where something invisible splits it', async () => {
    const spread = (token: string) => `no ${token.slice(0, 5)}\u200b\u200d\ufe0f${token.slice(5)} here`
    const name = server.person({})
    server.change(name, { post: (socket) => reply(socket, 422, { error: spread(name) }) })
    const account = await room.connect('mastodon', { instance: server.url, access_token: name })
    const post = await room.post({ caption: 'A post', social_accounts: [account] })
    await room.settled(post.id, ['failed'])
    expect((await room.results(post.id))[0]?.error?.message).toMatch(/It said: no \[secret\] here$/)
  })
})

describe.concurrent('a post under a hostile name', () => {
  it.each([
    ['NUL', '{"id":"1\\u00002"}'],
    ['half an emoji', '{"id":"1\\ud8002"}'],
    ['900,000 digits', { id: '1'.repeat(900_000) }],
    ['a line feed', { id: '1\n2' }],
  ])('leaves the outcome unknown: it is looked for, and never sent again (%s)', async (_name, body) => {
    const found = await publish((socket) => reply(socket, 200, body), ['needs_review', 'posted'])
    expect([found.status, found.sends]).toEqual(['needs_review', 1])
    expect(found.result?.review).toMatchObject({ reason: 'answer_lost' })
  })

  it.each([
    ['javascript:', { id: '7', url: 'javascript:alert(1)', uri: 'data:text/html,x' }],
    ['a novel', { id: '7', url: `https://example.org/${'x'.repeat(900_000)}` }],
  ])('is shown where its server shows it (%s)', async (_name, body) => {
    const found = await publish((socket) => reply(socket, 200, body), ['posted'])
    expect(found.result?.platform_data).toMatchObject({ id: '7', url: `${server.url}/web/statuses/7` })
  })

  it('is prepared for also when its list of posts has hostile names', async () => {
    const list = (socket: Socket) => reply(socket, 200, '[{"id":"\\u0000"},{"id":"\\ud800","uri":"\\u0000"}]')
    const found = await publish((socket) => reply(socket, 200, { id: '8' }), ['posted'], { list })
    expect(found.sends).toBe(1)
  })
})

describe('a profile of hostile words', () => {
  const shown = async (id: string) => (await room.request('GET', `/v1/social-accounts/${id}`)).json

  it('is stored as plain, short words, and leads nowhere but to its server', async () => {
    const name = server.person({
      profile: {
        acct: '\u001b[31meve\r\n{"a":1}',
        display_name: `${'n'.repeat(900_000)}\u0000`,
        url: 'javascript:alert(1)',
        avatar: 'javascript:alert(2)',
      },
    })
    const id = await room.connect('mastodon', { instance: server.url, access_token: name })
    const account = await shown(id)
    expect(account.username).toMatch(/^eve \{"a":1\}@/)
    expect(account.display_name).toBe('n'.repeat(200))
    expect(account.profile_url.startsWith(`${server.url}/`)).toBe(true)
    expect(account.avatar_url).toBeNull()
  })

  it.each([
    ['NUL', '1\u00002'],
    ['900,000 digits', '1'.repeat(900_000)],
  ])('is refused in plain words where its id cannot be kept (%s)', async (_name, id) => {
    const name = server.person({ profile: { id } })
    await expect(
      room.connect('mastodon', { instance: server.url, access_token: name }),
    ).rejects.toMatchObject({ status: 422, code: 'sign_in_refused' })
  })
})
