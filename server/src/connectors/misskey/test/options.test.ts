import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { describeDraft } from '../../conformance/pictures.ts'
import { misskey } from '../connector.ts'
import { channelChoices, deletePosts, measurePosts } from '../powers.ts'
import { everyPermission, giveToken, variants } from './fake-world.ts'
import { failureOf, layOut, publish } from './steps.ts'
import { answered, type MisskeyHouse, openHouse, refused } from './world.ts'

let house: MisskeyHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const check = (options: JsonObject, text = 'A day at sea', settings: JsonObject = {}) => {
  const account = { ...house.account, settings: { ...house.account.settings, ...settings } }
  return misskey.check(describeDraft({ text, options }), account)
}
const problemsOf = (...given: Parameters<typeof check>) =>
  check(...given).problems.map(({ pointer }) => pointer)
const poll = { options: ['Tea', 'Rum'], duration_minutes: 90, multiple: true }

describe('the options', () => {
  test('become the fields of the note, and only those that were chosen', async () => {
    const bodyOf = async (text: string, options: JsonObject) =>
      JSON.parse(String((await layOut(house, { text, options })).step.commit.body))
    expect(await bodyOf('Plain', {})).toEqual({ text: 'Plain' })
    const options = { visibility: 'followers', local_only: true, spoiler_text: 'Sea', sensitive: true, poll }
    expect(await bodyOf('All', options)).toEqual({
      text: 'All',
      visibility: 'followers',
      localOnly: true,
      cw: 'Sea',
      poll: { choices: ['Tea', 'Rum'], expiredAfter: 5_400_000, multiple: true },
    })
    expect(await bodyOf('', { poll })).toEqual({ poll: expect.anything() })
    expect(await bodyOf('\ud800 half', {})).toEqual({ text: '\ufffd half' })
  })

  test('are the same for each part of a thread, without the poll', async () => {
    const root = await publish(house, { text: 'First', options: { poll, visibility: 'home' } })
    await publish(house, {
      text: 'Second',
      options: { poll, visibility: 'home' },
      replyTo: root,
      part: 'thread',
    })
    await publish(house, {
      text: 'Comment',
      options: { visibility: 'home' },
      replyTo: root,
      part: 'first_comment',
    })
    expect(house.fake.world.notes.slice(-3)).toMatchObject([
      { text: 'First', visibility: 'home', poll: { choices: ['Tea', 'Rum'], multiple: true } },
      { text: 'Second', visibility: 'home', poll: null, replyId: root.remoteId },
      { text: 'Comment', visibility: 'home', replyId: root.remoteId },
    ])
  })

  test('are held against the server as it measures', () => {
    expect(problemsOf({ poll, visibility: 'home', spoiler_text: 'x'.repeat(100) })).toEqual([])
    expect(problemsOf({ spoiler_text: 'x'.repeat(101) })).toEqual(['/options/spoiler_text'])
    expect(problemsOf({ spoiler_text: '👍'.repeat(100) })).toEqual([])
    const sharkey = { software: 'sharkey', limits: { max_warning: 300 } }
    expect(problemsOf({ spoiler_text: '👍'.repeat(150) }, 'a', sharkey)).toEqual([])
    expect(problemsOf({ spoiler_text: '👍'.repeat(151) }, 'a', sharkey)).toEqual(['/options/spoiler_text'])
    expect(problemsOf({}, '👍'.repeat(3_000))).toEqual([])
    expect(problemsOf({}, '👍'.repeat(3_001))).toEqual(['/text'])
    expect(problemsOf({}, '👍'.repeat(1_501), { software: 'a-fork-of-its-own' })).toEqual(['/text'])
    expect(problemsOf({}, 'nul\0')).toEqual(['/text'])
  })

  test('refuse a poll that the server would, and need no words beside one', () => {
    const asking = (options: string[], duration_minutes = 60) => ({ poll: { options, duration_minutes } })
    expect(problemsOf({ poll }, '')).toEqual([])
    expect(problemsOf(asking(['Tea', 'x'.repeat(51)]))).toEqual(['/options/poll/options/1'])
    expect(problemsOf(asking(['Tea', 'x'.repeat(150)]), 'a', { software: 'sharkey' })).toEqual([])
    expect(problemsOf(asking(['Tea', 'Tea']))).toEqual(['/options/poll/options/1'])
    expect(problemsOf(asking(Array.from({ length: 11 }, (_, index) => `No. ${index}`)))).toEqual([
      '/options/poll/options/10',
    ])
    expect(problemsOf(asking(['Tea', 'Rum'], 600_000))).toEqual(['/options/poll/duration_minutes'])
  })

  test('refuse what would be seen by more people than was chosen, and warn where it is fewer', () => {
    expect(problemsOf({ channel: 'abc', visibility: 'followers' })).toEqual(['/options/visibility'])
    expect(problemsOf({ channel: 'abc', visibility: 'public' })).toEqual([])
    expect(problemsOf({ channel: 'no/id' })).toEqual(['/options/channel'])
    const silenced = { may_post_publicly: false }
    const warned = (options: JsonObject) => check(options, 'a', silenced).warnings.map(({ code }) => code)
    expect(warned({})).toEqual(['visibility_narrowed'])
    expect(warned({ visibility: 'public' })).toEqual(['visibility_narrowed'])
    expect(warned({ visibility: 'home' })).toEqual([])
    expect(warned({ channel: 'abc' })).toEqual([])
  })

  test('take the files that the roles of the account may upload', () => {
    const kindsOf = (file_types: string[]) => {
      const settings = { ...house.account.settings, limits: { file_types } }
      const { kinds, sets } = misskey.limits({ ...house.account, settings }).media
      return { kinds: kinds.map(({ kind }) => kind), sets: sets.map(({ max }) => max) }
    }
    expect(kindsOf(['image/png', 'video/*'])).toEqual({ kinds: ['image', 'video'], sets: [16] })
    expect(kindsOf(['*/*'])).toEqual({ kinds: ['image', 'gif', 'video'], sets: [16] })
    expect(kindsOf(['text/plain'])).toEqual({ kinds: [], sets: [] })
  })
})

