import { expect, it } from 'vitest'
import { checkedConnector } from './checked-connector.ts'
import { createInstallation } from './conformance/installation.ts'
import type { FormConnect, Identified, IdentifyIo } from './connector.ts'
import { connectors } from './index.ts'

const io: IdentifyIo = {
  ...createInstallation(),
  space: 'a-workspace',
  now: () => new Date(),
  signal: new AbortController().signal,
  fetch: () => Promise.reject(new Error('No network is asked.')),
}

async function endAfter(expiresAt: Date | null): Promise<Date | null> {
  const identified: Identified = {
    externalId: '1',
    username: 'alice',
    displayName: 'Alice',
    avatarUrl: null,
    profileUrl: 'https://example.org/alice',
    settings: {},
    credentials: {},
    expiresAt,
  }
  const [connector] = connectors
  const form = connector?.connect.find((way): way is FormConnect => way.kind === 'form')
  if (!connector || !form) throw new Error('The first connector has a form.')
  const [way] = checkedConnector({
    ...connector,
    connect: [{ ...form, identify: async () => identified }],
  }).connect
  if (way?.kind !== 'form') throw new Error('A form stays one.')
  return (await way.identify({}, io)).expiresAt
}

it.each([null, Number.NaN, -1, -8.64e15, 8.64e15])(
  'access that ends at %s has no end that could be stored',
  async (ms) => {
    expect(await endAfter(ms === null ? null : new Date(ms))).toBe(null)
  },
)

it('access that ends at a time keeps it', async () => {
  const end = new Date('2026-11-22T23:00:00.000Z')
  expect(await endAfter(end)).toEqual(end)
})
