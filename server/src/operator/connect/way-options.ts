import type { Connect, Connector } from '../../connectors/connector.ts'
import { formWayOf } from '../../connectors/of-platform.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import { type CommandInput, type Option, UsageError } from '../cli/command.ts'
import { optionsOf, readFields } from '../connect-fields.ts'

/** A way, with what its form was filled in with. */
export interface FilledWay {
  readonly connect: Connect
  readonly fields: JsonObject
  /** The ids of the profiles to connect; null where they are to be asked for. */
  readonly choice: readonly string[] | null
}

/** The options of every way of a platform. An option is required if each way requires it. */
export function wayOptions({ connect: ways }: Connector): Record<string, Option> {
  const forms = ways.map(({ way, fields }) => ({ way, options: optionsOf(fields) }))
  const merged: Record<string, Option> = {}
  for (const { way, options } of forms)
    for (const [name, option] of Object.entries(options)) {
      const isCommon = forms.every((form) => name in form.options)
      const about = isCommon ? option.about : `${option.about} For --way ${way}.`
      const isRequired = forms.every((form) => form.options[name]?.isRequired)
      merged[name] ??= { ...option, about, isRequired }
    }
  return { ...merged, ...choiceOptions(ways) }
}

function choiceOptions(ways: readonly Connect[]): Record<string, Option> {
  const names = ways.map(({ way }) => way).join(', ')
  return {
    ...(ways.length > 1 ? { way: { value: 'WAY', about: `The kind of sign-in: one of ${names}.` } } : {}),
    ...(ways.some(mayGiveSeveral)
      ? {
          choose: {
            value: 'EXTERNAL_IDS',
            about:
              'The ids of the profiles to connect, with commas between them, if the sign-in gives several. Without it a terminal asks, or they are listed.',
          },
        }
      : {}),
  }
}

/**
 * Reads the way and its fields: the way that was named, or else one for which a form is enough, or else the first.
 * @throws UsageError
 */
export function readWay(connector: Connector, input: Pick<CommandInput, 'text' | 'flag'>): FilledWay {
  const connect = chosenWay(connector, input.text('way'))
  const own = optionsOf(connect.fields)
  const foreign = Object.keys(wayOptions(connector)).find(
    (name) => name !== 'way' && !(name in own) && isGiven(input, name) && !belongs(name, connect),
  )
  if (foreign !== undefined)
    throw new UsageError(`--${foreign} has no meaning for the way ${connect.way}. Choose another with --way.`)
  const missing = Object.entries(own)
    .filter(([name, { isRequired }]) => isRequired && !input.text(name))
    .map(([name, { value }]) => `--${name} ${value}`)
  if (missing.length > 0)
    throw new UsageError(`accounts connect ${connector.platform} needs ${missing.join(' and ')}.`)
  return { connect, fields: readFields(connect.fields, input), choice: readChoice(input.text('choose')) }
}

function readChoice(text: string | null): string[] | null {
  if (text === null) return null
  const ids = text.split(',').flatMap((id) => id.trim() || [])
  if (ids.length === 0) throw new UsageError('--choose names no profile.')
  return ids
}

function belongs(name: string, connect: Connect): boolean {
  return name === 'choose' && mayGiveSeveral(connect)
}

/** Whether a sign-in may give access to several profiles, of which some are chosen. */
export function mayGiveSeveral(connect: Connect): boolean {
  return connect.kind === 'redirect' || 'list' in connect
}

function isGiven(input: Pick<CommandInput, 'text' | 'flag'>, name: string): boolean {
  return input.text(name) !== null || input.flag(name)
}

function chosenWay(connector: Connector, name: string | null): Connect {
  const [first] = connector.connect
  const found =
    name === null ? (formWayOf(connector) ?? first) : connector.connect.find(({ way }) => way === name)
  if (found) return found
  const ways = connector.connect.map(({ way }) => way).join(', ')
  throw new UsageError(`--way takes one of ${ways}, not "${name}".`)
}
