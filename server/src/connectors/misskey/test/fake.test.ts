import { afterAll, beforeAll, expect, test } from 'vitest'
import { asObject, type JsonObject } from '../../../lib/json/json.ts'
import { type FakeMisskey, startFakeMisskey } from './fake.ts'
import { everyPermission, giveToken, personNamed, type VariantName } from './fake-world.ts'

const names = ['misskey', 'sharkey', 'firefish', 'old'] as const
const fakes = new Map<VariantName, FakeMisskey>()
beforeAll(async () => {
  for (const name of names) fakes.set(name, await startFakeMisskey(name))
})
afterAll(async () => {
  for (const fake of fakes.values()) await fake.close()
})

const at = (name: VariantName): FakeMisskey => fakes.get(name) ?? fail(name)
const fail = (name: string): never => {
  throw new Error(`There is no ${name}.`)
}

/** The status of a call and the code of its refusal. */
async function ask(name: VariantName, endpoint: string, params: JsonObject, token?: string | null) {
  const fake = at(name)
  const given = token === undefined ? giveToken(fake.world) : token
  const answer = await fetch(`${fake.url}/api/${endpoint}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(given === null ? {} : { authorization: `Bearer ${given}` }),
    },
    body: JSON.stringify(params),
  })
  const json = asObject(JSON.parse((await answer.text()) || '{}'))
  return [answer.status, asObject(json?.error)?.code ?? null]
}

const create = 'notes/create'

test('the fake refuses the posts that the schema of the endpoint refuses', async () => {
  const refusals: readonly (readonly [VariantName, JsonObject, string])[] = [
    ['misskey', {}, 'INVALID_PARAM'],
    ['misskey', { text: '' }, 'INVALID_PARAM'],
    ['misskey', { text: ' \n ' }, 'INVALID_PARAM'],
    ['misskey', { text: 'a', cw: '' }, 'INVALID_PARAM'],
    ['misskey', { text: 'a', visibility: 'unlisted' }, 'INVALID_PARAM'],
    ['misskey', { text: 'a', spoiler_text: 'b' }, 'INVALID_PARAM'],
    ['misskey', { text: 'a', localOnly: 'true' }, 'INVALID_PARAM'],
    ['misskey', { text: 'a', fileIds: [] }, 'INVALID_PARAM'],
    ['misskey', { text: 'a', fileIds: ['a', 'a'] }, 'INVALID_PARAM'],
    [
      'misskey',
      { text: 'a', fileIds: Array.from({ length: 17 }, (_, index) => `a${index}`) },
      'INVALID_PARAM',
    ],
    ['misskey', { text: 'a', poll: { choices: ['one'] } }, 'INVALID_PARAM'],
    ['misskey', { text: 'a', poll: { choices: ['one', 'one'] } }, 'INVALID_PARAM'],
    ['misskey', { text: 'a', poll: { choices: ['one', 'x'.repeat(51)] } }, 'INVALID_PARAM'],
    ['misskey', { text: 'a', replyId: 'no-id' }, 'INVALID_PARAM'],
    ['misskey', { text: 'a', replyId: 'a1' }, 'NO_SUCH_REPLY_TARGET'],
    ['misskey', { text: 'a', channelId: 'a1' }, 'NO_SUCH_CHANNEL'],
    ['misskey', { text: 'a', fileIds: ['a1'] }, 'NO_SUCH_FILE'],
    ['misskey', { text: 'a forbidden-word' }, 'CONTAINS_PROHIBITED_WORDS'],
    ['misskey', { text: '👍'.repeat(3_001) }, 'INVALID_PARAM'],
    ['misskey', { text: 'a', cw: 'x'.repeat(101) }, 'INVALID_PARAM'],
    ['sharkey', { text: '👍'.repeat(4_097) }, 'MAX_LENGTH'],
    ['sharkey', { text: 'a', cw: 'x'.repeat(501) }, 'MAX_CW_LENGTH'],
  ]
  for (const [name, params, code] of refusals) expect(await ask(name, create, params)).toEqual([400, code])
  expect(await ask('misskey', create, { text: 'nul\0' })).toEqual([500, 'INTERNAL_ERROR'])
  expect(await ask('misskey', create, { text: '👍'.repeat(3_000) })).toEqual([200, null])
  expect(await ask('sharkey', create, { text: '👍'.repeat(4_096) })).toEqual([200, null])
})

test('the fake looks at the token before it looks at anything else', async () => {
  const { world } = at('misskey')
  const without = (lacking: string) =>
    giveToken(
      world,
      everyPermission.filter((each) => each !== lacking),
    )
  expect(await ask('misskey', create, {}, null)).toEqual([401, 'CREDENTIAL_REQUIRED'])
  expect(await ask('misskey', create, {}, 'nobodys')).toEqual([401, 'AUTHENTICATION_FAILED'])
  expect(await ask('misskey', 'meta', {}, 'nobodys')).toEqual([401, 'AUTHENTICATION_FAILED'])
  // This one leaves out the `error` around it.
  expect(await ask('firefish', create, {}, 'nobodys')).toEqual([403, null])
  // This one never reads the header.
  expect(await ask('old', 'i', {})).toEqual([401, 'CREDENTIAL_REQUIRED'])
  expect(await ask('misskey', create, {}, without('write:notes'))).toEqual([403, 'PERMISSION_DENIED'])
  expect(await ask('misskey', 'notes/delete', {}, without('write:notes'))).toEqual([403, 'PERMISSION_DENIED'])
  expect(await ask('misskey', 'drive/files/delete', {}, without('write:drive'))).toEqual([
    403,
    'PERMISSION_DENIED',
  ])
  expect(await ask('misskey', 'i/revoke-token', {})).toEqual([400, 'ACCESS_DENIED'])
  expect(await ask('misskey', 'notes/nothing', {})).toEqual([404, 'UNKNOWN_API_ENDPOINT'])
  const bob = personNamed(world, 'bob')
  bob.movedTo = 'https://elsewhere.example'
  const token = giveToken(world, everyPermission, bob)
  expect(await ask('misskey', create, { text: 'a' }, token)).toEqual([403, 'YOUR_ACCOUNT_MOVED'])
  bob.isSuspended = true
  expect(await ask('misskey', create, { text: 'a' }, token)).toEqual([403, 'YOUR_ACCOUNT_SUSPENDED'])
})

test('the fake gives a token once, and a form must have its file last', async () => {
  const fake = at('misskey')
  fake.world.sessions.set('a-session', giveToken(fake.world))
  const check = async () => {
    const answer = await fetch(`${fake.url}/api/miauth/a-session/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    return asObject(JSON.parse(await answer.text()))?.ok
  }
  expect([await check(), await check()]).toEqual([true, false])
  const file = new File(['GIF89a'], 'a.gif', { type: 'image/gif' })
  const form = new FormData()
  form.append('file', file)
  form.append('comment', 'Too late')
  const headers = { authorization: `Bearer ${giveToken(fake.world)}` }
  const answer = await fetch(`${fake.url}/api/drive/files/create`, { method: 'POST', headers, body: form })
  expect(answer.status).toBe(400)
})
