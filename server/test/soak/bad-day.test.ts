import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPublishing } from '../../src/operator/doctor/check-publishing.ts'
import { type Day, openDay } from './bad-day.ts'
import { findViolations } from './invariants.ts'

// Generous: what is waited for comes within a second or two on a machine that does nothing else.
const patienceMs = 40_000

describe('a database with a bad day', { timeout: 180_000 }, () => {
  let day: Day
  beforeAll(async () => {
    day = await openDay(17)
    await day.nextArrival(patienceMs)
  }, 120_000)
  afterAll(() => day.close())

  it('is slow: everything goes on, slowly', async () => {
    day.proxy.delay(200, 500)
    await day.nextArrival(patienceMs)
    expect((await day.create()).status).toBe(200)
  })

  it('is so slow that the window to send is over before the record is known to be durable: nothing is sent', async () => {
    day.proxy.delay(3_000, 3_000)
    // Requests that were on their way are sent or given up by then.
    await pause(2_500)
    const before = await day.arrivals()
    await pause(3_500)
    expect(await day.arrivals()).toBe(before)
    day.proxy.delay(0, 0)
    await day.nextArrival(patienceMs)
  })

  it('may only be read: 503 with a time to come back, nothing is sent, and all goes on when it may be written', async () => {
    day.setReadOnly(true)
    await pause(2_500)
    const before = await day.arrivals()
    const refused = await day.create()
    expect(refused).toEqual({
      status: 503,
      code: 'database_unavailable',
      retryAfter: expect.stringMatching(/^\d+$/),
    })
    expect((await fetch(`${day.premises.config.publicUrl}/healthz`)).status).toBe(200)
    await pause(1_500)
    expect(await day.arrivals()).toBe(before)
    expect(day.log()).toContain('read-only transaction')
    day.setReadOnly(false)
    await day.nextArrival(patienceMs)
    expect((await day.create()).status).toBe(200)
  })

  it('is away: monitors see it, and when it is back so is everything, without a restart', async () => {
    day.proxy.cut()
    await pause(5_500)
    expect(await day.ready()).toEqual({ status: 503, waiting_for: ['database'] })
    expect(await day.metrics()).toMatch(/^crier_database_up 0$/m)
    expect(await day.create()).toMatchObject({ status: 503, code: 'database_unavailable' })
    day.proxy.restore()
    await day.nextArrival(patienceMs)
    expect((await day.ready()).status).toBe(200)
    expect(day.log()).toContain('the dispatcher waits for the database')
  })

  it('and after all of it nothing is lost, nothing is public twice, and nothing is left to say', async () => {
    const facts = await day.end()
    expect(findViolations(facts)).toEqual([])
    expect(facts.targets.length).toBeGreaterThan(20)
    const findings = await checkPublishing(day.premises.db)
    const wrong = findings.filter(({ ok }) => !ok).map(({ check }) => check)
    // A question after a lost answer, where the network has no way to look, is all that may remain.
    expect(wrong.filter((check) => check !== 'owner' && check !== 'reviews')).toEqual([])
  })
})
