import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSecretSearch, type SecretSearch } from '../../../../../test/attacks/secret-search.ts'
import { image } from '../../../../../test/media-files.ts'
import { createUpload, put } from '../../../../../test/uploads.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import { type FakeBluesky, startFakeBluesky } from '../fake.ts'

let search: SecretSearch
let bluesky: FakeBluesky
beforeAll(async () => {
  search = await openSecretSearch()
  bluesky = await startFakeBluesky()
})
afterAll(async () => {
  await search.stop()
  await bluesky.close()
})

const putRecord = 'com.atproto.repo.putRecord'
const echo = (status: number, code: string, ...words: (string | undefined)[]) => ({
  kind: 'answer' as const,
  status,
  body: JSON.stringify({ error: code, message: `Refused: Bearer ${words.join(' and ')}.` }),
})

it('keeps passwords and tokens out of everything, also where the server repeats them', {
  timeout: 60_000,
}, async () => {
  const password = bluesky.createAccount('ada.test').appPassword
  const login = { service: bluesky.url, handle: 'ada.test' }
  const account = await search.connect('bluesky', 'bluesky', { ...login, app_password: password }, password)
  const access = search.secrets.get('bluesky access_jwt')
  const refresh = search.secrets.get('bluesky refresh_jwt')
  expect([access, refresh]).not.toContain(undefined)

  const { room, server, ask } = search
  const picture = await image('jpeg')
  const created = await createUpload({ ...room, request: ask }, picture, 'image/jpeg')
  await put(room, created.upload_url.replace(room.url, server.url), picture, 'image/jpeg')
  for (const method of ['com.atproto.repo.uploadBlob', putRecord, putRecord]) {
    bluesky.inject(method, echo(400, 'InvalidRequest', access, refresh))
    await search.publish(account, [created.media_id])
  }
  bluesky.inject(putRecord, echo(401, 'AuthMissing', access, refresh))
  bluesky.inject('com.atproto.server.refreshSession', echo(400, 'ExpiredToken', refresh, access))
  await search.publish(account)
  await signInWrongly(login)
  await ask('DELETE', `/v1/social-accounts/${account}`)
  await new Promise((resolve) => setTimeout(resolve, 300))

  expect(bluesky.calls.some(({ authorization }) => authorization?.includes(access ?? '-'))).toBe(true)
  expect(search.found(access ?? '').length).toBeGreaterThan(0)
  await search.expectNoSecret()
})

async function signInWrongly(login: JsonObject): Promise<void> {
  const wrong = 'hunter2-canary-of-a-wrong-password'
  search.secrets.set('wrong password', wrong)
  bluesky.inject('com.atproto.server.createSession', echo(401, 'AuthenticationRequired', wrong))
  bluesky.inject('com.atproto.server.createSession', echo(400, 'InvalidRequest', wrong))
  for (let turn = 0; turn < 2; turn += 1) {
    const refused = await search.room
      .connect('bluesky', { ...login, app_password: wrong })
      .catch((error: Error) => error)
    search.answers.push(JSON.stringify(refused), String(refused))
  }
}
