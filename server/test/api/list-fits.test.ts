import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { exampleAccounts } from '../example-accounts.ts'
import { type House, startHouse } from '../house.ts'
import { seedMedia } from '../seed-media.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
let flour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
})
afterAll(() => house.stop())

interface Fit {
  platform: string
  placement: string | null
  social_account_ids: string[]
  outcome: string
  summary: string
  change: { steps: unknown[] } | null
  problems: { code: string }[]
}

const fitsOf = async (id: string): Promise<Fit[]> => {
  const { status, json } = await house.request('GET', `/v1/media/${encodeURIComponent(id)}/fits`)
  expect(status).toBe(200)
  return json.data
}

const makeHuge = (id: string) =>
  house.db.run(sql`update media set width = 12000, height = 9000, served_bytes = 40000000 where id = ${id}`)

test('says of a file that every network takes that it goes as it is, to both accounts at once', async () => {
  const { id, path, url } = await seedMedia(house)
  for (const name of [id, path, url])
    expect(await fitsOf(name)).toEqual([
      {
        platform: 'sandbox',
        name: 'Sandbox',
        placement: null,
        social_account_ids: [harbour, flour],
        outcome: 'as_it_is',
        summary: 'Goes as it is.',
        change: null,
        problems: [],
        warnings: [],
      },
    ])
})

test('says the changes, in words and numbers, as validate does', async () => {
  const { id, path } = await seedMedia(house)
  await makeHuge(id)
  const [fit] = await fitsOf(id)
  expect(fit).toMatchObject({ outcome: 'changed', problems: [] })
  const { json } = await house.request('POST', '/v1/posts/validate', {
    body: { caption: 'x', media: [path], social_accounts: [harbour] },
  })
  const [change] = json.accounts[0].media_changes
  expect(fit?.change).toEqual({ ...change, pointer: '' })
  expect(fit?.summary).toBe(change.steps.map(({ detail }: { detail: string }) => detail).join(' '))
})

test('says why a file is refused', async () => {
  const { id } = await seedMedia(house)
  await house.db.run(sql`update media set kind = 'document', mime_type = 'application/pdf' where id = ${id}`)
  const [fit] = await fitsOf(id)
  expect(fit).toMatchObject({ outcome: 'refused', change: null })
  expect(fit?.problems.length).toBeGreaterThan(0)
  expect(fit?.summary).toMatch(/^[A-Z].*\.$/)
})

test('agrees with validate on every network, in each kind of post', async () => {
  const other = await house.other()
  const ids: string[] = []
  for (const { platform, settings } of exampleAccounts) {
    const id = newId()
    ids.push(id)
    await house.db.run(sql`
      insert into social_accounts (workspace_id, id, mode, platform, external_id, username, display_name, profile_url,
        settings)
      values (${other.workspaceId}, ${id}, 'live', ${platform}, ${id}, 'ada', 'Ada', 'https://n.example',
        ${JSON.stringify(settings)}::jsonb)`)
  }
  const { id, path } = await seedMedia(house, { tenant: other })
  await makeHuge(id)
  const key = other.liveKey
  const { json } = await house.request('GET', `/v1/media/${id}/fits`, { key })
  const fits: Fit[] = json.data
  const checked = await house.request('POST', '/v1/posts/validate', {
    key,
    body: { caption: 'x', media: [path], social_accounts: ids },
  })
  for (const { social_account_id: account, media_changes: changes, problems } of checked.json.accounts) {
    const fit = fits.find((one) => one.placement === null && one.social_account_ids.includes(account))
    const isRefused = problems.some(({ pointer }: { pointer: string }) => pointer === '/media/0')
    expect([account, fit?.outcome]).toEqual([
      account,
      isRefused ? 'refused' : changes.length > 0 ? 'changed' : 'as_it_is',
    ])
  }
  for (const { platform, limits } of (await house.request('GET', '/v1/platforms')).json.data) {
    const placements = [null, ...Object.keys(limits.placements?.media ?? {})]
    const own = fits.filter((one) => one.platform === platform)
    expect([platform, ...new Set(own.map(({ placement }) => placement))]).toEqual([platform, ...placements])
  }
})

test('422: there is nothing to say of a file that has not come, or was refused', async () => {
  for (const [state, code] of [
    ['waiting', 'media_not_uploaded'],
    ['rejected', 'media_rejected'],
  ] as const) {
    const { id } = await seedMedia(house, { state })
    const { status, json } = await house.request('GET', `/v1/media/${id}/fits`)
    expect([status, json.code]).toEqual([422, code])
  }
})

const request = async () => {
  const { id } = await seedMedia(house)
  return { method: 'GET', path: `/v1/media/${id}/fits`, id }
}
testRefusals(() => house, 'read', request)
testStrangers(() => house, request)
