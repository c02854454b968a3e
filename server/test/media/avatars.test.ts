// @module-tag slow
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { getAvatar } from '../../src/media/avatars/serve-avatar.ts'
import { type House, startHouse } from '../house.ts'
import { hugePng, image } from '../media-files.ts'
import { type PicturesServer, startPictures } from '../pictures-server.ts'

let house: House
let pictures: PicturesServer
let accountId: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  pictures = await startPictures(house.context)
})
afterAll(async () => {
  await pictures.close()
  await house.stop()
})

let made = 0
beforeEach(async () => {
  made += 1
  accountId = await house.connect('sandbox', { name: `harbour ${made}` })
  await haveAt('/ada.png')
  pictures.asked.length = 0
})

/** Lets the network have the picture of the account at this address. */
const haveAt = (path: string, id = accountId) => {
  const url = URL.canParse(path) ? path : `${pictures.url}${path}`
  return house.db.run(sql`update social_accounts set avatar_url = ${url} where id = ${id}`)
}
const send = (bytes: Buffer | string) => {
  pictures.answer = (_path, response) => void response.writeHead(200).end(bytes)
}
const get = async (id = accountId) => {
  const asked = { accountId: id, ifNoneMatch: null }
  const { body } = await getAvatar(pictures.context, { workspaceId: house.workspaceId, mode: 'live' }, asked)
  return body ?? Buffer.alloc(0)
}
const age = (hours: number) =>
  house.db.run(sql`update avatars set checked_at = checked_at - ${hours} * interval '1 hour'`)

describe('the picture of an account', () => {
  it('is drawn small, without metadata, and fetched once for many who ask', async () => {
    send(await image('jpeg', { width: 1_000, height: 500, gps: true }))
    const all = await Promise.all(Array.from({ length: 20 }, () => get()))
    expect(await sharp(all[0]).metadata()).toMatchObject({ format: 'webp', width: 256, height: 128 })
    expect((await sharp(all[0]).metadata()).exif).toBeUndefined()
    expect(new Set(all.map((each) => each.toString('hex'))).size).toBe(1)
    expect(pictures.asked).toEqual(['/ada.png'])
  })

  it('is fetched again when the profile has another one, and once a day', async () => {
    send(await image('png'))
    const first = await get()
    send(await image('png', { width: 100, height: 100 }))
    await haveAt('/another.png')
    expect((await get()).equals(first)).toBe(false)
    await age(23)
    await get()
    expect(pictures.asked).toEqual(['/ada.png', '/another.png'])
    await age(2)
    await get()
    await expect.poll(() => pictures.asked.length).toBe(3)
  })

  it('stays when the network is away, which is not asked again for a while', async () => {
    send(await image('png'))
    const first = await get()
    pictures.answer = (_path, response) => void response.destroy()
    await haveAt('/away.png')
    expect((await get()).equals(first)).toBe(true)
    // A kept connection that breaks is tried once more.
    const asked = pictures.asked.length
    expect((await get()).equals(first)).toBe(true)
    expect(pictures.asked).toHaveLength(asked)
  })

  it('is followed through three redirects, none of them to where strangers may not look', async () => {
    const good = await image('png')
    const inside = createServer((_request, response) => response.writeHead(200).end(good))
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
    const { port } = inside.address() as AddressInfo
    pictures.answer = (path, response) => {
      const hops = Number(/^\/hop(\d)/.exec(path)?.[1] ?? 0)
      const location = path === '/inside' ? `http://127.0.0.1:${port}/` : `/hop${hops - 1}`
      if (path === '/hop0') response.writeHead(200).end(good)
      else response.writeHead(302, { location }).end()
    }
    await haveAt('/hop3')
    expect((await get()).length).toBeGreaterThan(0)
    for (const path of ['/hop4', '/inside', `http://127.0.0.1:${port}/`, 'http://169.254.169.254/latest']) {
      await house.db.run(sql`delete from avatars`)
      await haveAt(path)
      await expect(get()).rejects.toMatchObject({ status: 404, code: 'no_avatar' })
    }
    inside.close()
  })

  it('that is none, hostile or immense is none, and is asked for once in a quarter of an hour', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>'
    const cut = (await image('png', { width: 300, height: 300 })).subarray(0, 500)
    for (const bytes of ['', '<html>', svg, cut, hugePng(60_000, 60_000), Buffer.alloc(5_100_000)]) {
      await house.db.run(sql`delete from avatars`)
      pictures.asked.length = 0
      send(bytes)
      await expect(get()).rejects.toMatchObject({ status: 404, code: 'no_avatar' })
      await expect(get()).rejects.toMatchObject({ status: 404, code: 'no_avatar' })
      expect(pictures.asked).toEqual(['/ada.png'])
    }
    send(await image('png'))
    await age(1)
    expect((await get()).length).toBeGreaterThan(0)
  })

  it('is forgotten with the connection, and never fetched for an account that has none', async () => {
    send(await image('png'))
    await get()
    await house.request('DELETE', `/v1/social-accounts/${accountId}`)
    await expect(get()).rejects.toMatchObject({ status: 404, code: 'not_found' })
    expect(await house.db.rows(sql`select from avatars where account_id = ${accountId}`)).toEqual([])
    const another = await house.connect('sandbox', { name: 'nobody' })
    await house.db.run(sql`update social_accounts set avatar_url = null where id = ${another}`)
    await expect(get(another)).rejects.toMatchObject({ status: 404, code: 'no_avatar' })
    const { json } = await house.request('GET', `/v1/social-accounts/${another}`)
    expect(json.avatar_url).toBeNull()
  })

  it('of a hundred accounts at once is asked for by a few at a time', async () => {
    const good = await image('png')
    let [now, most] = [0, 0]
    pictures.answer = (_path, response) => {
      now += 1
      most = Math.max(most, now)
      setImmediate(() => {
        now -= 1
        response.writeHead(200).end(good)
      })
    }
    const ids = await house.db.rows<{ id: string }>(sql`
      insert into social_accounts (workspace_id, id, mode, platform, external_id, username, display_name, avatar_url, profile_url, settings)
      select ${house.workspaceId}, gen_random_uuid(), 'live', 'sandbox', 'many' || n, 'x', 'x',
        ${`${pictures.url}/`} || n, 'https://n.example', '{}' from generate_series(1, 100) n returning id`)
    const all = await Promise.all(ids.map(({ id }) => get(id)))
    expect(all.every((bytes) => bytes.length > 0)).toBe(true)
    expect(pictures.asked.length).toBe(100)
    expect(most).toBeLessThanOrEqual(4)
  })
})
