import { describe, expect, it } from 'vitest'
import {
  describeFitting,
  makePictures,
  mostOf,
  type Picture,
} from '../../src/connectors/conformance/pictures.ts'
import type { Account, ConnectIo, Connector } from '../../src/connectors/connector.ts'
import { powerOf } from '../../src/connectors/of-platform.ts'
import { isArray, isObject, type JsonObject } from '../../src/lib/json/json.ts'
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../src/lib/safe-fetch/outbound.ts'
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
  /** Options that every post of the network needs; left out where it needs none. */
  readonly options?: JsonObject
  /** Left out where the connector asks nothing of its installation. */
  readonly installation?: Pick<ConnectIo, 'app' | 'registration' | 'publicUrl'>
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
        const steps = stepsOn(house)
        const deletes = canDelete(house)
        expect(report.failures).toEqual(deletes ? [] : ['delete: Crier cannot delete posts there.'])
        expect(report.left).toHaveLength(deletes ? 0 : steps.length)
        expect(await house.posts()).toHaveLength(deletes ? 0 : steps.length)
        expect(new Set(report.entries.map(({ step }) => step))).toEqual(
          new Set([...steps, ...(deletes ? ['delete'] : [])]),
        )
        const written = JSON.stringify(report.entries)
        for (const secret of await secretsOf(house)) expect(written).not.toContain(secret)
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
        const [first = '', ...more] = stepsOn(house)
        const hasOurText = (step: string, what: RegExp) =>
          differences.some((difference) => difference.startsWith(`${step}: `) && what.test(difference))
        expect(hasOurText(first, /new members (?:\[\]\.)?added/)).toBe(true)
        const deletes = canDelete(house)
        expect(hasOurText('delete', /status 503/)).toBe(deletes)
        expect(changed.left).toHaveLength(1 + more.length)
        expect(changed.failures).toHaveLength(deletes ? 1 + more.length : 1)
      } finally {
        await house.close()
      }
    })
  })
}

/** The posts that the network takes, each a step: none but a video at one, everything but a text alone at another. */
function stepsOn({ connector, account }: SmokeHouse): string[] {
  const { media } = connector.limits(account)
  const images = mostOf(media, 'image')
  return [
    ...(media.required ? [] : ['text']),
    ...(images > 0 ? ['image'] : []),
    ...(images > 1 ? ['images'] : []),
    ...(mostOf(media, 'video') > 0 ? ['video'] : []),
  ]
}

function canDelete({ connector, account }: SmokeHouse): boolean {
  return powerOf(connector, 'delete')?.refusal(account) === null
}

async function secretsOf({ credentials, installation }: SmokeHouse): Promise<string[]> {
  return [...secretsIn(credentials), ...(installation ? secretsIn(await installation.app()) : [])]
}

async function smokeOn(house: SmokeHouse) {
  const { connector, account, credentials, outbound, installation } = house
  return runSmoke({
    connector,
    account,
    credentials,
    outbound,
    pictures: await makePictures(2, connector.limits(account)),
    video: await makeVideo(house),
    options: house.options ?? {},
    otherSecrets: await secretsOf(house),
    ...(installation ? { installation: ownPartsOf(installation) } : {}),
    whileWaiting: async () => undefined,
    tell: () => undefined,
  })
}

/** The io of signing in holds these, and a way out of its own that no journal would see. */
function ownPartsOf({ app, registration, publicUrl }: NonNullable<SmokeHouse['installation']>) {
  return { app, registration, publicUrl }
}

/** A film that the network need not change. */
async function makeVideo({ connector, account }: SmokeHouse): Promise<Picture | null> {
  const limit = connector.limits(account).media.kinds.find(({ kind }) => kind === 'video')
  if (!limit) return null
  const bytes = await film('mp4')
  return { draft: { ...describeFitting(limit), bytes: bytes.length, altText: 'A film' }, bytes }
}

/** The addresses at which networks delete a post by another method than DELETE. */
const deletingPath = /(?:\.delete|\/notes\/delete|delete(?:Record|Messages?))\b|\/api\/del\b|\/post\/delete$/

/** The words in which one is deleted: an event of the kind that asks for it, or a post that is public no longer. */
const deletingWords =
  /^\["EVENT",\{.*"kind":5\b|^\{"article":\{"published":false\}\}$|^\{"query":"mutation RemovePost\b/

/** Some take all requests at one address, and tell them apart by their ids or their words. */
function isDeleting({ method, url, headers, body }: OutboundRequest): boolean {
  return (
    method === 'DELETE' ||
    deletingPath.test(url) ||
    /^post_delete_/.test(headers['webhook-id'] ?? '') ||
    deletingWords.test(String(body))
  )
}

/** A network that adds a member to each of its answers, and deletes nothing. */
function changing(outbound: Outbound): Outbound {
  return {
    ...outbound,
    fetch: async (request, limits) => {
      const answer = withMember(await outbound.fetch(request, limits))
      return isDeleting(request) ? { ...answer, status: 503 } : answer
    },
    sendOnce: async (request, limits) => withMember(await outbound.sendOnce(request, limits)),
  }
}

/** A conversation has one more message, before the others. */
function withMember(answer: OutboundAnswer): OutboundAnswer {
  if (isArray(answer.json) && answer.status === 101)
    return { ...answer, json: [{ added: true }, ...answer.json] }
  return isObject(answer.json) ? { ...answer, json: { ...answer.json, added: true } } : answer
}
