// @module-tag slow
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'

let house: House
let account: { id: string; avatar_url: string }
beforeAll(async () => {
  house = await startHouse({ worker: false })
  const id = await house.connect('sandbox', { name: 'Harbour' })
  account = (await house.request('GET', `/v1/social-accounts/${id}`)).json
})
afterAll(() => house.stop())

test('a sandbox profile has a picture of its own, which anybody who knows the address may see', async () => {
  const answer = await fetch(account.avatar_url)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=3600',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 240, height: 240 })
  expect((await sharp(bytes).stats()).isOpaque).toBe(true)
  const another = await house.connect('sandbox', { name: 'Flour' })
  const { avatar_url } = (await house.request('GET', `/v1/social-accounts/${another}`)).json
  expect(Buffer.from(await (await fetch(avatar_url)).arrayBuffer()).equals(bytes)).toBe(false)
})

test('is 304 for who has it', async () => {
  const etag = (await fetch(account.avatar_url)).headers.get('etag') ?? ''
  const answer = await fetch(account.avatar_url, { headers: { 'if-none-match': etag } })
  expect([answer.status, await answer.text()]).toEqual([304, ''])
})

test('is 404 at every address that is not one', async () => {
  for (const file of [
    `${'0'.repeat(32)}.webp`,
    account.avatar_url.slice(-37, -5),
    `${account.id}.webp`,
    '%00',
  ]) {
    const answer = await house.request('GET', `/avatars/${file}`, { key: null })
    expect([file, answer.status, answer.json.code]).toEqual([file, 404, 'not_found'])
  }
})
