import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeDraft, describeFitting } from '../server/src/connectors/conformance/pictures.ts'
import type {
  Account,
  Connector,
  Draft,
  MediaKind,
  MediaLimit,
  NetworkClass,
} from '../server/src/connectors/connector.ts'
import { type JsonObject, textOf } from '../server/src/lib/json/json.ts'
import type { DescribedNetwork } from './generate-networks.ts'

/** Reads what the folder of a connector says of its network. @throws when its README begins with no paragraph */
export function describeNetwork(root: string, connector: Connector): DescribedNetwork {
  const folder = `server/src/connectors/${connector.platform}`
  const summary = firstParagraph(readFileSync(join(root, folder, 'README.md'), 'utf8'))
  if (summary === null)
    throw new Error(`${folder}/README.md must say in its first paragraph what works there.`)
  const accounts = readExamples(join(root, folder, 'test/settings.json'))
  return {
    connector,
    summary,
    readme: `../${folder}/README.md`,
    classes: classesOf(connector, accounts),
    described: describedKinds(connector, accounts),
  }
}

/** The accounts that the folder gives as examples. One may say by what its network knows it, where that matters. */
function readExamples(file: string): Account[] {
  if (!existsSync(file)) return []
  const examples: JsonObject[] = JSON.parse(readFileSync(file, 'utf8'))
  return examples.map((settings) => {
    const externalId = textOf(settings.external_id) ?? 'an-example'
    return { id: 'an-example', externalId, username: 'example', settings }
  })
}

function firstParagraph(markdown: string): string | null {
  const [, paragraph] = markdown.split(/\n{2,}/)
  return paragraph === undefined || paragraph.startsWith('#') ? null : paragraph.trim().replaceAll('\n', ' ')
}

const order: readonly NetworkClass['class'][] = ['key', 'expiring_key', 'two_phase', 'list', 'blind']

/** The classes of all kinds of post on these accounts. */
function classesOf(connector: Connector, accounts: readonly Account[]): DescribedNetwork['classes'] {
  const drafts = draftsOf(connector)
  const found = new Map<NetworkClass['class'], Set<string>>()
  for (const account of accounts)
    for (const [post, draft] of drafts) {
      const { class: name } = connector.networkClass(account, draft)
      found.set(name, (found.get(name) ?? new Set()).add(post))
    }
  const isOfAll = [...found.values()].every((posts) => posts.size === drafts.size)
  return order.flatMap((name) => {
    const posts = found.get(name)
    return posts ? [{ name, posts: isOfAll ? [] : [...posts] }] : []
  })
}

/** An example of each kind of post that the network has, by its name. */
function draftsOf({ limits, options }: Connector): ReadonlyMap<string, Draft> {
  const { media } = limits(null)
  const drafts = new Map<string, Draft>(media.required ? [] : [['text', plainDraft]])
  for (const limit of media.kinds) drafts.set(limit.kind, { ...plainDraft, media: [describeFitting(limit)] })
  if (Object.hasOwn(options.properties, 'first_comment')) drafts.set('first comment', plainDraft)
  return drafts
}

/** The kinds of media whose alt texts are shown: those of which `check` does not warn that they are left out. */
function describedKinds(connector: Connector, [account]: readonly Account[]): MediaKind[] {
  const { kinds } = connector.limits(null).media
  const isShown = (limit: MediaLimit) => {
    const medium = { ...describeFitting(limit), altText: 'A harbour' }
    const warnings = account ? connector.check({ ...plainDraft, media: [medium] }, account).warnings : []
    return !warnings.some(({ code }) => code.startsWith('alt_text_'))
  }
  return kinds.filter(isShown).map(({ kind }) => kind)
}

const plainDraft = describeDraft({ text: 'A text' })
