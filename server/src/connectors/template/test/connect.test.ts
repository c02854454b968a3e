import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectByToken } from '../connect.ts'
import { answered, openHouse, type PerchHouse } from './world.ts'

let house: PerchHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const asking = 'GET /v1/me'

test('a token connects its profile, whose settings hold no secret', async () => {
  const { token } = house.fake
  const found = await connectByToken.identify({ access_token: ` ${token}\n` }, house.connectIo)
  expect(found).toMatchObject({ externalId: '7', username: 'harbour', credentials: { access_token: token } })
  expect(found.settings).toEqual({ max_characters: 500 })
})

test.each([
  ['two words', 'invalid'],
  ['', 'invalid'],
  ['nobodys', 'unauthorized'],
])('the token %j is refused as %s', async (token, kind) => {
  await expect(connectByToken.identify({ access_token: token }, house.connectIo)).rejects.toMatchObject({
    kind,
  })
})

test.each([[{}], [{ id: '7' }], [{ id: '7', name: 'harbour', url: 'javascript:alert(1)' }], [[]]])(
  'a profile of %j cannot be connected',
  async (answer) => {
    house.fake.inject(asking, answered(200, answer))
    const identified = connectByToken.identify({ access_token: house.fake.token }, house.connectIo)
    await expect(identified).rejects.toMatchObject({ kind: 'unavailable' })
  },
)

test('a refresh learns the limits anew, and refuses the token of somebody else', async () => {
  const { account, credentials, connectIo } = house
  const profile = {
    id: '7',
    name: 'harbour',
    url: 'https://perch.example/harbour',
    limits: { characters: 900 },
  }
  house.fake.inject(asking, answered(200, profile))
  const refreshed = await connectByToken.refresh(account, credentials, connectIo)
  expect(refreshed).toMatchObject({ credentials, profile: { settings: { max_characters: 900 } } })
  house.fake.inject(asking, answered(200, { ...profile, id: '8' }))
  const other = connectByToken.refresh(account, credentials, connectIo)
  await expect(other).rejects.toMatchObject({ kind: 'unauthorized' })
})

test('a token is revoked, and to revoke one that has ended is no error', async () => {
  const { account, credentials, connectIo } = house
  await connectByToken.revoke(account, credentials, connectIo)
  const refreshed = connectByToken.refresh(account, credentials, connectIo)
  await expect(refreshed).rejects.toMatchObject({ kind: 'unauthorized' })
  await connectByToken.revoke(account, credentials, connectIo)
})
