import Type from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiVersionPower, Connector } from '../../src/connectors/connector.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { connectByOauth } from '../../src/connectors/sandbox/sign-in.ts'
import { sql } from '../../src/db/database.ts'
import { checkApps } from '../../src/operator/doctor/check-apps.ts'
import { checkVersions } from '../../src/operator/doctor/check-versions.ts'
import { removeApp, setApp } from '../../src/platform-apps/set-app.ts'
import { type House, startHouse } from '../house.ts'

/** A network that asks for an app, whose API has a version that the app may name. */
const version: ApiVersionPower = {
  power: 'api_version',
  inUse: (app) =>
    app?.version === 'v26'
      ? { version: 'v26', endsOn: '2028-05-01' }
      : { version: 'v25', endsOn: '2026-12-01' },
}
const pelican: Connector = {
  ...sandbox,
  platform: 'pelican',
  name: 'Pelican',
  app: Type.Object(
    { client_id: Type.String(), version: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
  connect: [{ ...connectByOauth, needsApp: true, needs: ['https'] }],
  powers: [version],
}

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false, connectors: [sandbox, pelican] })
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`delete from connections`)
  await house.db.run(sql`delete from social_accounts`)
  await removeApp(house.context, 'pelican')
})

/** An account that was connected by the way of the network. */
async function connectPelican(): Promise<void> {
  const id = await house.connect('sandbox', { name: 'harbour' })
  await house.db.run(sql`update social_accounts set platform = 'pelican' where id = ${id}`)
  await house.db.run(sql`update connections set way = ${connectByOauth.way} where account_id = ${id}`)
}

const partsAt = (publicUrl: string) => ({ ...house.context, config: { ...house.context.config, publicUrl } })

describe('the doctor, about apps,', () => {
  it('is content where every way has what it needs', async () => {
    await setApp(house.context, pelican, { client_id: 'ours' })
    expect(await checkApps(partsAt('https://crier.example.org'), [sandbox, pelican])).toEqual({
      check: 'apps',
      ok: true,
      found: 'Every way to connect accounts is ready.',
      advice: null,
    })
  })

  it('gives a hint about a way that nobody used yet, with everything that it lacks', async () => {
    const { ok, found, advice } = await checkApps(partsAt('http://crier.example.org'), [sandbox, pelican])
    expect({ ok, found }).toEqual({
      ok: true,
      found: 'pelican oauth cannot be used to connect accounts yet.',
    })
    expect(advice).toMatch(/only sends people back to https/)
    expect(advice).toMatch(/PLATFORM_PELICAN_CLIENT_ID, or run: .*platforms set pelican/)
  })

  it('names what one way needs of an app that is enough for another', async () => {
    const byPage = { ...connectByOauth, way: 'by_page', needsApp: ['version'], needs: [] }
    const two: Connector = { ...pelican, connect: [{ ...connectByOauth, needsApp: true, needs: [] }, byPage] }
    await setApp(house.context, two, { client_id: 'ours' })
    const { found, advice } = await checkApps(partsAt('https://crier.example.org'), [two])
    expect(found).toBe('pelican by_page cannot be used to connect accounts yet.')
    expect(advice).toMatch(/Set PLATFORM_PELICAN_VERSION, or run/)
    await setApp(house.context, two, { client_id: 'ours', version: 'v26' })
    expect(await checkApps(partsAt('https://crier.example.org'), [two])).toMatchObject({ advice: null })
  })

  it('finds fault where an account is connected in a way that lacks something now', async () => {
    await connectPelican()
    const finding = await checkApps(partsAt('https://crier.example.org'), [sandbox, pelican])
    expect(finding).toMatchObject({
      ok: false,
      found: 'Accounts were connected by pelican oauth, which this server now lacks something for.',
    })
  })
})

describe('the doctor, about versions,', () => {
  const examine = (day: string) =>
    checkVersions(house.context, new Date(`${day}T12:00:00Z`), [sandbox, pelican])

  it('says nothing where no network has dated versions', async () => {
    expect(await checkVersions(house.context, new Date(), [sandbox])).toEqual([])
  })

  it.each([
    ['2026-09-01', true, 'None of Pelican v25 ends within 60 days.', false],
    ['2026-10-03', true, 'Version v25 of Pelican ends on 2026-12-01, in 59 days.', true],
    ['2026-11-30', true, 'Version v25 of Pelican ends on 2026-12-01, in 1 day.', true],
    ['2026-12-01', true, 'Version v25 of Pelican ended on 2026-12-01.', true],
  ])('on %s, while no account is connected: ok %s, %s', async (day, ok, found, hasAdvice) => {
    const [finding] = await examine(day)
    expect(finding).toMatchObject({ ok, found })
    expect(finding?.advice !== null).toBe(hasAdvice)
  })

  it('finds fault with a version that has ended where an account is connected, and not before', async () => {
    await connectPelican()
    expect(await examine('2026-11-30')).toMatchObject([{ ok: true }])
    expect(await examine('2026-12-02')).toMatchObject([{ ok: false }])
  })

  it('reads the version that the app of the operator names', async () => {
    await setApp(house.context, pelican, { client_id: 'ours', version: 'v26' })
    expect(await examine('2026-12-02')).toMatchObject([{ found: 'None of Pelican v26 ends within 60 days.' }])
  })
})
