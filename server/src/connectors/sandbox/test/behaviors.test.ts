// @module-tag slow
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { sql } from '../../../db/database.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { describeDraft } from '../../conformance/pictures.ts'
import { type HandPublished, publishByHand } from '../../conformance/publish-by-hand.ts'
import { connectByName } from '../connect.ts'
import { sandbox } from '../connector.ts'
import { accountOf, publicPosts, type SandboxHouse, startSandboxHouse } from './house.ts'

let database: TestDatabase
let house: SandboxHouse

beforeAll(async () => {
  database = await createTestDatabase()
  house = await startSandboxHouse(database.db)
})

afterAll(async () => {
  await house.close()
  await database.drop()
})

async function connect(form: JsonObject) {
  const identified = await house.connect({ name: 'Harbour', ...form })
  const account = accountOf(identified)
  const id = identified.externalId
  return {
    say: (text: string, timeoutMs = 5_000): Promise<HandPublished> =>
      publishByHand({
        connector: sandbox,
        account,
        io: handIo(house.outbound, identified.credentials, timeoutMs),
        draft: describeDraft({ text }),
        media: new Map(),
        key: randomBytes(16).toString('hex'),
        replyTo: null,
        hear: () => undefined,
        whileWaiting: async () => undefined,
      }),
    posts: () => publicPosts(database.db, id),
    arrivals: async () => {
      const rows = await database.db.rows<{ answer: string }>(sql`
        select answer from sandbox_arrivals where profile_id = ${id} order by id`)
      return rows.map(({ answer }) => answer)
    },
  }
}

const ends = (driven: HandPublished) =>
  driven.outcome === 'failed' ? `${driven.failure.kind} ${driven.failure.platformCode}` : driven.outcome

