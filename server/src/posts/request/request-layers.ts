import Type from 'typebox'
import { MediaItem } from '../../connectors/thread-option.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts'
import { escapePointer } from '../../lib/json/strict-json.ts'
import type { FieldProblem } from '../../lib/problem.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { mostAccounts } from '../most-accounts.ts'
import { accountNameOf } from './account-name.ts'
import { type Layer, readMedia } from './post-request.ts'
import { schemaProblems } from './schema-problems.ts'

/** Members of every configuration besides its platform's options. Null: as the layer below says. */
const common = {
  caption: Type.Union([Type.String(), Type.Null()]),
  media: Type.Union([Type.Array(MediaItem, { maxItems: 100 }), Type.Null()]),
  scheduled_at: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
}

// Above the number of networks there are, and of options that any of them has.
const mostPlatforms = 200
const mostMembers = 200

/** Reads `platform_configurations`: an object by platform. */
export function readPlatformLayers(sent: JsonObject | null, problems: FieldProblem[]): Map<string, Layer> {
  const entries = Object.entries(sent ?? {})
  if (hasTooMany(entries, mostPlatforms, '/platform_configurations', problems)) return new Map()
  return new Map(
    entries.flatMap(([platform, configuration]) => {
      const pointer = `/platform_configurations/${escapePointer(platform)}`
      return isObject(configuration) ? [[platform, readLayer(configuration, pointer, problems)]] : []
    }),
  )
}

/** The accounts of a post, by which those of its configurations are found. */
interface PostAccounts {
  /** Their ids. */
  readonly targeted: ReadonlySet<string>
  readonly idOf: (name: string) => string
}

/**
 * Reads `account_configurations` in any of its three forms: a list, that list in an object under the same name, or a map
 * by account id.
 */
export function readAccountLayers(
  sent: Json,
  { targeted, idOf }: PostAccounts,
  problems: FieldProblem[],
): Map<string, Layer> {
  const layers = new Map<string, Layer>()
  for (const { name, idPointer, members, pointer } of listAccountLayers(sent, problems)) {
    const id = idOf(name)
    if (layers.has(id)) {
      problems.push({
        pointer: idPointer,
        code: 'account_repeated',
        detail: 'This account is configured twice.',
      })
    } else if (!targeted.has(id)) {
      const detail = 'This account is not among the social_accounts of the post.'
      problems.push({ pointer: idPointer, code: 'account_not_targeted', detail })
    }
    layers.set(id, readLayer(members, pointer, problems))
  }
  return layers
}

interface Listed {
  /** The id or the number of its account. */
  name: string
  idPointer: string
  members: JsonObject
  pointer: string
}

function listAccountLayers(sent: Json, problems: FieldProblem[]): Listed[] {
  const name = 'account_configurations'
  const wrapped =
    isObject(sent) && Array.isArray(sent[name]) && Object.keys(sent).length === 1 ? sent[name] : sent
  const base = wrapped === sent ? `/${name}` : `/${name}/${name}`
  if (Array.isArray(wrapped)) {
    if (hasTooMany(wrapped, mostAccounts, base, problems)) return []
    return wrapped.flatMap((item, index) => listed(item, `${base}/${index}`, problems))
  }
  if (!isObject(sent)) return []
  const entries = Object.entries(sent)
  if (hasTooMany(entries, mostAccounts, base, problems)) return []
  return entries.flatMap(([account, configuration]) => {
    const pointer = `/${name}/${escapePointer(account)}`
    if (isObject(configuration))
      return [{ name: accountNameOf(account), idPointer: pointer, members: configuration, pointer }]
    problems.push({
      pointer,
      code: 'wrong_type',
      detail: 'The configuration of an account must be an object.',
    })
    return []
  })
}

/** Says once of a list or an object that it has more entries than any post can mean, and not of each entry that it is wrong. */
function hasTooMany(
  entries: readonly unknown[],
  limit: number,
  pointer: string,
  problems: FieldProblem[],
): boolean {
  if (entries.length <= limit) return false
  problems.push({
    pointer,
    code: 'too_many',
    detail: sentence('This must have {limit} entries or fewer.', { limit }),
  })
  return true
}

function listed(item: Json, pointer: string, problems: FieldProblem[]): Listed[] {
  if (!isObject(item) || (typeof item.account_id !== 'string' && typeof item.account_id !== 'number')) {
    const detail = 'Each entry must be an object with the account_id of its account.'
    problems.push({ pointer, code: 'account_id_missing', detail })
    return []
  }
  const { account_id, ...members } = item
  return [{ name: accountNameOf(account_id), idPointer: `${pointer}/account_id`, members, pointer }]
}

function readLayer(members: JsonObject, pointer: string, problems: FieldProblem[]): Layer {
  const valid: Record<string, Json> = {}
  const options = new Map<string, { value: Json; pointer: string }>()
  const entries = Object.entries(members)
  const read = hasTooMany(entries, mostMembers, pointer, problems) ? [] : entries
  for (const [name, value] of read) {
    const at = `${pointer}/${escapePointer(name)}`
    if (!isCommon(name)) {
      options.set(name, { value, pointer: at })
      continue
    }
    const wrong = schemaProblems(common[name], value, at)
    problems.push(...wrong)
    if (wrong.length === 0) valid[name] = value
  }
  const { caption, media, scheduled_at } = valid
  return {
    caption: typeof caption === 'string' ? { value: caption, pointer: `${pointer}/caption` } : null,
    media: Array.isArray(media)
      ? { value: readMedia(media, `${pointer}/media`), pointer: `${pointer}/media` }
      : null,
    scheduledAt:
      typeof scheduled_at === 'string' ? { value: scheduled_at, pointer: `${pointer}/scheduled_at` } : null,
    options,
    pointer,
  }
}

function isCommon(name: string): name is keyof typeof common {
  return Object.hasOwn(common, name)
}
