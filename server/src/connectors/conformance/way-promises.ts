import { expect } from 'vitest'
import type { Account, Connector } from '../connector.ts'

interface Connectable {
  readonly connector: Connector
  readonly account: Account
}

interface WayPromise {
  readonly title: string
  keep(house: Connectable): Promise<void>
}

/** The ways to connect an account are told apart, and the API can draw their forms. */
export const wayPromises: readonly WayPromise[] = [
  {
    title: 'names each way to connect once, in words that an address may carry',
    keep: async ({ connector }) => {
      const ways = connector.connect.map(({ way }) => way)
      expect(ways.length).toBeGreaterThan(0)
      expect(new Set(ways).size, 'ways with a name of their own').toBe(ways.length)
      for (const way of ways) expect(way).toMatch(/^[a-z][a-z_]{0,39}$/)
    },
  },
  {
    title: 'draws a form for each way, in which nothing may be added',
    keep: async ({ connector }) => {
      for (const { fields } of connector.connect) {
        const form: unknown = JSON.parse(JSON.stringify(fields))
        expect(form).toMatchObject({ type: 'object', additionalProperties: false })
      }
    },
  },
]
