import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Colleague, colleague } from '../approving.ts'
import { repeats } from '../thoroughness.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'
import { until } from './until.ts'

let room: Newsroom
let author: Colleague
let editor: Colleague
beforeAll(async () => {
  room = await openNewsroom()
  author = await colleague(room, 'author')
  editor = await colleague(room, 'editor')
})
afterAll(() => room.stop())

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const write = async (body: object) => (await author.request('POST', '/v1/posts', { body })).json
const act = (by: Colleague, id: string, what: string, body: object = {}) =>
  by.request('POST', `/v1/posts/${id}/${what}`, { body })
const approve = (id: string, version: number, more: object = {}) =>
  act(editor, id, 'approve', { version, ...more })
const textsOf = async (account: string) => (await room.truth(account)).arrivals.map(({ text }) => text)
const read = async (id: string) => (await editor.request('GET', `/v1/posts/${id}`)).json

/** Waits until a time has passed, and a post of the editor that was due after it is out. */
async function letPass(time: string): Promise<void> {
  const witness = await room.account(`Witness of ${time}`)
  const body = {
    caption: 'after',
    social_accounts: [witness],
    scheduled_at: new Date(Date.parse(time) + 1).toISOString(),
  }
  const { id } = (await editor.request('POST', '/v1/posts', { body })).json
  await room.settled(id, ['posted'])
}

