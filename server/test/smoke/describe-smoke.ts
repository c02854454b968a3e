import { describe, expect, it } from 'vitest'
import { describeMedia, makePictures } from '../../src/connectors/conformance/pictures.ts'
import type { Account, Connector } from '../../src/connectors/connector.ts'
import type { JsonObject } from '../../src/lib/json/json.ts'
import type { Outbound } from '../../src/lib/safe-fetch/outbound.ts'
import { film } from '../media-files.ts'
import { secretsIn } from './journal.ts'
import { runSmoke } from './run-smoke.ts'
import { compareShapes, shapesOf } from './shapes.ts'

/** A connected account on a fake of its own. */
interface SmokeHouse {
  readonly connector: Connector
  readonly account: Account
  readonly credentials: JsonObject
  readonly outbound: Outbound
  posts(): Promise<readonly unknown[]>
  close(): Promise<void>
}

/**
 * Runs the smoke test of a network on its fake, and keeps the shapes of the answers in `journal`: the real network is compared
 * with them. They are written anew by `npx vitest run -u`.
 */
export function describeSmoke(name: string, journal: string, setUp: () => Promise<SmokeHouse>): void {
  describe(`the smoke test of ${name}`, () => {
    it('publishes what the network takes, deletes all of it again, and writes no secret down', async () => {
      const house = await setUp()
      try {
        const report = await smokeOn(house)
        expect(report.failures).toEqual([])
        expect(report.left).toEqual([])
        expect(await house.posts()).toEqual([])
        expect(new Set(report.entries.map(({ step }) => step))).toEqual(
          new Set(['text', 'image', 'images', 'video', 'delete']),
        )
        const written = JSON.stringify(report.entries)
        for (const secret of secretsIn(house.credentials)) expect(written).not.toContain(secret)
        await expect(`${JSON.stringify(shapesOf(report.entries), null, 2)}\n`).toMatchFileSnapshot(journal)
      } finally {
        await house.close()
      }
    })

    it('says where a network answers otherwise, and names what it could not delete', async () => {
      const house = await setUp()
      try {
        const usual = shapesOf((await smokeOn(house)).entries)
        const changed = await smokeOn({ ...house, outbound: changing(house.outbound) })
        const differences = compareShapes(shapesOf(changed.entries), usual)
        expect(
          differences.some((said) => said.startsWith('text: POST ') && said.includes('new members added')),
        ).toBe(true)
        expect(differences.some((said) => said.startsWith('delete: ') && said.includes('status 503'))).toBe(
          true,
        )
        expect(changed.left).toHaveLength(4)
        expect(changed.failures).toHaveLength(4)
      } finally {
        await house.close()
      }
    })
  })
}

async function smokeOn({ connector, account, credentials, outbound }: SmokeHouse) {
  const bytes = await film('mp4')
  const facts = { bytes: bytes.length, width: 320, height: 240, altText: 'A film' }
  return runSmoke({
    connector,
    account,
    credentials,
    outbound,
    pictures: await makePictures(2, connector.limits(account)),
    video: { draft: { ...describeMedia('video', 'video/mp4'), ...facts }, bytes },
    options: {},
    otherSecrets: [],
    whileWaiting: async () => undefined,
    tell: () => undefined,
  })
}

/** A network that adds a member to each post it makes, and deletes nothing. */
function changing(outbound: Outbound): Outbound {
  return {
    ...outbound,
    fetch: async (request, limits) => {
      const answer = await outbound.fetch(request, limits)
      const deletes = request.method === 'DELETE' || request.url.includes('deleteRecord')
      return deletes ? { ...answer, status: 503 } : answer
    },
    sendOnce: async (request, limits) => {
      const answer = await outbound.sendOnce(request, limits)
      const json = answer.json
      const isObject = json !== null && typeof json === 'object' && !Array.isArray(json)
      return isObject ? { ...answer, json: { ...json, added: true } } : answer
    },
  }
}
