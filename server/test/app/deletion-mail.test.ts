import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listServerEntries } from '../../src/audit/list-server-entries.ts'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { sendQueued } from '../mail/send-queued.ts'
import { type Browser, type Person, signedIn } from './person.ts'

let house: House
let server: MailServer
let at: string
let [ada, grace]: (Browser & Person)[] = []
beforeAll(async () => {
  server = await startMailServer()
  house = await startHouse({ worker: false, config: { mail: server.settings } })
  at = `/app/workspaces/${house.workspaceId}/deletion`
  await house.db.run(sql`delete from memberships where workspace_id = ${house.workspaceId}`)
  ada = await signedIn(house)
  grace = await signedIn(house)
  await signedIn(house, 'admin')
})
afterAll(async () => {
  await house.stop()
  await server.close()
})
beforeEach(async () => {
  server.received.length = 0
})

const remove = (body: object = {}) => ada?.request('POST', at, { body: { name: 'A workspace', ...body } })
const received = async () => {
  await sendQueued(house)
  return server.received.splice(0)
}

it('tells every owner who deleted the workspace, from where, and until when it can be restored', async () => {
  const { json } = (await remove()) ?? {}
  const mails = await received()
  expect(mails.flatMap(({ envelope }) => envelope.to).toSorted()).toEqual(
    [ada?.email, grace?.email].toSorted(),
  )
  const [mail] = mails
  expect(mail?.parsed.subject).toBe('“A workspace” on Crier was deleted')
  const text = mail?.parsed.text?.replaceAll('\n', ' ')
  expect(text).toContain(
    `${ada?.email} deleted the workspace “A workspace” a moment ago, from the address 127.0.0.1.`,
  )
  const [day, time] = [new Date(json.purge_at), json.purge_at.slice(11, 16)]
  const written = day.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  expect(text).toContain(`until ${written} at ${time} UTC`)
  await remove()
  expect(await received()).toEqual([])
})

it('tells them once more where the days of grace end at once, and keeps each step for the operator', async () => {
  await ada?.request('DELETE', at)
  await remove()
  await received()
  await remove({ at_once: true })
  const mails = await received()
  expect(mails).toHaveLength(2)
  expect(mails[0]?.parsed.text?.replaceAll('\n', ' ')).toContain('it cannot be restored')
  const kept = await listServerEntries(house.db, { action: null, limit: 4 })
  expect(
    kept.map(({ action, actor, subject, details }) => [action, actor.name, subject.id, details]),
  ).toEqual([
    ['workspace.delete', ada?.email, house.workspaceId, { name: 'A workspace', at_once: true }],
    ['workspace.delete', ada?.email, house.workspaceId, { name: 'A workspace', at_once: false }],
    ['workspace.restore', ada?.email, house.workspaceId, { name: 'A workspace' }],
    ['workspace.delete', ada?.email, house.workspaceId, { name: 'A workspace', at_once: false }],
  ])
})
