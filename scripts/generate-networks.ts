import type {
  Connect,
  Connector,
  Limits,
  MediaKind,
  MediaLimit,
  MediaLimits,
  NetworkClass,
  PostRate,
  TextUnit,
} from '../server/src/connectors/connector.ts'
import { powerOf } from '../server/src/connectors/of-platform.ts'
import { variableOf } from '../server/src/platform-apps/app-variables.ts'

/** A connector, with what its folder says of the network beside the code. */
export interface DescribedNetwork {
  readonly connector: Connector
  /** The first paragraph of its README, on one line. */
  readonly summary: string
  /** The README, from the folder of the page. */
  readonly readme: string
  /** The classes of posts on example accounts, the most protected first. */
  readonly classes: readonly DescribedClass[]
  /** The kinds of media whose alt texts the network shows. */
  readonly described: readonly MediaKind[]
}

export interface DescribedClass {
  readonly name: NetworkClass['class']
  /** The kinds of post that have it; none where each class has posts of all kinds, as the account decides. */
  readonly posts: readonly string[]
}

/** Generates the page of all networks: what works on each, its limits, and what it asks of the operator. */
export function generateNetworks(networks: readonly DescribedNetwork[]): string {
  const overview = table(overviewHeads, networks.map(overviewRow))
  return [introduction, `${overview}\n`, ...networks.map(section)].join('\n')
}

const introduction = `# Networks

This page lists what works on each network, its limits, and what it asks of the person who runs the server. The limits are the usual ones: those
of an account may differ, and \`GET /v1/social-accounts\` shows them. [media.md](media.md) says how files are changed to fit,
[guarantees.md](guarantees.md) what each network class promises, and [connecting.md](connecting.md) how accounts are connected.

This page is generated. To change it, edit the connector, the first paragraph of its README or scripts/generate-networks.ts,
then run \`npm run check -- --fix\`.
`

const overviewHeads = [
  'Network',
  'Text',
  'Media',
  'Thread',
  'First comment',
  'Deletes',
  'Edits',
  'Figures',
  'Operator’s app',
]

function overviewRow({ connector }: DescribedNetwork): string[] {
  const { name, app, options } = connector
  const { text, media, threadMax } = connector.limits(null)
  const measure = powerOf(connector, 'measure')
  return [
    `[${name}](#${anchorOf(name)})`,
    number(text.max),
    media.kinds.map(({ kind }) => kind).join(', ') || 'none',
    threadMax > 1 ? number(threadMax) : 'no',
    yesNo(Object.hasOwn(options.properties, 'first_comment')),
    yesNo(powerOf(connector, 'delete') !== undefined),
    yesNo(powerOf(connector, 'edit') !== undefined),
    measure ? measure.figures.join(', ') : 'no',
    yesNo(app !== null),
  ]
}

function section({ connector, summary, readme, classes, described }: DescribedNetwork): string {
  const rows: [string, string | null][] = [
    ...limitRows(connector.limits(null), described),
    ['Options', namesOf(connector.options)],
    ['Values asked of the network', powerOf(connector, 'choices')?.options.map(code).join(', ') ?? null],
    ['Network class', classes.map(sayClass).join(' or ') || null],
    ['Ways to connect', connector.connect.map(sayWay).join('<br>')],
    ['Operator’s app', sayApp(connector)],
    ['API version', sayVersion(connector)],
    ['Deletes posts', powerOf(connector, 'delete') ? 'yes, with `?unpublish=true`' : 'no'],
    ['Edits posts', sayEdits(connector)],
    ['Tells figures', powerOf(connector, 'measure')?.figures.join(', ') ?? 'no'],
  ]
  const shown = rows.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]]))
  return `## ${connector.name}\n\n${summary} [README](${readme})\n\n${table(['', ''], shown)}\n`
}

function limitRows(
  { text, media, placements, threadMax, rates }: Limits,
  described: readonly MediaKind[],
): [string, string | null][] {
  const counts = [text, ...text.also].map(({ max, unit }) => `${number(max)} ${units[unit]}`)
  const links = text.linkCost === null ? '' : `; a link counts ${text.linkCost}`
  return [
    ['Text', `${counts.join(' and ')}${links}`],
    ['Media', media.kinds.map(sayKind).join('<br>') || 'none'],
    ['In one post', saySets(media)],
    ...Object.entries(placements?.media ?? {}).map(([value, limits]): [string, string] => [
      `\`${placements?.option}\`: \`${value}\``,
      [...limits.kinds.map(sayKind), saySets(limits)].join('<br>'),
    ]),
    ['Alt text', sayAltText(media, described)],
    ['Threads', threadMax > 1 ? `up to ${number(threadMax)} posts` : 'none'],
    ['Rate', rates.map(sayRate).join('<br>') || null],
  ]
}

