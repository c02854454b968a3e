import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connectors } from '../../src/connectors/index.ts'
import { byName } from '../../src/connectors/of-platform.ts'
import { sql } from '../../src/db/database.ts'
import { storeOwner } from '../../src/people/create-owner.ts'
import { type House, startHouse } from '../house.ts'
import { type Browser, type Person, signedIn } from './person.ts'

const wanting = connectors.filter(({ app }) => app !== null)
const [connector] = wanting
if (!connector) throw new Error('No network asks for an app of the operator.')
const { platform } = connector
const path = `/app/instance/networks/${platform}`
const secret = 'a-secret-that-nobody-sees'

/** An app with every field that its form requires. */
const settings = Object.fromEntries((connector.app?.required ?? []).map((field) => [field, secret]))

let house: House
let first: Browser & Person
let later: Browser & Person
beforeAll(async () => {
  house = await startHouse({ worker: false })
  first = await signedIn(house)
  later = await signedIn(house)
  await storeOwner(house.db, first.id)
  await house.db.run(sql`update users set created_at = created_at - interval '1 year' where id = ${later.id}`)
})
afterAll(() => house.stop())
beforeEach(() => house.db.run(sql`delete from platform_apps`))

const own = async () => {
  const { status, json } = await first.request('GET', '/app/instance/networks')
  expect(status).toBe(200)
  return json.data.find((one: { platform: string }) => one.platform === platform)
}

it('lists every network that asks for an app by its name, and what each way lacks', async () => {
  const { json } = await first.request('GET', '/app/instance/networks')
  expect(json.data.map((one: { platform: string }) => one.platform)).toEqual(
    byName(wanting).map((one) => one.platform),
  )
  const shown = await own()
  expect(shown).toMatchObject({ set_in: null, values: {}, fields_set: [], updated_at: null })
  expect(shown.ways.flatMap(({ missing }: { missing: { code: string }[] }) => missing)).toContainEqual(
    expect.objectContaining({ code: 'app' }),
  )
})

it('sets an app sealed, shows no secret of it ever, and removes it', async () => {
  const put = await first.request('PUT', path, { body: settings })
  expect(put).toMatchObject({ status: 200, json: { set_in: 'here' } })
  expect(put.json.fields_set).toEqual(Object.keys(settings))
  const secrets = Object.entries(connector.app?.properties ?? {})
    .filter(([, schema]) => 'format' in schema && schema.format === 'password')
    .map(([field]) => field)
  expect(secrets.length).toBeGreaterThan(0)
  for (const shown of [put.json, await own()])
    for (const field of secrets) expect(shown.values).not.toHaveProperty(field)
  const row = await house.db.row<{ settings: string }>(sql`select settings from platform_apps`)
  expect(row?.settings).not.toContain(secret)
  const entries = await house.db.rows<{ action: string; details: object }>(sql`
    select action, details from audit_log where action like 'platform_app.%'`)
  expect(entries.length).toBeGreaterThan(0)
  expect(entries.every(({ action }) => action === 'platform_app.set')).toBe(true)
  expect(JSON.stringify(entries)).not.toContain(secret)
  const listed = (await house.request('GET', '/v1/platforms')).json.data
  expect(listed.find((one: { platform: string }) => one.platform === platform).app_configured).toBe(true)
  expect((await first.request('DELETE', path)).status).toBe(200)
  expect(await own()).toMatchObject({ set_in: null, fields_set: [] })
  expect((await first.request('DELETE', path)).status).toBe(404)
})

it('tells an app that a command set from one that was set here', async () => {
  await first.request('PUT', path, { body: settings })
  await house.db.run(sql`update platform_apps set set_by = null`)
  expect(await own()).toMatchObject({ set_in: 'command', updated_at: expect.any(String) })
})

it('is for nobody but the person who set the server up', async () => {
  for (const [method, at] of [
    ['GET', '/app/instance/networks'],
    ['PUT', path],
    ['DELETE', path],
  ] as const)
    expect(await later.request(method, at, method === 'PUT' ? { body: settings } : {})).toMatchObject({
      status: 403,
      json: { code: 'not_first_owner' },
    })
  expect(await house.db.row(sql`select 1 from platform_apps`)).toBeNull()
})

it('asks for a fresh proof before it changes anything', async () => {
  const browser = await signedIn(house)
  await house.db.run(
    sql`update sessions set proved_at = proved_at - interval '1 hour' where user_id = ${browser.id}`,
  )
  for (const [method, send] of [
    ['PUT', { body: settings }],
    ['DELETE', {}],
  ] as const)
    expect((await browser.request(method, path, send)).status).toBe(403)
})

it('refuses an app that is not whole, and a network that asks for none', async () => {
  expect((await first.request('PUT', path, { body: {} })).status).toBe(422)
  expect((await first.request('PUT', path, { body: { ...settings, colour: 'red' } })).status).toBe(422)
  for (const other of ['sandbox', 'nowhere'])
    expect((await first.request('PUT', `/app/instance/networks/${other}`, { body: settings })).status).toBe(
      404,
    )
})

it('says that the environment goes before, and changes nothing then', async () => {
  const variables = Object.fromEntries(
    Object.entries(settings).map(([field, value]) => [`PLATFORM_${platform}_${field}`.toUpperCase(), value]),
  )
  Object.assign(house.context.config.platformVariables, variables)
  try {
    expect(await own()).toMatchObject({ set_in: 'environment', updated_at: null })
    for (const method of ['PUT', 'DELETE'])
      expect(await first.request(method, path, method === 'PUT' ? { body: settings } : {})).toMatchObject({
        status: 409,
        json: { code: 'app_from_environment' },
      })
  } finally {
    for (const name of Object.keys(variables))
      Reflect.deleteProperty(house.context.config.platformVariables, name)
  }
})
