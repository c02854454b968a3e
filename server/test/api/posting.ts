import { expect } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type Answer, type House, startHouse } from '../house.ts'
import { type SeededMedium, seedMedia } from '../seed-media.ts'

/** A house with what posts are made of: two sandbox accounts and a picture. */
export interface Posting {
  readonly house: House
  readonly harbour: string
  readonly flour: string
  readonly picture: SeededMedium
  create(body: unknown, key?: string): Promise<Answer>
  /** Creates what must be refused, and answers where and why; nothing may have been stored. */
  refused(body: object): Promise<[string, string][]>
}

export async function startPosting(): Promise<Posting> {
  const house = await startHouse({ worker: false })
  const harbour = await house.connect('sandbox', { name: 'harbour' })
  const flour = await house.connect('sandbox', { name: 'flour' })
  const picture = await seedMedia(house)
  const create = (body: unknown, key = house.liveKey) => house.request('POST', '/v1/posts', { body, key })
  const stored = () =>
    house.db.row(sql`
      select (select count(*) from posts) as posts, (select count(*) from targets) as targets,
        (select count(*) from post_media) as media, (select count(*) from events where type like 'post.%') as events`)
  const refused = async (body: object) => {
    const before = await stored()
    const answer = await create({ social_accounts: [harbour], caption: 'words', ...body })
    expect(answer.status).toBe(422)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(await stored()).toEqual(before)
    return answer.json.errors.map((error: { pointer: string; code: string }) => [error.pointer, error.code])
  }
  return { house, harbour, flour, picture, create, refused }
}

export const soon = '2030-05-06T09:00:00Z'
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
export const tomorrow = inDays(1)
