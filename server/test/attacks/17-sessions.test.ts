import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type Browser, signedIn } from '../app/person.ts'
import { startBrowser } from '../browser.ts'
import { type House, startHouse } from '../house.ts'
import { agreeOnly, signIn } from '../sign-in.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false, config: { logLevel: 'error' } })
})
afterAll(() => house.stop())

const inWorkspace = () => ({ headers: { 'crier-workspace': house.workspaceId } })
const begin = (person: Browser, path = '/v1/social-accounts/connect') =>
  person.request('POST', path, {
    body: { ...(path.endsWith('/connect') ? { platform: 'sandbox' } : {}), way: 'oauth' },
    ...inWorkspace(),
  })
const attemptOf = async (id: string) => (await house.request('GET', `/v1/social-accounts/connect/${id}`)).json
const accounts = async () => (await house.request('GET', '/v1/social-accounts')).json.meta.total

/** A browser that has the session of a person, or nobody's. */
function browserOf(person: Browser | null) {
  const browser = startBrowser()
  for (const [name, value] of person?.cookies ?? []) browser.cookies.set(name, value)
  return browser
}

describe('#17 a sign-in that a person began in a session', () => {
  it('connects an account in that session, and the audit log has both ends of it', async () => {
    const admin = await signedIn(house, 'admin')
    const begun = (await begin(admin)).json
    const page = await signIn(browserOf(admin), begun.url, { names: ['Bound'] })
    expect(page.url).toBe(`${house.url}/accounts/connect/sandbox?attempt=${begun.id}`)
    const { status, social_accounts: ids } = await attemptOf(begun.id)
    expect([status, ids.length]).toEqual(['connected', 1])
    const { data } = (await house.request('GET', `/v1/audit-log?actor=${admin.id}`)).json
    expect(data.map(({ action, subject }: Entry) => [action, subject.id])).toEqual([
      ['account.connect', ids[0]],
      ['connect_attempt.create', begun.id],
      ['person.sign_in', admin.id],
    ])
  })

  it('goes on in no other session and in none, and says so', async () => {
    const begun = (await begin(await signedIn(house, 'admin'))).json
    for (const other of [null, await signedIn(house, 'admin')]) {
      const browser = browserOf(other)
      const page = await browser.send(await browser.open(begun.url))
      expect(page.status).toBe(403)
      expect(page.text).toContain('Nothing was connected')
      expect(page.text).toContain('Sign in, and begin again')
    }
    expect((await attemptOf(begun.id)).status).toBe('waiting')
  })

  it('is not finished by a callback in another session, in none, or in the same that has ended', async () => {
    const before = await accounts()
    const [admin, mallory] = [await signedIn(house, 'admin'), await signedIn(house, 'admin')]
    const begun = (await begin(admin)).json
    const browser = browserOf(admin)
    const callback = await agreeOnly(browser, begun.url, { names: ['Prey'] })
    const [session] = [...admin.cookies.keys()]
    const stolen = new Map([...browser.cookies].filter(([name]) => name !== session))
    for (const other of [new Map<string, string>(), mallory.cookies]) {
      const thief = startBrowser()
      for (const [name, value] of [...stolen, ...other]) thief.cookies.set(name, value)
      const page = await thief.open(callback)
      expect([page.status, page.text.includes('Nothing was connected')]).toEqual([403, true])
    }
    await admin.request('POST', '/app/sign-out')
    expect((await browser.open(callback)).status).toBe(403)
    expect(await accounts()).toBe(before)
    expect((await attemptOf(begun.id)).status).toBe('waiting')
  })

  it('offers its profiles to choose in that session alone', async () => {
    const admin = await signedIn(house, 'admin')
    const begun = (await begin(admin)).json
    const browser = browserOf(admin)
    // The app offers them to people; a browser without scripts chooses on the page of the attempt.
    await signIn(browser, begun.url, { names: ['One', 'Two'] })
    const choice = await browser.open(begun.url)
    const [first] = (await attemptOf(begun.id)).candidates
    await admin.request('POST', '/app/sign-out')
    const refused = await browser.send(choice, { external_id: first.external_id })
    expect(refused.status).toBe(403)
    const body = { external_ids: [first.external_id] }
    const choose = `/v1/social-accounts/connect/${begun.id}/choose`
    expect((await admin.request('POST', choose, { body, ...inWorkspace() })).status).toBe(401)
    expect((await attemptOf(begun.id)).status).toBe('choosing')
  })

  it('needs the role admin, and a proof of the last ten minutes', async () => {
    expect((await begin(await signedIn(house, 'editor'))).json).toMatchObject({
      status: 403,
      scope: 'accounts',
    })
    const admin = await signedIn(house, 'admin')
    const account = await house.connect('sandbox', { name: 'Held' })
    await house.db.run(
      sql`update sessions set proved_at = proved_at - interval '11 minutes' where user_id = ${admin.id}`,
    )
    for (const path of [undefined, `/v1/social-accounts/${account}/reconnect`])
      expect((await begin(admin, path)).json).toMatchObject({ status: 403, code: 'proof_required' })
    const link = { body: { platforms: ['sandbox'] }, ...inWorkspace() }
    expect((await admin.request('POST', '/v1/social-accounts/connect-links', link)).json.code).toBe(
      'proof_required',
    )
    await admin.request('POST', '/app/proof', { body: { password: 'a long sentence of mine' } })
    expect((await begin(admin)).status).toBe(200)
    expect((await admin.request('POST', '/v1/social-accounts/connect-links', link)).status).toBe(200)
  })
})

interface Entry {
  action: string
  subject: { id: string | null }
}