function sayAltText({ kinds, altTextMax }: MediaLimits, described: readonly MediaKind[]): string {
  if (described.length === 0) return 'none; one that is given is left out'
  const some = described.length < kinds.length ? `, of ${described.join(', ')}` : ''
  return `up to ${number(altTextMax)}${some}`
}

const units: Readonly<Record<TextUnit, string>> = {
  grapheme: 'graphemes',
  codepoint: 'code points',
  utf16: 'UTF-16 units',
  utf8: 'UTF-8 bytes',
  weighted: 'weighted characters',
  emoji_utf8: 'characters, of which an emoji counts as its bytes in UTF-8',
}

function sayKind({ kind, types, maxBytes, minDurationMs, maxDurationMs, shape }: MediaLimit): string {
  const bounds = [
    maxBytes === null ? null : `up to ${bytes(maxBytes)}`,
    minDurationMs === null ? null : `from ${duration(minDurationMs)}`,
    maxDurationMs === null ? null : `up to ${duration(maxDurationMs)}`,
    shape?.minAspect && shape.maxAspect
      ? `${ratio(shape.minAspect)} to ${ratio(shape.maxAspect)} wide`
      : null,
  ]
  const known = bounds.filter((bound) => bound !== null)
  const names = types.map((type) => type.replace(/^.*\//, '')).join(', ')
  return `${kind} (${[names, ...known].join('; ')})`
}

function saySets({ sets, required }: MediaLimits): string {
  const parts = sets.map(({ kinds, min, max, most }) => {
    const count = min === max ? number(max) : `${number(min)} to ${number(max)}`
    const some = Object.entries(most).map(([kind, each]) => `at most ${each} ${kind}`)
    return [`${count} of ${kinds.join(', ')}`, ...some].join(', ')
  })
  return [...parts, ...(required ? [] : ['or none'])].join('; ')
}

function sayRate({ per, posts, everyMs }: PostRate): string {
  return `${number(posts)} posts in ${duration(everyMs)} for each ${per}`
}

function sayClass({ name, posts }: DescribedClass): string {
  return posts.length === 0 ? code(name) : `${code(name)} (${posts.join(', ')})`
}

function sayWay({ way, kind, needsApp, needs }: Connect): string {
  const demands = [
    needsApp ? 'the operator’s app' : null,
    needs.includes('https') || needs.includes('https_or_loopback') ? 'https' : null,
    needs.includes('public_media') ? 'media reachable from the internet' : null,
  ].filter((demand) => demand !== null)
  const how = kind === 'form' ? 'a form' : 'a page of the network'
  return `\`${way}\`: ${how}${demands.length === 0 ? '' : `; needs ${demands.join(', ')}`}`
}

function sayApp({ app, platform }: Connector): string {
  if (app === null) return 'not needed'
  const required: readonly string[] = app.required ?? []
  const fields = Object.keys(app.properties).map(
    (field) => `\`${variableOf(platform, field)}\`${required.includes(field) ? '' : ' (optional)'}`,
  )
  return `${fields.join(', ')}, or \`npm run crier -- platforms set ${platform}\``
}

function sayVersion(connector: Connector): string | null {
  const power = powerOf(connector, 'api_version')
  if (!power) return null
  const { version, endsOn } = power.inUse(null)
  return endsOn === null ? `\`${version}\`` : `\`${version}\`, which ends on ${endsOn}`
}

function sayEdits(connector: Connector): string {
  const power = powerOf(connector, 'edit')
  if (!power) return 'no'
  return ['yes: the text', ...power.options.map(code)].join(', ')
}

function namesOf({ properties }: Connector['options']): string | null {
  return Object.keys(properties).map(code).join(', ') || null
}

function code(text: string): string {
  return `\`${text}\``
}

function yesNo(is: boolean): string {
  return is ? 'yes' : 'no'
}

function number(count: number): string {
  return count.toLocaleString('en-GB')
}

function bytes(count: number): string {
  const units = [
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
  ] as const
  const [unit, size] = units.find(([, least]) => count >= least) ?? ['bytes', 1]
  return `${Math.round((count / size) * 10) / 10} ${unit}`
}

function duration(ms: number): string {
  const units = [
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1_000],
  ] as const
  const [unit, size] = units.find(([, length]) => ms >= length && ms % length === 0) ?? ['ms', 1]
  return `${number(ms / size)} ${unit}`
}

function ratio(value: number): string {
  return String(Math.round(value * 100) / 100)
}

function anchorOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