describe('a profile that is told to', () => {
  const classes = ['key', 'expiring_key', 'two_phase', 'list', 'blind'] as const
  // Per class: how it ends, and how often the commit arrived.
  const table: [string, Record<(typeof classes)[number], [string, string[]]>][] = [
    [
      'succeed',
      {
        key: ['published', ['201']],
        expiring_key: ['published', ['201']],
        two_phase: ['published', ['201']],
        list: ['published', ['201']],
        blind: ['published', ['201']],
      },
    ],
    [
      'drop_answer',
      {
        key: ['published', ['dropped']],
        expiring_key: ['published', ['dropped']],
        two_phase: ['published', ['dropped']],
        list: ['published', ['dropped']],
        blind: ['asked', ['dropped']],
      },
    ],
    [
      'error_after_accept',
      {
        key: ['published', ['500']],
        expiring_key: ['published', ['500']],
        two_phase: ['published', ['500']],
        list: ['published', ['500']],
        blind: ['asked', ['500']],
      },
    ],
    [
      'drop_before',
      {
        key: ['published', ['dropped', '201']],
        expiring_key: ['published', ['dropped', '201']],
        two_phase: ['published', ['dropped', '201']],
        list: ['asked', ['dropped']],
        blind: ['asked', ['dropped']],
      },
    ],
    [
      'process_slowly',
      {
        key: ['published', ['202']],
        expiring_key: ['published', ['202']],
        two_phase: ['published', ['202']],
        list: ['published', ['202']],
        blind: ['published', ['202']],
      },
    ],
    [
      'refuse',
      {
        key: ['invalid refused', ['422 refused']],
        expiring_key: ['invalid refused', ['422 refused']],
        two_phase: ['invalid refused', ['422 refused']],
        list: ['invalid refused', ['422 refused']],
        blind: ['invalid refused', ['422 refused']],
      },
    ],
    [
      'rate_limit',
      {
        key: ['rate_limited rate_limited', ['429 rate_limited']],
        expiring_key: ['rate_limited rate_limited', ['429 rate_limited']],
        two_phase: ['rate_limited rate_limited', ['429 rate_limited']],
        list: ['rate_limited rate_limited', ['429 rate_limited']],
        blind: ['rate_limited rate_limited', ['429 rate_limited']],
      },
    ],
    [
      'lose_token',
      {
        key: ['unauthorized token_invalid', ['401 token_invalid']],
        expiring_key: ['unauthorized token_invalid', ['401 token_invalid']],
        two_phase: ['unauthorized token_invalid', ['401 token_invalid']],
        list: ['unauthorized token_invalid', ['401 token_invalid']],
        blind: ['unauthorized token_invalid', ['401 token_invalid']],
      },
    ],
  ]
  const cases = table.flatMap(([behavior, perClass]) =>
    classes.map((network_class) => {
      const [end, arrivals] = perClass[network_class]
      return { behavior, network_class, end, arrivals }
    }),
  )

  it.concurrent.each(cases)(
    '$behavior, of class $network_class, ends as $end',
    async ({ behavior, network_class, end, arrivals }) => {
      const profile = await connect({ behavior, network_class, slow_ms: 300 })
      expect(ends(await profile.say('Ahoy'))).toBe(end)
      expect(await profile.arrivals()).toEqual(arrivals)
      const isPublic =
        arrivals.some((answer) => /^(?:20[12]|500)$/.test(answer)) || behavior === 'drop_answer'
      expect(await profile.posts()).toHaveLength(isPublic ? 1 : 0)
    },
  )

  it('hang keeps the connection open; the post appears late all the same, once', async () => {
    for (const [network_class, end] of [
      ['key', 'published'],
      ['two_phase', 'published'],
      ['expiring_key', 'published'],
      ['blind', 'asked'],
    ] as const) {
      const profile = await connect({ behavior: 'hang', network_class, slow_ms: 900 })
      const begun = performance.now()
      expect(ends(await profile.say('Hello?', 400)), network_class).toBe(end)
      expect(performance.now() - begun).toBeGreaterThan(390)
      await expect.poll(() => profile.posts()).toHaveLength(1)
      expect((await profile.arrivals())[0]).toBe('hung')
    }
  })

  it('do it a number of times does it as often, and then succeeds', async () => {
    const profile = await connect({ behavior: 'refuse', times: 2 })
    const all = [
      await profile.say('a'),
      await profile.say('b'),
      await profile.say('c'),
      await profile.say('d'),
    ]
    expect(all.map(ends)).toEqual(['invalid refused', 'invalid refused', 'published', 'published'])
  })

  it('drop answers does so once unless a number is given', async () => {
    const once = await connect({ behavior: 'drop_answer' })
    expect([await once.say('a'), await once.say('b')].map(ends)).toEqual(['asked', 'published'])
    const often = await connect({ behavior: 'drop_before', times: 3, network_class: 'expiring_key' })
    const driven = await often.say('Three times lost')
    expect(driven).toMatchObject({ outcome: 'published', sends: 4 })
    expect(await often.posts()).toHaveLength(1)
  })

  it('rate-limit says for how long, refuses until then, and takes posts after it', async () => {
    const profile = await connect({ behavior: 'rate_limit', retry_after_seconds: 1 })
    const first = await profile.say('a')
    expect(first).toMatchObject({ failure: { kind: 'rate_limited', retryAfterMs: 1_000 } })
    expect(ends(await profile.say('b'))).toBe('rate_limited rate_limited')
    await pause(1_050)
    expect(ends(await profile.say('c'))).toBe('published')
    expect(ends(await profile.say('d'))).toBe('published')
  })

  it('lose its token has lost it for reading too, until it is connected again', async () => {
    const space = 'a workspace'
    const first = await house.connect({ name: 'Lost', behavior: 'lose_token' }, space)
    const io = handIo(house.outbound, first.credentials)({ commit: null, media: new Map() })
    const account = accountOf(first)
    await connectByName.refresh(account, first.credentials, io)
    await publishByHand({
      connector: sandbox,
      account,
      io: handIo(house.outbound, first.credentials),
      draft: describeDraft({ text: 'x' }),
      media: new Map(),
      key: randomBytes(16).toString('hex'),
      replyTo: null,
      hear: () => undefined,
      whileWaiting: async () => undefined,
    })
    await expect(connectByName.refresh(account, first.credentials, io)).rejects.toMatchObject({
      kind: 'unauthorized',
    })
    const again = await house.connect({ name: 'Lost' }, space)
    expect(again.externalId).toBe(first.externalId)
    expect(again.settings.behavior).toBe('succeed')
    await connectByName.refresh(account, again.credentials, io)
  })
})
