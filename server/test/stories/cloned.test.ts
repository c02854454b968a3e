import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { crier } from '../operator/crier-process.ts'
import { arrivals, bootstrap, copyOf, inSeconds, newPlace, open, type Place } from './guarded-server.ts'
import { until } from './until.ts'

describe('#20 a copy of the database', () => {
  it('at another address sends nothing until its operator says so, then everything once', async () => {
    const place = at(await newPlace(), 'https://one.example')
    const { test_key: key, test_account_id: account } = await bootstrap(place.settings)
    const original = await open(place.settings, key)
    const due = inSeconds(8)
    for (let number = 0; number < 5; number += 1) {
      await original.post({ caption: `Number ${number}`, social_accounts: [account], scheduled_at: due })
    }
    await original.stop()

    const clone = at(await copyOf(place), 'https://two.example')
    const copy = await open(clone.settings, key)
    expect(copy.page).toContain('NOTHING IS PUBLISHED')
    expect(copy.page).toContain('with another PUBLIC_URL')
    await until(copy.results, (results) => results.every(({ status }) => status === 'held'), 30_000)
    expect((await copy.results()).map(({ held_reason: reason }) => reason)).toEqual(Array(5).fill('guard'))
    await pause(Math.max(0, Date.parse(due) + 2_000 - Date.now()))
    expect(await arrivals(clone)).toEqual([])
    expect((await crier(clone.settings, ['doctor'])).stdout).toMatch(/WRONG {2}guards: .*another PUBLIC_URL/)

    // Said from a shell that does not know the address.
    const { PUBLIC_URL: _, ...shell } = clone.settings
    const lifted = await crier(shell, ['guard', 'lift', '--json'])
    expect(JSON.parse(lifted.stdout)).toEqual({
      lifted: ['cloned'],
      freed_post_results: 5,
      post_results_to_review: 0,
    })
    await until(copy.results, (results) => results.every(({ status }) => status === 'published'), 30_000)
    expect((await arrivals(clone)).sort()).toEqual([0, 1, 2, 3, 4].map((number) => `Number ${number}`))
    await copy.stop()
    expect((await open(clone.settings, key)).page).not.toContain('NOTHING IS PUBLISHED')
  }, 120_000)

  it('is none where only the port changed, http became https, or no address was chosen', async () => {
    const place = await newPlace()
    const { test_key: key } = await bootstrap(place.settings)
    const addresses = ['', 'http://one.example:4747', 'https://one.example:8443/', 'https://one.example', '']
    for (const address of addresses) {
      const server = await open(at(place, address).settings, key)
      expect(server.page).not.toContain('NOTHING IS PUBLISHED')
      await server.stop()
    }
    const wrong = await open(at(place, 'https://one.example/staging').settings, key)
    expect(wrong.page).toContain('NOTHING IS PUBLISHED')
    await wrong.stop()
    // A mistake that was put right needs no confirmation.
    const right = await open(at(place, 'https://one.example').settings, key)
    expect(right.page).not.toContain('NOTHING IS PUBLISHED')
  }, 120_000)
})

function at(place: Place, address: string): Place {
  return { ...place, settings: { ...place.settings, ...(address === '' ? {} : { PUBLIC_URL: address }) } }
}
