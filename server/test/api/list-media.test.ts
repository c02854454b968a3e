// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { film, image, pdf } from '../media-files.ts'
import { createUpload, uploadFile } from '../uploads.ts'
import { testRefusals } from './refusals.ts'

let house: House
interface Sized {
  name: string
  size_bytes: number
}

const made: Record<string, { id: string; created_at: string; size_bytes: number }> = {}
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
    ['?type=image/x-png', ['100%_real.png']],
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

  it('finds what is unused, tagged, kept or without an alt text, and by size and status', async () => {
    const change = (name: string, body: object) =>
      house.request('PATCH', `/v1/media/${made[name]?.id}`, { body })
    await change('jpeg', { tags: ['summer', 'boats'], alt_text: 'Boats' })
    await change('film', { tags: ['Summer'], keep: true })
    await change('png', { tags: ['100%'] })
    const size = made.png?.size_bytes ?? 0
    const [jpeg, png, film, menu, waiting] = [
      'Harbour at dawn.jpg',
      '100%_real.png',
      'harbour film',
      'menu',
      'not yet',
    ]
    for (const [query, expected] of [
      ['?tag=summer', [jpeg]],
      ['?tag=summer&tag=Summer', [film, jpeg]],
      ['?tag=100%25', [png]],
      ['?tag=summ', []],
      ['?keep=true', [film]],
      ['?keep=false&type=image', [png, jpeg]],
      ['?has_alt_text=true', [jpeg]],
      ['?has_alt_text=false&type=image', [png]],
      ['?status=waiting', [waiting]],
      ['?status=ready&status=waiting&type=gif,document', [waiting, menu]],
      ['?status=rejected', []],
      ['?unused=false', [menu]],
      ['?unused=true', [waiting, film, png, jpeg]],
      ['?unused=true&tag=summer,Summer&type=video&min_size_bytes=1&keep=true&name=HAR', [film]],
      ['?unused=false&tag=summer', []],
      [`?min_size_bytes=${size}&max_size_bytes=${size}`, [png]],
      ['?max_size_bytes=10', [waiting]],
      ['?max_size_bytes=0', []],
    ] as const)
      expect([query, await names(query)]).toEqual([query, expected])
  })

  it('sorts as asked, and pages so to the end', async () => {
    const { data } = await list()
    const bySize = data
      .toSorted((a: Sized, b: Sized) => a.size_bytes - b.size_bytes)
      .map(({ name }: Sized) => name)
    const expected = {
      oldest: (await names('')).reverse(),
      name: ['100%_real.png', 'Harbour at dawn.jpg', 'harbour film', 'menu', 'not yet'],
      smallest: bySize,
      largest: bySize.toReversed(),
    }
    for (const [sort, sorted] of Object.entries(expected)) {
      expect([sort, await names(`?sort=${sort}`)]).toEqual([sort, sorted])
      const seen: string[] = []
      for (let next: string | null = `?sort=${sort}&limit=2`; next; ) {
        const page = await list(next.replace(`${house.url}/v1/media`, ''))
        seen.push(...page.data.map(({ name }: Sized) => name))
        next = page.meta.next
      }
      expect([sort, seen]).toEqual([sort, sorted])
    }
    const cursor = new URL((await list('?sort=name&limit=1')).meta.next).searchParams.get('cursor')
    const elsewhere = await house.request('GET', `/v1/media?sort=oldest&cursor=${cursor}`)
    expect([elsewhere.status, elsewhere.json.errors[0].code]).toEqual([422, 'invalid_cursor'])
  })

  it('pages by names of any length, also when they begin alike', async () => {
    const { liveKey: key } = await house.newTenant()
    const long = '\u0001🚤'.repeat(85)
    for (let number = 0; number < 3; number += 1)
      await createUpload(house, Buffer.alloc(1), 'image/gif', { name: `${long}`, key })
    const first = await house.request('GET', '/v1/media?sort=name&limit=2', { key })
    const second = await house.request('GET', first.json.meta.next, { key })
    expect([first.json.data.length, second.json.data.length]).toEqual([2, 1])
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
    '?type=',
    '?status=',
    '?status=deleted',
    '?tag=',
    '?tag=%00',
    '?tag=a&tag=',
    '?unused=',
    '?unused=yes',
    '?keep=1',
    '?has_alt_text=',
    '?min_size_bytes=',
    '?min_size_bytes=-1',
    '?max_size_bytes=1.5',
    '?sort=',
    '?sort=colour',
    '?name=',
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
