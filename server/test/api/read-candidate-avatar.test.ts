// @module-tag slow
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveCandidateAvatar } from '../../src/connections/candidate-avatar.ts'
import { type AttemptRow, openCandidates, sealCandidates } from '../../src/connections/connect-attempt.ts'
import { sweepConnectAttempts } from '../../src/connections/sweep-connect-attempts.ts'
import { sql } from '../../src/db/database.ts'
import { startBrowser } from '../browser.ts'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { startPictures } from '../pictures-server.ts'
import { beginSignIn, signIn } from '../sign-in.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

interface Offered {
  readonly id: string
  readonly candidates: readonly { external_id: string; avatar_url: string }[]
}

/** A sign-in that has come as far as the choice. */
async function offer(...names: string[]): Promise<Offered> {
  const { id, url } = await beginSignIn(house)
  await signIn(startBrowser(), url, { names })
  return (await house.request('GET', `/v1/social-accounts/connect/${id}`)).json
}
const statusOf = async (url: string) => (await fetch(url)).status
const stored = (id: string) =>
  house.db.rows<{ place: number; picture: Buffer | null }>(
    sql`select place, picture from candidate_avatars where attempt_id = ${id} order by place`,
  )
const nameIn = (url: string) => url.split('/').at(-1) ?? ''

test('each profile to choose has a picture on our own host, as long as there is a choice', async () => {
  const { id, candidates } = await offer('One', 'Two')
  const pictures: string[] = []
  for (const { avatar_url } of candidates) {
    expect(avatar_url.startsWith(`${house.url}/avatars/candidates/${id}.`)).toBe(true)
    const answer = await fetch(avatar_url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('cache-control')).toBe('private, max-age=3600')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect((await sharp(bytes).metadata()).width).toBe(240)
    pictures.push(bytes.toString('hex'))
    const etag = answer.headers.get('etag') ?? ''
    expect((await fetch(avatar_url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  }
  expect(new Set(pictures).size).toBe(2)
  expect(await stored(id)).toHaveLength(2)
  const body = { external_ids: [candidates[0]?.external_id] }
  expect((await house.request('POST', `/v1/social-accounts/connect/${id}/choose`, { body })).status).toBe(200)
  for (const { avatar_url } of candidates) expect(await statusOf(avatar_url)).toBe(404)
  expect(await stored(id)).toEqual([])
})

test('is 404 at every address that we did not make, and when the time to choose is over', async () => {
  const { id, candidates } = await offer('Three', 'Four')
  const [first, second] = candidates.map(({ avatar_url }) => avatar_url)
  if (first === undefined || second === undefined) throw new Error('Two profiles were to be offered.')
  const proof = nameIn(first).split('.')[2]
  for (const file of [
    nameIn(second).replace(/\.[^.]+\.webp$/, `.${proof}.webp`),
    `${id}.0.webp`,
    `${id}.9999.${proof}.webp`,
    `${id}.0.${proof}`,
    `${id}.00.${proof}.webp`.replace('.00.', '.1.'),
    'x.0.y.webp',
    '%00',
  ])
    expect([file, await statusOf(`${house.url}/avatars/candidates/${file}`)]).toEqual([file, 404])
  expect(await statusOf(first)).toBe(200)
  await house.db.run(sql`
    update connect_attempts set expires_at = clock_timestamp() - interval '1 second' where id = ${id}`)
  expect(await statusOf(first)).toBe(404)
  await sweepConnectAttempts(house.context)
  expect(await stored(id)).toEqual([])
})

test('is fetched as the pictures of accounts are: once, and never from inside', async () => {
  const { id, candidates } = await offer('Five', 'Six', 'Seven', 'Eight')
  const pictures = await startPictures(house.context)
  const good = await image('jpeg', { width: 600, height: 300, gps: true })
  pictures.answer = (_path, response) => void response.writeHead(200).end(good)
  const row = await house.db.row<AttemptRow>(sql`select * from connect_attempts where id = ${id}`)
  if (row === null) throw new Error('There is no such attempt.')
  const addresses = [`${pictures.url}/ada.jpg`, 'http://127.0.0.1:1/a.png', 'http://169.254.169.254/a', null]
  const changed = openCandidates(house.context.sealer, row).map((each, place) => ({
    ...each,
    profile: { ...each.profile, avatarUrl: addresses[place] ?? null },
  }))
  await house.db.run(sql`
    update connect_attempts set candidates = ${sealCandidates(house.context.sealer, row, changed)} where id = ${id}`)
  const ask = (place: number) => {
    const file = nameIn(candidates[place]?.avatar_url ?? '')
    return serveCandidateAvatar(pictures.context, { file, ifNoneMatch: null })
  }
  const drawn = await Promise.all([ask(0), ask(0), ask(0)])
  expect(await sharp(drawn[0]?.body ?? Buffer.alloc(0)).metadata()).toMatchObject({
    format: 'webp',
    width: 256,
  })
  expect(pictures.asked).toEqual(['/ada.jpg'])
  for (const place of [1, 2])
    await expect(ask(place)).rejects.toMatchObject({ status: 404, code: 'no_avatar' })
  await expect(ask(3)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  expect((await stored(id)).map(({ place, picture }) => [place, picture !== null])).toEqual([
    [0, true],
    [1, false],
    [2, false],
  ])
  const { json } = await house.request('GET', `/v1/social-accounts/connect/${id}`)
  expect(json.candidates[3].avatar_url).toBeNull()
  await pictures.close()
})

test('is shown on the page on which a person chooses, which may load pictures of our host alone', async () => {
  const browser = startBrowser()
  const { url } = await beginSignIn(house)
  await signIn(browser, url, { names: ['Nine', 'Ten'] })
  const page = await browser.open(url)
  expect(page.headers.get('content-security-policy')).toMatch(/; img-src 'self'$/)
  expect(page.text.match(/<img class="avatar" src="[^"]*\/avatars\/candidates\/[^"]*"/g)).toHaveLength(2)
})
