import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAccounts } from '../../src/connections/connect-accounts.ts'
import type { ListConnect } from '../../src/connectors/connector.ts'
import { connectByName } from '../../src/connectors/sandbox/connect.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { sql } from '../../src/db/database.ts'
import { startBrowser } from '../browser.ts'
import { linkNow, makeLink } from '../connect-link.ts'
import { type House, startHouse } from '../house.ts'

const { refresh, revoke } = connectByName

/** A form that gives access to the profiles that it names; one whose name begins with a capital cannot be chosen. */
const byNames: ListConnect = {
  kind: 'form',
  way: 'names',
  fields: Type.Object({ names: Type.String() }, { additionalProperties: false }),
  needsApp: false,
  needs: [],
  list: async ({ names }, io) => {
    const wanted = String(names).split(' ').filter(Boolean)
    const profiles = await Promise.all(wanted.map((name) => connectByName.identify({ name }, io)))
    return profiles.map((profile, place) => {
      const isClosed = /^[A-Z]/.test(profile.displayName)
      return { profile, suggested: place === 0, reason: isClosed ? 'It is closed.' : null }
    })
  },
  refresh,
  revoke,
}

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false, connectors: [{ ...sandbox, connect: [connectByName, byNames] }] })
})
afterAll(() => house.stop())

const path = '/v1/social-accounts/connect'
const begin = (names: string, at = path, more: object = { platform: 'sandbox' }) =>
  house.request('POST', at, { body: { ...more, way: 'names', fields: { names } } })
const choose = (id: string, externalIds: string[]) =>
  house.request('POST', `${path}/${id}/choose`, { body: { external_ids: externalIds } })
const usernames = async (): Promise<string[]> =>
  (await house.request('GET', '/v1/social-accounts?limit=100')).json.data.map(
    ({ username }: { username: string }) => username,
  )
interface Shown {
  readonly username: string
  readonly external_id: string
}
const idsOf = (candidates: readonly Shown[], ...names: string[]) =>
  names.map((name) => candidates.find(({ username }) => username === name)?.external_id ?? '')

test('profiles that a form gives access to wait to be chosen, several at once, and the rest is forgotten', async () => {
  const { status, json } = await begin('alder birch Cedar')
  expect([status, json.status, json.social_accounts]).toEqual([200, 'choosing', []])
  expect(json.candidates).toMatchObject([
    { username: 'alder', suggested: true, reason: null },
    { username: 'birch', suggested: false, reason: null },
    { username: 'cedar', suggested: false, reason: 'It is closed.' },
  ])
  expect(await usernames()).toEqual([])
  expect(JSON.stringify(json)).not.toContain('token')
  const closed = await choose(json.id, idsOf(json.candidates, 'alder', 'cedar'))
  expect([closed.status, closed.json.errors[0].code]).toEqual([422, 'cannot_be_connected'])
  const chosen = await choose(json.id, idsOf(json.candidates, 'alder', 'birch'))
  expect(chosen.json).toMatchObject({ status: 'connected', candidates: [] })
  expect((await usernames()).toSorted()).toEqual(['alder', 'birch'])
  const row = await house.db.row(sql`select keep, candidates from connect_attempts where id = ${json.id}`)
  expect(row).toEqual({ keep: null, candidates: null })
  expect((await choose(json.id, idsOf(json.candidates, 'alder'))).json.code).toBe('nothing_to_choose')
})

test('the only profile is connected at once', async () => {
  const { json } = await begin('elm')
  expect(json).toMatchObject({ status: 'connected', candidates: [], social_accounts: [expect.any(String)] })
})

test('nothing is stored of a form that gives access to no profile, or to none that can be chosen', async () => {
  const attempts = () => house.db.rows(sql`select id from connect_attempts`)
  const before = await attempts()
  expect((await begin(' ')).json).toMatchObject({ status: 422, code: 'nothing_to_connect' })
  expect((await begin('Fir Gorse')).json).toMatchObject({ status: 422, message: 'It is closed.' })
  expect(await attempts()).toEqual(before)
})

test('an account is connected again by the form that gives access to others too, and by no other profile', async () => {
  const [id] = (await begin('hazel')).json.social_accounts
  await house.db.run(sql`update social_accounts set status = 'needs_reconnect' where id = ${id}`)
  const again = `/v1/social-accounts/${id}/reconnect`
  expect((await begin('ivy juniper', again, {})).json.code).toBe('another_profile')
  const { json } = await begin('ivy hazel juniper', again, {})
  expect(json).toMatchObject({ status: 'connected', social_account_id: id, social_accounts: [id] })
  expect(await usernames()).not.toContain('ivy')
})

test('a person with a connect link chooses in the browser in which they filled in the form', async () => {
  const link = await makeLink(house, { platforms: ['sandbox'] })
  const [browser, other] = [startBrowser(), startBrowser()]
  const page = await browser.send(await browser.open(`${link.url}/sandbox/names`), { names: 'larch maple' })
  expect(page.text).toContain('larch')
  expect((await other.open(page.url)).text).not.toContain('larch')
  const [, maple = ''] = [...page.text.matchAll(/name="external_id" value="([^"]+)"/g)].map(
    ([, value]) => value,
  )
  const done = await browser.send(page, { external_id: maple })
  expect(done.text).toContain('Connected')
  expect((await linkNow(house, link.id)).social_accounts).toHaveLength(1)
  expect(await usernames()).toEqual(expect.arrayContaining(['maple']))
  expect(await usernames()).not.toContain('larch')
})

test('the operator chooses by ids, and is told which there are', async () => {
  const connect = (names: string, choice: readonly string[] | null) => {
    const place = { workspaceId: house.workspaceId, mode: 'live', platform: 'sandbox', way: 'names' } as const
    return connectAccounts(house.context, { ...place, input: { names }, choice })
  }
  await expect(connect('oak pine Yew', null)).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(/^Choose some of these by their ids: oak \(\S+\) or pine \(\S+\)\.$/),
  })
  for (const names of ['Yew', 'Yew Zelkova'])
    await expect(connect(names, null)).rejects.toMatchObject({ message: 'It is closed.' })
  await expect(connect(' ', null)).rejects.toMatchObject({
    message: expect.stringContaining('to no profile'),
  })
  const told = await connect('oak pine', ['none']).catch((error: Error) => error.message)
  const [oak = '', pine = ''] = [...String(told).matchAll(/\((\S+?)\)/g)].map(([, id]) => id ?? '')
  expect(await connect('oak pine', [pine, oak])).toHaveLength(2)
  expect(await connect('rowan', null)).toHaveLength(1)
})