describe('the channels', () => {
  const list = (query: string, credentials = house.credentials) =>
    channelChoices.list({ option: 'channel', query, account: house.account, credentials }, house.connectIo)

  test('are those that the account follows, or those that fit the words', async () => {
    const { channels } = house.fake.world
    const [boats, weather] = channels.map(({ id, name }) => {
      return { value: id, label: name, detail: `About ${name.toLowerCase()}` }
    })
    expect(await list('')).toEqual([boats])
    expect(await list('weath')).toEqual([weather])
    expect(await list('nothing')).toEqual([])
    const narrow = everyPermission.filter((each) => each !== 'read:channels')
    const access_token = giveToken(house.fake.world, narrow)
    expect(await list('', { access_token })).toEqual([boats, weather])
    house.fake.inject('POST /api/channels/search', answered(200, [{ name: 'Without an id' }]))
    expect((await failureOf(list('weath'))).message).toBe('The server did not show its channels.')
  })

  test('take a post, which is public on its server alone, and its answers with it', async () => {
    const [boats] = house.fake.world.channels
    const options = { channel: boats?.id ?? '' }
    const root = await publish(house, { text: 'Ahoy', options })
    await publish(house, { text: 'More', options, replyTo: root, part: 'thread' })
    expect(house.fake.world.notes.slice(-2)).toMatchObject([
      { channelId: boats?.id, visibility: 'public', localOnly: true },
      { channelId: boats?.id, visibility: 'public', localOnly: true },
    ])
  })
})

describe('a public post', () => {
  const call = (answer: ReturnType<typeof answered>, name: string) =>
    house.fake.inject(`POST /api/${name}`, answer)
  const anyPost = { remoteId: 'a1', url: '', reference: null }

  test('is counted by whatever the server tells', async () => {
    const measured = async (note: JsonObject) => {
      call(answered(200, note), 'notes/show')
      return (await measurePosts.measure([anyPost], house.account, house.credentials, house.connectIo))[0]
    }
    expect(await measured({ reactions: {}, repliesCount: 0, renoteCount: 0 })).toEqual({
      likes: 0,
      comments: 0,
      shares: 0,
    })
    expect(await measured({ reactions: { '👍': 2, ':a@b:': 3 }, repliesCount: 'many' })).toEqual({ likes: 5 })
    expect(await measured({ reactions: { '👍': 'two' } })).toEqual({})
    expect(await measured({})).toEqual({})
  })

  test('that cannot be deleted says why', async () => {
    const remove = () =>
      failureOf(deletePosts.delete(anyPost, house.account, house.credentials, house.connectIo))
    call(refused(400, 'ACCESS_DENIED'), 'notes/delete')
    expect((await remove()).kind).toBe('forbidden')
    call(answered(404, 'No such page'), 'notes/delete')
    expect((await remove()).kind).toBe('unavailable')
    call(refused(429, 'BRIEF_REQUEST_INTERVAL'), 'notes/delete')
    expect((await remove()).kind).toBe('rate_limited')
    expect(variants.misskey.software).toBe('misskey')
  })
})
