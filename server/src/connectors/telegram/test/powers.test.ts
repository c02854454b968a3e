import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { telegram } from '../connector.ts'
import { deletePosts, editPosts } from '../powers.ts'
import { administrator, botId } from './fake-world.ts'
import { failureOf, makeFile, pictures, publish } from './steps.ts'
import { openHouse, refused, type TelegramHouse } from './world.ts'

let house: TelegramHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const remove = (post: Parameters<typeof deletePosts.delete>[0]) =>
  deletePosts.delete(post, house.account, house.credentials, house.connectIo)

const edit = (post: Parameters<typeof deletePosts.delete>[0], text: string, options = {}) =>
  editPosts.edit(
    { post, part: 'post', options, text, changes: {} },
    house.account,
    house.credentials,
    house.connectIo,
  )

const lastCall = () => house.fake.calls.at(-1)
const bodyOfLast = () => JSON.parse(String(lastCall()?.body))

describe('a deletion', () => {
  test('removes every message of an album, and an album that is half gone', async () => {
    const { messages } = house.fake.world
    await publish(house, { text: 'To stay' })
    const albums = [await publish(house, { media: await pictures(house, 3) })]
    albums.push(await publish(house, { media: await pictures(house, 2) }))
    messages.splice(messages.length - 1, 1)
    for (const album of albums) await remove(album)
    expect(messages.map(({ text }) => text)).toEqual(['To stay'])
    await remove(albums[0] ?? { remoteId: '', url: '', reference: null })
    expect(lastCall()?.name).toBe('POST deleteMessages')
  })

  test('knows a post by its number alone', async () => {
    const { remoteId } = await publish(house)
    await remove({ remoteId, url: '', reference: null })
    expect(house.fake.world.messages).toEqual([])
  })

  test('is refused after two days, unless the bot may delete messages of the chat', async () => {
    const post = await publish(house)
    const [message] = house.fake.world.messages
    if (message) message.date -= 49 * 3_600
    const failure = await failureOf(remove(post))
    expect(failure).toMatchObject({ kind: 'forbidden', message: expect.stringContaining('After 48 hours') })
    const may = administrator({ can_post_messages: true, can_delete_messages: true })
    house.fake.world.chats[0]?.members.set(botId, may)
    await remove(post)
    expect(house.fake.world.messages).toEqual([])
  })
})

describe('an edit', () => {
  test('changes a text, and keeps its link without a preview', async () => {
    const options = { disable_link_preview: true }
    const post = await publish(house, { options })
    expect(await edit(post, 'Two days at sea', options)).toBe('edited')
    expect(lastCall()?.name).toBe('POST editMessageText')
    expect(bodyOfLast()).toMatchObject({ link_preview_options: { is_disabled: true } })
    expect(house.fake.world.messages[0]?.text).toBe('Two days at sea')
  })

  test.each(['video', 'gif', 'document'] as const)('changes the caption of a %s', async (kind) => {
    const options = { show_caption_above_media: true }
    const post = await publish(house, { media: [makeFile(kind)] })
    expect(await edit(post, 'Two days at sea', options)).toBe('edited')
    expect(lastCall()?.name).toBe('POST editMessageCaption')
    expect(bodyOfLast()).toMatchObject({ show_caption_above_media: true })
    expect(house.fake.world.messages[0]?.text).toBe('Two days at sea')
    expect(await edit(post, '', options)).toBe('edited')
  })

  test('finds out by itself that a post of which nothing is known has media', async () => {
    const { remoteId } = await publish(house, { media: await pictures(house, 1) })
    expect(await edit({ remoteId, url: '', reference: null }, 'Two days at sea')).toBe('edited')
    expect(house.fake.world.messages[0]?.text).toBe('Two days at sea')
  })

  test('of a poll is refused before it is tried', async () => {
    const poll = { poll: { options: ['Yes', 'No'], duration_minutes: 60 } }
    const post = { remoteId: '7', url: '', reference: null }
    const refusalOf = (part: 'post' | 'thread') =>
      editPosts.refusal({ post, part, options: poll }, house.account)
    expect(refusalOf('post')).toContain('poll')
    expect(refusalOf('thread')).toBeNull()
    const published = await publish(house, { text: 'Sail?', options: poll })
    expect(await failureOf(edit(published, 'Stay?'))).toMatchObject({ kind: 'forbidden' })
  })

  test('that the chat no longer allows is said in words', async () => {
    const post = await publish(house)
    house.fake.inject('POST editMessageText', refused(403, 'Forbidden: bot was kicked from the channel chat'))
    expect((await failureOf(edit(post, 'Late'))).kind).toBe('unauthorized')
  })
})

test('figures are not promised, because a bot sees none', () => {
  expect(telegram.powers.map(({ power }) => power)).toEqual(['delete', 'edit'])
})
