import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectors } from '../src/connectors/index.ts'
import type { JsonObject } from '../src/lib/json/json.ts'

/** A network and what Crier keeps of an account on it. */
export interface ExampleAccount {
  readonly platform: string
  readonly settings: JsonObject
}

/** Accounts on every network, as the network's own folder gives them in `test/settings.json`; nothing is asked of a network. */
export const exampleAccounts: readonly ExampleAccount[] = connectors.flatMap(({ platform }) => {
  const file = join(import.meta.dirname, '../src/connectors', platform, 'test/settings.json')
  if (!existsSync(file)) throw new Error(`Say in ${file} what is kept of an account on ${platform}.`)
  const examples: JsonObject[] = JSON.parse(readFileSync(file, 'utf8'))
  return examples.map((settings) => ({ platform, settings }))
})

/** The networks besides the sandbox: what is tried on each of them is gone with it. */
export const otherPlatforms: readonly string[] = connectors
  .map(({ platform }) => platform)
  .filter((platform) => platform !== 'sandbox')

/** An account on a network besides the sandbox, or on the sandbox where there is no other. */
export const accountElsewhere: ExampleAccount = pickElsewhere()

function pickElsewhere(): ExampleAccount {
  const [first] = exampleAccounts.toSorted(
    (a, b) => Number(a.platform === 'sandbox') - Number(b.platform === 'sandbox'),
  )
  if (!first) throw new Error('This server speaks to no network.')
  return first
}
