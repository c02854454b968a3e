import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { createReset } from '../../src/people/reset/create-reset.ts'
import { replaceRecoveryCodes } from '../../src/people/two-factor/recovery-codes.ts'
import { newPerson, openBrowser, password, signedIn } from '../app/person.ts'
import { type Answer, type House, startHouse } from '../house.ts'
import { howManyWait } from '../how-many-wait.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
})

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort()
const post = (path: string, body: object) => openBrowser(house).request('POST', path, { body })

describe('#18 at the same moment', () => {
  it('one of several who hold the link of an invitation comes in', async () => {
    const owner = await signedIn(house)
    const email = `${newId()}@example.org`
    const at = `/app/workspaces/${house.workspaceId}/invitations`
    const { url } = (await owner.request('POST', at, { body: { email, role: 'editor' } })).json
    const token = String(url).slice(String(url).lastIndexOf('/') + 1)
    const asked = Array.from({ length: 4 }, (_, who) =>
      post('/app/invitations/accept', { token, password: `${password} ${who}` }),
    )
    const answers = await Promise.all(asked)
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(
      statuses(answers)
        .slice(1)
        .every((status) => [404, 409].includes(status)),
    ).toBe(true)
    const members = await house.db.rows(sql`
      select 1 from memberships m join users u on u.id = m.user_id where u.email = ${email}`)
    expect(members.length).toBe(1)
  })

  it('a recovery code is good for one of several sign-ins', async () => {
    const { id, email } = await newPerson(house)
    await house.db.run(sql`
      insert into authenticators (user_id, secret, confirmed_at) values (${id}, 'x', clock_timestamp())`)
    const [code = ''] = await replaceRecoveryCodes(house.db, id)
    const asked = await Promise.all(Array.from({ length: 4 }, () => openBrowser(house).signIn(email)))
    const answers = await Promise.all(
      asked.map(({ json }) => post('/app/sign-in/second-factor', { challenge: json.challenge, code })),
    )
    expect(statuses(answers)).toEqual([200, 403, 403, 403])
  })

  it('a password is changed and set by a link, one after the other, whichever is first', {
    timeout: 60_000,
  }, async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      await house.db.run(sql`delete from sign_in_counts`)
      const person = await signedIn(house)
      const token = await createReset(house.db, person.id)
      const body = { current_password: password, new_password: 'the one of the session' }
      const [changed, set] = await Promise.all([
        person.request('POST', '/app/password', { body }),
        post('/app/password-reset/finish', { token, password: 'the one of the link' }),
      ])
      expect([200, 401, 403]).toContain(changed.status)
      expect([200, 404]).toContain(set.status)
      expect([changed.status, set.status]).toContain(200)
      const right = set.status === 200 ? 'the one of the link' : 'the one of the session'
      expect((await openBrowser(house).signIn(person.email, right)).status).toBe(200)
    }
  })

  it('the two owners of a workspace cannot both leave it', async () => {
    const { workspaceId, userId } = await house.newTenant()
    const owners = [await signedIn(house, null), await signedIn(house, null)]
    await house.db.run(
      sql`delete from memberships where workspace_id = ${workspaceId} and user_id = ${userId}`,
    )
    for (const { id } of owners)
      await house.db.run(sql`
        insert into memberships (workspace_id, user_id, role) values (${workspaceId}, ${id}, 'owner')`)
    const { asked } = await house.db.transaction(async (tx) => {
      // Each may look whether the other is there, and neither can be stored yet.
      await tx.run(sql`select 1 from memberships where workspace_id = ${workspaceId} for share`)
      const requests = owners.map((owner) =>
        owner.request('DELETE', `/app/workspaces/${workspaceId}/members/${owner.id}`),
      )
      await expect.poll(() => howManyWait(tx)).toBe(2)
      return { asked: requests }
    })
    expect(statuses(await Promise.all(asked))).toEqual([200, 409])
    const left = await house.db.rows(sql`
      select 1 from memberships where workspace_id = ${workspaceId} and role = 'owner'`)
    expect(left.length).toBe(1)
  })
})
