import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { openBrowser, signedIn } from '../app/person.ts'
import { type House, startHouse } from '../house.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'

let house: House
let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
  house = await startHouse({ config: { mail: server.settings } })
})
afterAll(async () => {
  await house.stop()
  await server.close()
})

const patient = { timeout: 60_000, interval: 200 }

it('a person who forgot their password gets a link by mail, from a server that just runs', async () => {
  const person = await signedIn(house)
  await openBrowser(house).request('POST', '/app/password-reset', { body: { email: person.email } })
  await expect.poll(() => server.received.length, patient).toBe(1)
  expect(server.received[0]?.parsed.text).toContain(`${house.context.config.publicUrl}/reset/`)
})

it('a post that its network refuses is told of in the app, and by mail once its time has come', async () => {
  const owner = await signedIn(house)
  // A new reader begins with the events from now on.
  const readers = sql`select from event_readers where name = 'notifications'`
  await expect.poll(() => house.db.rows(readers), patient).toHaveLength(1)
  const account = await house.connect('sandbox', { name: 'Strict' })
  const behavior = { behavior: 'refuse', times: 1 }
  await house.request('PATCH', `/v1/social-accounts/${account}`, { body: { behavior } })
  const post = await house.request('POST', '/v1/posts', {
    body: { caption: 'Autumn bread list', social_accounts: [account] },
  })
  const list = async () =>
    (await owner.request('GET', `/app/workspaces/${house.workspaceId}/notifications`)).json.data
  await expect.poll(list, patient).toMatchObject([{ kind: 'failed', subject_id: post.json.id }])
  await house.db.run(sql`update notifications set created_at = created_at - interval '2 minutes'`)
  const mail = () => server.received.find(({ envelope }) => envelope.to.includes(owner.email))?.parsed
  await expect.poll(() => mail()?.subject, patient).toBe('Not published: “Autumn bread list” · A workspace')
}, 150_000)
