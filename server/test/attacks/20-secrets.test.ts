import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { image } from '../media-files.ts'
import { createUpload, put } from '../uploads.ts'
import { ends, openSecretSearch, type SecretSearch } from './secret-search.ts'

let search: SecretSearch
beforeAll(async () => {
  search = await openSecretSearch()
})
afterAll(() => search.stop())

describe('#20 secrets', () => {
  it('are found nowhere after a day on which everything went wrong', async () => {
    const { room, server, ask } = search
    const harbour = await search.connect('sandbox', 'sandbox', { name: 'Harbour', behavior: 'refuse' })
    const token = search.secrets.get('sandbox token')
    expect(token).toBeDefined()
    const picture = await image('jpeg')
    const created = await createUpload({ ...room, request: ask }, picture, 'image/jpeg')
    const signature = new URL(created.upload_url).searchParams.get('signature') ?? ''
    await put(room, created.upload_url.replace(room.url, server.url), picture, 'image/jpeg')
    expect(await search.publish(harbour, [created.media_id])).toBe('failed')
    await refuseEverything()
    await ask('DELETE', `/v1/social-accounts/${harbour}`)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(search.found(token ?? '').length).toBeGreaterThan(0)
    await search.expectNoSecret()
    // An upload address is answered to the one who asked for it, and is written nowhere.
    expect(`${server.output()}${await search.dump()}`).not.toContain(signature)
  })

  /** Everything that is refused, with secrets wherever they can stand. */
  async function refuseEverything(): Promise<void> {
    const { room, ask, answers, secrets } = search
    const { key } = await room.key()
    secrets.set('another key', key)
    const headers = { authorization: `Bearer ${key}x`, cookie: `session=${key}`, 'x-api-key': key }
    for (const path of [
      '/v1/me',
      '/v1/nothing',
      `/v1/me?api_key=${key}`,
      `/v1/posts/${key}`,
      `/v1/posts/${key.replace('c', '%63')}`,
      `/v1/posts/${key.replaceAll('_', '%5f')}`,
      `/v1/posts/${key.replaceAll('_', '%255f')}`,
      `/v1/me?k=${key.replace('c', '%63')}`,
      `/v1/${key}`,
      '/%zz',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        await ask(method, path, { key: null, headers })
        await ask(method, path)
      }
    }
    const sent = { headers: { 'idempotency-key': key, 'x-request-id': 'x', referer: `https://x/?k=${key}` } }
    await ask('POST', '/v1/posts', { ...sent, body: { caption: 5, social_accounts: [key] } })
    await ask('POST', '/v1/posts', { ...sent, body: `{"caption": "${key}` })
    answers.length -= 4
    for (const secret of [key, `eyJhbGciOiJIUzI1NiJ9.${key.slice(11)}.c2lnbmF0dXJl`, `trace-${key}`])
      for (const path of ['/v1/me', '/v1/nothing', '/v1/posts?colour=1'])
        await ask('GET', path, { headers: { 'x-request-id': secret } })
  }
})

describe('#20 sealed values that changed rows', () => {
  it('send nothing and reveal nothing, and what waits goes out when they are back', async () => {
    const { room, server, ask } = search
    const accounts = [
      await search.connect('grace', 'sandbox', { name: 'Grace' }),
      await search.connect('linus', 'sandbox', { name: 'Linus' }),
    ]
    const swap = () =>
      room.db.run(sql`
        update connections c set credentials = o.credentials from connections o
        where c.account_id = any(${accounts}::uuid[]) and o.account_id = any(${accounts}::uuid[])
          and o.account_id <> c.account_id`)
    const arrivals = async () =>
      (await Promise.all(accounts.map((account) => room.truth(account)))).flatMap((truth) => truth.arrivals)
    await swap()
    const body = { caption: 'Swapped', social_accounts: accounts }
    const post = await ask('POST', '/v1/posts', { body })
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await arrivals()).toEqual([])
    expect(await room.status(post.json.id)).toBe('processing')
    expect(search.found(server.output())).toEqual([])
    const results = await ask('GET', `/v1/post-results?status=any&post_id=${post.json.id}`)
    expect(search.found(results.text)).toEqual([])
    await swap()
    expect(await room.settled(post.json.id, ends)).toBe('posted')
    expect(await arrivals()).toHaveLength(2)
  })
})
