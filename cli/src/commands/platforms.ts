import type { Platform } from '@crier/sdk'
import { listOptions } from '@crier/sdk/plans'
import { answer, type Command } from '../command/command.ts'
import { UsageError } from '../command/refusals.ts'
import { sizeOf } from '../media/gather-media.ts'
import { alignFacts, alignTable } from '../output/table.ts'

/** `crier platforms`: the networks with their limits and options. */
export const platforms: Command = {
  words: ['platforms'],
  summary: 'Lists the platforms, or shows the limits and options of one.',
  positionals: [{ name: 'platform', about: 'the name of a platform', isOptional: true }],
  examples: ['crier platforms'],
  run: async ({ given, open, terminal }) => {
    const wanted = given.text('platform')?.toLowerCase() ?? null
    const session = await open()
    const page = await session.client.platforms.list({}, session.reading).page()
    if (wanted === null)
      return answer(page, ({ data }) =>
        alignTable(['PLATFORM', 'TEXT', 'THREAD', 'NAME'], data.map(rowOf), terminal.columns).join('\n'),
      )
    const platform = page.data.find((one) => one.platform === wanted || one.name.toLowerCase() === wanted)
    if (platform === undefined)
      throw new UsageError(
        `There is no platform "${wanted}". There are: ${page.data.map((one) => one.platform).join(', ')}.`,
      )
    return answer(platform, describe)
  },
}

function rowOf({ platform, name, counting, limits }: Platform): readonly string[] {
  return [platform, String(counting.max), String(limits.thread_max ?? ''), name]
}

function describe(platform: Platform): string {
  const { counting, limits } = platform
  const options = listOptions(platform)
  const further = counting.fields.map(({ label, max }) => `${label} up to ${max}`)
  return [
    ...alignFacts([
      ['Platform', `${platform.name} (${platform.platform})`],
      ['Text', [`up to ${counting.max}, counted as ${counting.unit}`, ...further].join('\n')],
      ['Links', counting.link_cost === null ? null : `count as ${counting.link_cost}`],
      ['Thread', limits.thread_max === undefined ? null : `up to ${limits.thread_max} posts`],
      [
        'Media',
        limits.media?.sets.map(({ kinds, min, max }) => `${min} to ${max} of ${kinds.join(', ')}`).join('\n'),
      ],
      ['Files', limits.media?.kinds.map(describeKind).filter(Boolean).join('\n')],
      [
        'Posts',
        limits.rates
          ?.map(({ posts, every_seconds: span, per }) => `${posts} in ${span} s for each ${per}`)
          .join('\n'),
      ],
      ['Guide', platform.guide_url],
    ]),
    '',
    ...(options.length === 0
      ? ['It has no options.']
      : [`Options, given as --option ${platform.platform}.NAME=VALUE:`]),
    ...alignFacts(options).map((line) => `  ${line}`),
  ].join('\n')
}

/** One kind of file with the most bytes that it may have. */
function describeKind(kind: object): string {
  const { kind: name, max_bytes: bytes } = kind as { kind?: unknown; max_bytes?: unknown }
  if (typeof name !== 'string') return ''
  return typeof bytes === 'number' ? `${name} up to ${sizeOf(bytes)}` : name
}
