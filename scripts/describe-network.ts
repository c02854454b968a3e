import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account, Connector, Draft, NetworkClass } from '../server/src/connectors/connector.ts'
import type { JsonObject } from '../server/src/lib/json/json.ts'
import type { DescribedNetwork } from './generate-networks.ts'

/** Reads what the folder of a connector says of its network. @throws when its README begins with no paragraph */
export function describeNetwork(root: string, connector: Connector): DescribedNetwork {
  const folder = `server/src/connectors/${connector.platform}`
  const summary = firstParagraph(readFileSync(join(root, folder, 'README.md'), 'utf8'))
  if (summary === null)
    throw new Error(`${folder}/README.md must say in its first paragraph what works there.`)
  return { connector, summary, readme: `../${folder}/README.md`, classes: classesOf(root, folder, connector) }
}

function firstParagraph(markdown: string): string | null {
  const [, paragraph] = markdown.split(/\n{2,}/)
  return paragraph === undefined || paragraph.startsWith('#') ? null : paragraph.trim().replaceAll('\n', ' ')
}

const order: readonly NetworkClass['class'][] = ['key', 'expiring_key', 'two_phase', 'list', 'blind']

/** The classes of the accounts that the folder gives as examples; none where it gives no example. */
function classesOf(root: string, folder: string, connector: Connector): NetworkClass['class'][] {
  const file = join(root, folder, 'test/settings.json')
  if (!existsSync(file)) return []
  const examples: JsonObject[] = JSON.parse(readFileSync(file, 'utf8'))
  const found = examples.map((settings) => connector.networkClass(accountWith(settings), plainDraft).class)
  return order.filter((each) => found.includes(each))
}

function accountWith(settings: JsonObject): Account {
  return { id: 'an-example', externalId: 'an-example', username: 'example', settings }
}

const plainDraft: Draft = {
  text: 'A text',
  media: [],
  options: {},
  thread: [],
  optionMedia: [],
  mayFit: true,
}