describe('a post that waits for approval', () => {
  it('passes its time unpublished, and goes out once when an editor says now', async () => {
    const account = await room.account('Late')
    const time = inMs(700)
    const post = await write({
      ...{ caption: 'waits', social_accounts: [account], scheduled_at: time },
      late_policy: 'publish_always',
    })
    expect(post).toMatchObject({ status: 'held', approval: { state: 'waiting', version: 1 } })
    await letPass(time)
    expect(await read(post.id)).toMatchObject({ status: 'held', approval: { state: 'waiting' } })
    expect(await textsOf(account)).toEqual([])
    expect(await approve(post.id, 1)).toMatchObject({ status: 409, json: { code: 'scheduled_at_in_past' } })
    expect((await approve(post.id, 1, { publish_now: true })).status).toBe(200)
    await room.settled(post.id, ['posted'])
    expect(await textsOf(account)).toEqual(['waits'])
    expect(await room.events(post.id)).toEqual([
      ...['post.created', 'post.submitted', 'post.approved', 'post.posted'],
    ])
  })

  it('goes out at its time if it was approved before', async () => {
    const account = await room.account('In time')
    const thread = { sandbox: { thread: [{ caption: 'two' }], first_comment: 'three' } }
    const time = inMs(1_500)
    const post = await write({
      ...{ caption: 'one', social_accounts: [account], scheduled_at: time },
      platform_configurations: thread,
    })
    expect((await approve(post.id, 1)).json.status).toBe('scheduled')
    await room.settled(post.id, ['posted'])
    await until(
      () => textsOf(account),
      (texts) => texts.length === 3,
    )
    const { arrivals } = await room.truth(account)
    expect(arrivals.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
    expect(arrivals[0]?.at.getTime()).toBeGreaterThanOrEqual(Date.parse(time))
  })

  it('is returned, edited, submitted again and approved, and only the new text goes out', async () => {
    const account = await room.account('Returned')
    const { id } = await write({ caption: 'wrong price', social_accounts: [account] })
    await act(editor, id, 'return', { comment: 'The price!' })
    await author.request('PATCH', `/v1/posts/${id}`, { body: { caption: 'right price' } })
    const { approval } = (await act(author, id, 'submit')).json
    expect((await approve(id, approval.version)).status).toBe(200)
    await room.settled(id, ['posted'])
    expect(await textsOf(account)).toEqual(['right price'])
  })

  it('waits again when it is edited after its approval, also while a worker prepares it', async () => {
    const account = await room.account('Edited')
    const time = inMs(1_000)
    const { id } = await write({ caption: 'approved', social_accounts: [account], scheduled_at: time })
    await approve(id, 1)
    const edited = await author.request('PATCH', `/v1/posts/${id}`, { body: { caption: 'sneaked in' } })
    expect(edited.json).toMatchObject({ status: 'held', approval: { state: 'waiting' } })
    await letPass(time)
    expect(await textsOf(account)).toEqual([])
  })

  it('waits on when its account was lost meanwhile and comes back', async () => {
    const account = await room.account('Comes back')
    const time = inMs(600)
    const { id } = await write({ caption: 'waits', social_accounts: [account], scheduled_at: time })
    await room.request('DELETE', `/v1/social-accounts/${account}`)
    await room.account('Comes back')
    await room.setSubscription('inactive')
    await room.setSubscription('active')
    await letPass(time)
    expect(await textsOf(account)).toEqual([])
    expect((await room.results(id))[0]).toMatchObject({ status: 'held', held_reason: 'approval' })
  })
})

describe('races', () => {
  const rounds = repeats(25, 200)
  let account: string
  beforeAll(async () => {
    account = await room.account('Raced')
  })

  /** Does two things at about the same moment, either of them first. */
  async function race<A, B>(round: number, a: () => Promise<A>, b: () => Promise<B>): Promise<[A, B]> {
    const later = async <T>(isLater: boolean, what: () => Promise<T>) => {
      if (isLater) await pause(Math.floor(round / 2) % 6)
      return what()
    }
    return Promise.all([later(round % 2 === 0, a), later(round % 2 === 1, b)])
  }

  it(`an edit and an approval at once: the new text never goes out, ${rounds} times`, async () => {
    const outcomes = new Set<number>()
    const ids: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await write({ caption: `old ${round}`, social_accounts: [account] })
      const [edited, approved] = await race(
        round,
        () => author.request('PATCH', `/v1/posts/${id}`, { body: { caption: `new ${round}` } }),
        () => approve(id, 1),
      )
      ids.push(id)
      outcomes.add(approved.status)
      // The approval was first and the post is on its way, or whichever was first, the new text waits.
      if (edited.status === 409) expect(approved.status).toBe(200)
      else expect(await read(id)).toMatchObject({ status: 'held', approval: { state: 'waiting' } })
    }
    for (const id of ids) await room.settled(id, ['posted', 'held'])
    const texts = await textsOf(account)
    expect(texts.filter((text) => text.startsWith('new'))).toEqual([])
    expect(texts).toHaveLength(new Set(texts).size)
    // A race that only one side ever wins proves nothing.
    expect([...outcomes].sort()).toEqual([200, 409])
  })

  it(`a cancel and an approval at once: what was canceled is never public, ${rounds} times`, async () => {
    const canceled: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const caption = `raced ${round}`
      const { id } = await write({ caption, social_accounts: [account] })
      const [cancel, approved] = await race(
        round,
        () => act(author, id, 'cancel'),
        () => approve(id, 1),
      )
      if (cancel.status === 200) canceled.push(caption)
      else expect([cancel.json.code, approved.status]).toEqual(['already_processing', 200])
      await room.settled(id, ['posted', 'canceled'])
    }
    const texts = await textsOf(account)
    expect(texts.filter((text) => canceled.includes(text))).toEqual([])
    expect(canceled.length).toBeGreaterThan(0)
  })

  it('two editors at once: one approves, and it goes out once', async () => {
    const second = await colleague(room, 'editor')
    for (let round = 0; round < 10; round += 1) {
      const caption = `twice ${round}`
      const { id } = await write({ caption, social_accounts: [account] })
      const answers = await Promise.all([approve(id, 1), act(second, id, 'approve', { version: 1 })])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      await room.settled(id, ['posted'])
      expect((await textsOf(account)).filter((text) => text === caption)).toHaveLength(1)
    }
  })

  it('an approval and the clock: it goes out at its time, or waits for another word', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, round) => {
        const time = inMs(400)
        const { id } = await write({
          caption: `clock ${round}`,
          social_accounts: [account],
          scheduled_at: time,
        })
        await pause(Math.max(0, Date.parse(time) - Date.now() - 60 + 6 * round))
        const { status } = await approve(id, 1)
        const settled = await room.settled(id, status === 200 ? ['posted'] : ['held'])
        return { status, settled }
      }),
    )
    for (const { status, settled } of answers) expect(settled).toBe(status === 200 ? 'posted' : 'held')
    const texts = (await textsOf(account)).filter((text) => text.startsWith('clock'))
    expect(texts).toHaveLength(answers.filter(({ status }) => status === 200).length)
  })
})
