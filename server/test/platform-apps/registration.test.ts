import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { findRegistration } from '../../src/platform-apps/registration.ts'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const place = (name: string) => ({ platform: 'example', name })
const never = () => Promise.reject(new Error('Nothing may be registered again.'))

describe('a registration', () => {
  it('is made once and kept, sealed', async () => {
    const made = { client_id: 'abc', client_secret: 'very secret' }
    expect(await findRegistration(house.context, place('one'), async () => made, null)).toEqual(made)
    expect(await findRegistration(house.context, place('one'), never, null)).toEqual(made)
    const row = await house.db.row<{ registration: string }>(sql`
      select registration from platform_registrations where name = 'one'`)
    expect(row?.registration).not.toMatch(/abc|secret/)
  })

  it('is made by two at once, and both use the one that was stored first', async () => {
    const make = (id: string) => async () => ({ id })
    const found = await Promise.all(
      ['a', 'b', 'c'].map((id) => findRegistration(house.context, place('two'), make(id), null)),
    )
    expect(new Set(found.map(({ id }) => id)).size).toBe(1)
    expect(await findRegistration(house.context, place('two'), never, null)).toEqual(found[0])
  })

  it('is replaced when the network no longer knows it, and only then', async () => {
    const old = await findRegistration(house.context, place('three'), async () => ({ id: 'old' }), null)
    const fresh = await findRegistration(house.context, place('three'), async () => ({ id: 'new' }), old)
    expect(fresh).toEqual({ id: 'new' })
    // Another process still has the old one, and hears of its refusal later.
    expect(await findRegistration(house.context, place('three'), never, old)).toEqual({ id: 'new' })
  })

  it('is not kept when it could not be made', async () => {
    await expect(findRegistration(house.context, place('four'), never, null)).rejects.toThrow('again')
    expect(await findRegistration(house.context, place('four'), async () => ({ id: 1 }), null)).toEqual({
      id: 1,
    })
  })

  it('does not open in the row of another server', async () => {
    await findRegistration(house.context, place('five'), async () => ({ id: 5 }), null)
    await house.db.run(sql`
      insert into platform_registrations (platform, name, registration)
      select platform, 'six', registration from platform_registrations where name = 'five'`)
    await expect(findRegistration(house.context, place('six'), never, null)).rejects.toThrow()
  })
})
