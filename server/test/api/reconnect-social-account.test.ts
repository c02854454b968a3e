import { afterAll, beforeAll, expect, test } from 'vitest'
import { markInactive } from '../../src/accounts/mark-inactive.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { startTokenServer, type TokenServer } from '../accounts/token-server.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let server: TokenServer
beforeAll(async () => {
  server = await startTokenServer()
  house = await startHouse({ worker: false, connectors: [sandbox, server.connector] })
})
afterAll(async () => {
  await house.stop()
  await server.close()
})

const reconnect = (id: string, body: object) =>
  house.request('POST', `/v1/social-accounts/${id}/reconnect`, { body })
const formOf = (handle: string) => ({ fields: { handle, password: 'right' } })

test('connects the same profile again, in the way of the account, and it is active', async () => {
  const id = await house.connect('renewing', formOf('ada').fields)
  await house.context.db.transaction((tx) =>
    markInactive(tx, { workspaceId: house.workspaceId, accountId: id, version: 1 }, 'needs_reconnect'),
  )
  const status = async () => (await house.request('GET', `/v1/social-accounts/${id}`)).json.status
  expect(await status()).toBe('needs_reconnect')
  const { status: code, json } = await reconnect(id, formOf('ada'))
  expect([code, json]).toMatchObject([
    200,
    { status: 'connected', way: 'password', social_account_id: id, social_accounts: [id] },
  ])
  expect(await status()).toBe('active')
})

test('is 409 for another profile, and says who signed in; nothing is connected', async () => {
  const id = await house.connect('renewing', formOf('bob').fields)
  const { json } = await reconnect(id, formOf('mallory'))
  expect(json).toMatchObject({ status: 409, code: 'another_profile' })
  expect(json.detail).toContain('You signed in as mallory, not bob.')
  const { data } = (await house.request('GET', '/v1/social-accounts?platform=renewing')).json
  expect(data.map(({ username }: { username: string }) => username)).not.toContain('mallory')
})

test('begins a sign-in at the network where the named way needs one', async () => {
  const id = await house.connect('sandbox', { name: 'Lighthouse' })
  const { json } = await reconnect(id, { way: 'oauth' })
  expect(json).toMatchObject({ status: 'waiting', way: 'oauth', social_account_id: id })
})

const admissible = async () => {
  const id = await house.connect('sandbox', { name: 'Kept' })
  const body = { fields: { name: 'Kept' } }
  return { id, method: 'POST', path: `/v1/social-accounts/${id}/reconnect`, body }
}
testRefusals(() => house, 'accounts', admissible)
testStrangers(() => house, admissible)
