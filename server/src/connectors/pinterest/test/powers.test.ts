import { afterEach, beforeEach, expect, test } from 'vitest'
import { boardChoices, deletePins, editPins, measurePins } from '../powers.ts'
import { failureOf, publish } from './steps.ts'
import { answered, openHouse, type PinterestHouse, refused } from './world.ts'

let house: PinterestHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const options = { title: 'A dya', link: 'https://boats.example/' }

test('a Pin is deleted, one that is gone is deleted already, and the page of a proxy deletes nothing', async () => {
  const { account, credentials, connectIo } = house
  const post = await publish(house)
  const remove = () => deletePins.delete(post, account, credentials, connectIo)
  const call = `DELETE /v5/pins/${post.remoteId}`
  house.fake.inject(call, answered(404, '<h1>404</h1>'))
  expect((await failureOf(remove())).kind).toBe('invalid')
  house.fake.inject(call, refused(403, 7, 'Not authorized to access board or Pin.'))
  expect((await failureOf(remove())).kind).toBe('forbidden')
  expect(house.fake.world.pins).toHaveLength(1)
  for (const _ of [1, 2]) await remove()
  expect(house.fake.world.pins).toEqual([])
})

test('the text changes, and title and link where they are given', async () => {
  const { account, credentials, connectIo } = house
  const post = await publish(house, { options })
  const about = { post, part: 'post' as const, options, text: 'Corrected' }
  const edit = (changes: object) =>
    editPins.edit({ ...about, changes: { ...changes } }, account, credentials, connectIo)
  expect(editPins.refusal(about, account)).toBeNull()
  expect(await edit({})).toBe('edited')
  expect(house.fake.world.pins).toMatchObject([{ ...options, description: 'Corrected' }])
  expect(await edit({ title: 'A day', link: 'https://boats.example/2' })).toBe('edited')
  expect(house.fake.world.pins).toMatchObject([{ title: 'A day', link: 'https://boats.example/2' }])
  house.fake.inject(`PATCH /v5/pins/${post.remoteId}`, refused(403, 9, 'This is in beta.'))
  expect(await failureOf(edit({}))).toMatchObject({ kind: 'forbidden' })
})

test('figures are those of all time; what is not told is left out', async () => {
  const { account, credentials, connectIo } = house
  const post = await publish(house)
  const measure = () => measurePins.measure([post], account, credentials, connectIo)
  expect(await measure()).toEqual([{ views: 0, likes: 0, comments: 0, saves: 0, clicks: 0 }])
  const call = `GET /v5/pins/${post.remoteId}`
  const lifetime = { impression: 2, reaction: -1, comment: 'many', pin_click: 1.5 }
  house.fake.inject(call, answered(200, { id: post.remoteId, pin_metrics: { lifetime_metrics: lifetime } }))
  expect(await measure()).toEqual([{ views: 2 }])
  house.fake.inject(call, answered(200, { id: post.remoteId, pin_metrics: null }))
  expect(await measure()).toEqual([{}])
})

test('the sandbox has no figures', async () => {
  expect(measurePins.refusal(house.account)).toBeNull()
  const settings = { ...house.account.settings, environment: 'sandbox' }
  expect(measurePins.refusal({ ...house.account, settings })).toContain('sandbox')
})

test('boards are those of the account and those that are shared with it, told apart', async () => {
  const { account, credentials, connectIo } = house
  const list = (query = '') =>
    boardChoices.list({ option: 'board_ids', query, account, credentials }, connectIo)
  expect(await list()).toEqual([
    { value: '549755885175', label: 'Boats', detail: null },
    { value: '549755885176', label: 'Plans', detail: 'secret' },
    { value: '549755885177', label: 'Boats', detail: '@tide' },
  ])
  expect(await list(' BOAT')).toHaveLength(2)
  const page = answered(200, { items: [{ id: '1' }], bookmark: 'more' })
  for (let pages = 0; pages < 9; pages++) house.fake.inject('GET /v5/boards', page)
  expect(await list()).toEqual(Array.from({ length: 4 }, () => ({ value: '1', label: '1', detail: null })))
})
