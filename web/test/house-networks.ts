import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from '../../server/src/db/database.ts'
import type { HouseAccount, HouseNetwork } from '../../server/test/house-network.ts'
import type { Newsroom } from '../../server/test/stories/newsroom.ts'

const connectors = join(import.meta.dirname, '../../server/src/connectors')

/** Starts every network that offers itself to a house, as one. Always `close()` it. */
export async function startHouseNetworks(): Promise<HouseNetwork> {
  const paths = readdirSync(connectors)
    .sort()
    .map((name) => join(connectors, name, 'test/house-network.ts'))
    .filter((path) => existsSync(path))
  const networks = await Promise.all(paths.map(start))
  const all = networks.map(({ options }) => options)
  return {
    options: {
      standIns: Object.assign({}, ...all.map(({ standIns }) => standIns)),
      config: Object.assign({}, ...all.map(({ config }) => config)),
    },
    join: async (room) => {
      const joined: HouseAccount[] = []
      for (const network of networks) joined.push(...(await network.join(room)))
      await nameAccounts(room, joined)
      return joined
    },
    close: async () => {
      await Promise.all(networks.map((network) => network.close()))
    },
  }
}

async function start(path: string): Promise<HouseNetwork> {
  const { startHouseNetwork } = await import(pathToFileURL(path).href)
  return startHouseNetwork()
}

/** Calls accounts as people would find them there, who know nothing of the ports of a test. */
async function nameAccounts(room: Newsroom, accounts: readonly HouseAccount[]): Promise<void> {
  for (const { id, name, username } of accounts)
    await room.db.run(sql`
      update social_accounts set display_name = ${name}, username = ${username}, avatar_url = null where id = ${id}`)
}
