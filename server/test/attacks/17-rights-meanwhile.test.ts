import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeKey } from '../../src/api-keys/revoke-key.ts'
import { connectors } from '../../src/connectors/index.ts'
import { sql } from '../../src/db/database.ts'
import { type Browser, type Person, signedIn } from '../app/person.ts'
import { startBrowser } from '../browser.ts'
import { makeLink } from '../connect-link.ts'
import { type House, startHouse } from '../house.ts'
import { agreeOnly, beginSignIn, signIn } from '../sign-in.ts'

/** Runs while the network looks at a form. */
let meanwhile = async () => undefined as unknown

// The sandbox of every house, but for a pause in which something else may happen.
const pausing = connectors.map((connector) => ({
  ...connector,
  connect: connector.connect.map((way) => {
    if (connector.platform !== 'sandbox' || !('identify' in way)) return way
    return {
      ...way,
      identify: async (...asked: Parameters<typeof way.identify>) => {
        await meanwhile()
        return way.identify(...asked)
      },
    }
  }),
})) as unknown as typeof connectors

let house: House
let owner: Browser
beforeAll(async () => {
  house = await startHouse({ worker: false, connectors: pausing })
  owner = await signedIn(house)
})
afterAll(() => house.stop())

const inWorkspace = () => ({ headers: { 'crier-workspace': house.workspaceId } })
const begin = async (person: Browser, body: object = { platform: 'sandbox', way: 'oauth' }) =>
  (await person.request('POST', '/v1/social-accounts/connect', { body, ...inWorkspace() })).json
const attemptOf = async (id: string) => (await house.request('GET', `/v1/social-accounts/connect/${id}`)).json
const accounts = async () => (await house.request('GET', '/v1/social-accounts')).json.meta.total
const memberOf = (person: Person) => `/app/workspaces/${house.workspaceId}/members/${person.id}`

const losses = {
  'is removed from the workspace': (person: Person) => owner.request('DELETE', memberOf(person)),
  'becomes an editor': (person: Person) =>
    owner.request('PATCH', memberOf(person), { body: { role: 'editor' } }),
}

function browserOf(person: Browser) {
  const browser = startBrowser()
  for (const [name, value] of person.cookies) browser.cookies.set(name, value)
  return browser
}

describe.each(Object.entries(losses))('#17 an admin who began a sign-in and then %s', (_, lose) => {
  it('comes back from the network to nothing', async () => {
    const before = await accounts()
    const admin = await signedIn(house, 'admin')
    const begun = await begin(admin)
    const browser = browserOf(admin)
    const callback = await agreeOnly(browser, begun.url, { names: ['Afterwards'] })
    expect((await lose(admin)).status).toBe(200)
    const page = await browser.open(callback)
    expect(page.status).toBe(400)
    expect(await accounts()).toBe(before)
    // The code was not traded for access that nobody would revoke.
    const tokens = sql`
      select from sandbox_tokens t join sandbox_profiles p on p.id = t.profile_id where p.name = 'Afterwards'`
    expect(await house.db.row(tokens)).toBeNull()
  })

  it('goes on to the network neither from the app nor from our page', async () => {
    const admin = await signedIn(house, 'admin')
    const begun = await begin(admin)
    const browser = browserOf(admin)
    const page = await browser.open(begun.url)
    expect((await lose(admin)).status).toBe(200)
    const { status } = await admin.request('POST', `/app/connect-attempts/${begun.id}/continue`, { body: {} })
    expect([403, 404]).toContain(status)
    expect((await browser.send(page)).status).toBe(409)
    expect((await attemptOf(begun.id)).status).toBe(404)
  })

  it('chooses nothing of what the network offered', async () => {
    const before = await accounts()
    const admin = await signedIn(house, 'admin')
    const begun = await begin(admin)
    const browser = browserOf(admin)
    await signIn(browser, begun.url, { names: ['First', 'Second'] })
    const choice = await browser.open(begun.url)
    const [first] = (await attemptOf(begun.id)).candidates
    expect((await lose(admin)).status).toBe(200)
    const chosen = await browser.send(choice, { external_id: first.external_id })
    expect(chosen.status).toBe(404)
    const body = { external_ids: [first.external_id] }
    const path = `/v1/social-accounts/connect/${begun.id}/choose`
    expect((await admin.request('POST', path, { body, ...inWorkspace() })).status).toBe(403)
    expect(await accounts()).toBe(before)
  })

  it('connects nothing by a form that the network was looking at', async () => {
    const before = await accounts()
    const admin = await signedIn(house, 'admin')
    meanwhile = () => lose(admin)
    const refused = await begin(admin, { platform: 'sandbox', way: 'name', fields: { name: 'By form' } })
    meanwhile = async () => undefined
    expect(refused).toMatchObject({ status: 403, code: 'may_not_connect' })
    expect(await accounts()).toBe(before)
  })
})

describe('#17 a sign-in that a key began', () => {
  it('ends with the key', async () => {
    const before = await accounts()
    const { id, key } = await house.key()
    const begun = await beginSignIn(house, undefined, { key })
    const browser = startBrowser()
    const callback = await agreeOnly(browser, begun.url, { names: ['By key'] })
    await house.db.run(sql`update api_keys set revoked_at = clock_timestamp() where id = ${id}`)
    expect((await browser.open(callback)).status).toBe(403)
    expect(await accounts()).toBe(before)
  })
})

describe('#17 a connect link that a key made', () => {
  it('ends with the key, and so does a sign-in that was begun by it; what it connected before stays', async () => {
    const { id, key } = await house.key()
    const make = async () => String((await makeLink(house, {}, { key })).url)
    const [used, underWay, open] = [await make(), await make(), await make()]
    const first = startBrowser()
    await first.send(await first.open(`${used}/sandbox/name`), { name: 'Before the end' })
    const before = await accounts()
    const browser = startBrowser()
    const form = await browser.open(`${underWay}/sandbox/name`)
    await house.db.transaction((tx) => revokeKey(tx, house.workspaceId, id))
    expect((await browser.send(form, { name: 'After the end' })).status).toBe(404)
    expect((await browser.open(open)).status).toBe(404)
    expect(await accounts()).toBe(before)
    const { data } = (await house.request('GET', '/v1/social-accounts/connect-links')).json
    expect(data).toMatchObject([{ status: 'used' }])
  })
})
