import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import type { JsonObject } from '../../src/lib/json/json.ts'
import { type House, startHouse } from '../house.ts'
import { chanceOf } from '../soak/random.ts'
import { changeAnswer } from './change-answer.ts'
import { type ChangingProxy, startChangingProxy } from './changing-proxy.ts'
import { type Finding, runFuzz } from './run-fuzz.ts'

/** A server of a network on which people connect in these ways. */
export interface ConnectingHouse {
  readonly platform: string
  readonly url: string
  /** The forms of the ways by their names, for the server at this address. */
  ways(url: string): Readonly<Record<string, JsonObject>>
  close(): Promise<void>
}

/** Holds a whole server to its promises while accounts are connected at a network whose answers are changed, as bytes. */
export function describeHostileConnecting(setUp: () => Promise<ConnectingHouse>): void {
  let house: House
  let network: ConnectingHouse
  let proxy: ChangingProxy
  beforeAll(async () => {
    house = await startHouse({ worker: false })
    network = await setUp()
    proxy = await startChangingProxy(network.url)
  })
  afterAll(async () => {
    await proxy.close()
    await network.close()
    await house.stop()
  })

  it('connects an account as a whole or says plainly why it did not, whatever the network answers', {
    timeout: 24 * 3_600_000,
  }, async () => {
    const ways = Object.entries(network.ways(proxy.url))
    for (const [way, fields] of ways)
      expect(await connect(house, network.platform, way, fields)).toBe('connected')
    const { cases, findings } = await runFuzz(1.5, async (number): Promise<Finding | null> => {
      const chance = chanceOf('connecting', inject('seed'), number)
      const [way, fields] = ways[number % ways.length] ?? chance.oneOf(ways)
      const logged: string[] = []
      proxy.change((honest) => {
        if (chance.is(0.6)) return null
        const changed = changeAnswer(honest, chance)
        logged.push(`${changed.status} ${changed.bytes.toString('latin1', 0, 150)}`)
        return changed
      })
      const outcome = await connect(house, network.platform, way, fields)
      const isWell = outcome === 'connected' || outcome === 'refused'
      return isWell ? null : { number, what: `${outcome} by ${way}: ${logged.join('; ')}`, isSlow: false }
    })
    expect(findings).toEqual([])
    expect(cases).toBeGreaterThanOrEqual(ways.length)
    expect(await house.db.rows(halfMade)).toEqual([])
  })
}

const halfMade = sql`
  select a.id from social_accounts a left join connections c on c.account_id = a.id
  where c.account_id is null or c.credentials is null`

const mostWords = 700

/** Begins to connect; anything but `connected` and `refused` is wrong. */
async function connect(house: House, platform: string, way: string, fields: JsonObject): Promise<string> {
  const answer = await house.request('POST', '/v1/social-accounts/connect', {
    body: { platform, way, fields },
  })
  if (answer.status === 200) {
    const { status, url, social_accounts: accounts } = answer.json
    return status === 'connected' ? ofAccount(house, accounts[0]) : ofPage(url)
  }
  const { code, detail } = answer.json
  const isPlain = detail !== '' && detail.length <= mostWords && !/\p{Cc}/u.test(detail)
  return [409, 422, 503].includes(answer.status) && isPlain
    ? 'refused'
    : `${answer.status} ${code}: ${detail}`
}

async function ofAccount(house: House, id: string): Promise<string> {
  const { status } = await house.request('GET', `/v1/social-accounts/${id}`)
  return status === 200 ? 'connected' : `The account is answered with ${status}.`
}

function ofPage(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? 'connected' : `There is no page to go to: ${url}`
}
