import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { film, image, pdf } from '../media-files.ts'
import { createUpload, uploadFile } from '../uploads.ts'
import { testRefusals } from './refusals.ts'

let house: House
const made: Record<string, { id: string; created_at: string }> = {}
beforeAll(async () => {
  house = await startHouse()
  made.jpeg = await uploadFile(house, await image('jpeg'), 'image/jpeg', { name: 'Harbour at dawn.jpg' })
  made.png = await uploadFile(house, await image('png'), 'image/png', { name: '100%_real.png' })
  made.film = await uploadFile(house, await film('mp4'), 'video/mp4', { name: 'harbour film' })
  made.pdf = await uploadFile(house, pdf(), 'application/pdf', { name: 'menu' })
  made.waiting = (await createUpload(house, Buffer.alloc(10), 'image/gif', { name: 'not yet' })) as never
  await uploadFile(house, await image('jpeg'), 'image/jpeg', { name: 'harbour test', key: house.testKey })
})
afterAll(() => house.stop())

const list = async (query = '') => {
  const { status, json } = await house.request('GET', `/v1/media${query}`)
  expect(status).toBe(200)
  return json
}
const names = async (query: string) => (await list(query)).data.map(({ name }: { name: string }) => name)

describe('list media', () => {
  it('lists the newest first, the unfinished too, and nothing of the other mode', async () => {
    expect(await names('')).toEqual([
      'not yet',
      'menu',
      'harbour film',
      '100%_real.png',
      'Harbour at dawn.jpg',
    ])
    const { data, meta } = await list()
    expect(meta).toEqual({ total: 5, offset: 0, limit: 10, next: null })
    expect(data[0]).toMatchObject({ status: 'waiting', url: null, kind: 'gif', width: null })
    expect(data[4]).toMatchObject({ status: 'ready', kind: 'image', width: 64, height: 48 })
  })

  it('pages by offset and by cursor to the same rows', async () => {
    const all = await names('')
    for (const start of ['?limit=2&offset=0', '?limit=2&cursor=']) {
      const seen: string[] = []
      for (let next: string | null = start; next; ) {
        const page = await list(next.replace(`${house.url}/v1/media`, ''))
        seen.push(...page.data.map(({ name }: { name: string }) => name))
        expect(page.meta.total).toBe(start.includes('cursor') ? undefined : 5)
        next = page.meta.next
      }
      expect(seen).toEqual(all)
    }
  })

  it.each([
    ['?type=image', ['100%_real.png', 'Harbour at dawn.jpg']],
    ['?type=gif', ['not yet']],
    ['?type=video&type=document', ['menu', 'harbour film']],
    ['?type[]=image/png&type[]=application/pdf', ['menu', '100%_real.png']],
    ['?type=image/PNG,video', ['harbour film', '100%_real.png']],
    ['?name=HARBOUR', ['harbour film', 'Harbour at dawn.jpg']],
    ['?name=0%25_', ['100%_real.png']],
    ['?name=%25', ['100%_real.png']],
    ['?name=nowhere', []],
    ['?type=image&name=harbour', ['Harbour at dawn.jpg']],
    ['?from=2000-01-01&to=2001-01-01', []],
    ['?from=2000-01-01T00:00:00%2B02:00&type=document', ['menu']],
    [`?post_id=${newId()}`, []],
    ['?post_id=no-id', []],
  ])('filters by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it('finds what a post uses, and not for a stranger', async () => {
    const postId = newId()
    await house.db.run(sql`
      insert into posts (workspace_id, id, mode, author_id, caption, account_ids, is_draft, late_policy)
      values (${house.workspaceId}, ${postId}, 'live', ${house.userId}, '', '{}', true, 'publish_24h')`)
    await house.db.run(sql`
      insert into post_media (workspace_id, post_id, media_id) values (${house.workspaceId}, ${postId}, ${made.pdf?.id})`)
    expect(await names(`?post_id=${postId}`)).toEqual(['menu'])
    const { liveKey } = await house.other()
    const answer = await house.request('GET', `/v1/media?post_id=${postId}`, { key: liveKey })
    expect(answer.json).toMatchObject({ data: [], meta: { total: 0 } })
  })

  it('takes from and to as included, and a date as the whole day', async () => {
    const made_at = made.film?.created_at ?? ''
    const at = encodeURIComponent(made_at)
    expect(await names(`?to=${at}`)).toEqual(['harbour film', '100%_real.png', 'Harbour at dawn.jpg'])
    expect(await names(`?from=${at}`)).toContain('harbour film')
    const [day] = made_at.split('T')
    expect(await names(`?from=${day}&to=${day}`)).toContain('harbour film')
  })

  it.each([
    '?type=audio',
    '?from=2026-02-30',
    '?to=yesterday',
    '?limit=0',
    '?limit=201',
    '?offset=-1',
    '?cursor=x',
    '?name=%00',
    '?colour=red',
  ])('refuses %s', async (query) => {
    const answer = await house.request('GET', `/v1/media${query}`)
    expect(answer.status).toBe(422)
    expect(answer.json.errors[0].pointer).toBe(`?${query.slice(1).split('=')[0]}`)
  })
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: '/v1/media' }),
)
