import type { AttentionItem } from '@crier/sdk'
import { nameOf } from '@crier/sdk/plans'
import { answer, type Command } from '../command/command.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { readList, readNumber } from '../command/read-arguments.ts'
import { alignTable } from '../output/table.ts'
import { clockTime } from '../output/times.ts'

const kinds = [
  ...(['review', 'approval', 'account', 'failed', 'edit'] as const),
  ...(['returned', 'recurrence', 'endpoint', 'feed', 'limit'] as const),
] satisfies readonly AttentionItem['kind'][]

/** `crier attention`: everything that needs a person. */
export const attention: Command = {
  words: ['attention'],
  summary: 'Lists what needs a person. It ends with 5 if there is something.',
  details: [
    'Reviews, approvals, accounts to connect again, failed posts, returned drafts, endpoints that are switched off, feeds that stopped or whose items wait, and limits that are nearly used up.',
  ],
  options: {
    kind: { value: 'KINDS', about: 'The kinds to list.', isMany: true, choices: kinds },
    limit: { value: 'NUMBER', about: 'How many of each kind; 50 unless given, 500 at most.' },
  },
  run: async ({ given, open, terminal }) => {
    const limit = readNumber(given, 'limit', 0)
    const names = readList(given, 'kind')
    const asked = kinds.filter((kind) => names.includes(kind))
    const session = await open()
    const query = { ...(asked.length === 0 ? {} : { kind: asked }), ...(limit === null ? {} : { limit }) }
    const found = await session.client.attention.get(query, session.reading)
    const total = asked.length === 0 ? found.total : asked.reduce((sum, kind) => sum + found.counts[kind], 0)
    const zone = await session.zone()
    const code = total + found.stops.length > 0 ? exitCodes.needsPerson : exitCodes.done
    return answer(
      found,
      (clean) => {
        if (total + clean.stops.length === 0) return 'Nothing needs a person.'
        const rows = clean.data.map((item) => [
          item.kind,
          clockTime(item.deadline ?? item.since, zone),
          whereOf(item),
          whyOf(item),
          adviceOf(item),
        ])
        const stops = clean.stops.map(
          ({ kind, since }) =>
            `Publishing is stopped by a ${kind} since ${clockTime(since, zone)} (${zone}).`,
        )
        const hidden = total - clean.data.length
        return [
          ...alignTable(['KIND', 'TIME', 'WHERE', 'WHY', 'NEXT'], rows, terminal.columns),
          ...(hidden > 0 ? [`${hidden} more are not shown.`] : []),
          ...stops,
        ].join('\n')
      },
      code,
    )
  },
}

function whereOf({ platform, username, url }: AttentionItem): string {
  if (platform === null) return url ?? ''
  return username === null ? platform : nameOf({ platform, username })
}

function whyOf({ message, reason, text }: AttentionItem): string {
  return message ?? reason ?? text ?? ''
}

function adviceOf({ kind, post_id: post, post_result_id: result, feed_id: feed }: AttentionItem): string {
  if (feed !== null) return `crier feeds items ${feed}`
  if (kind === 'approval' && post !== null) return `crier posts approve ${post}`
  if (kind === 'failed' && result !== null) return `crier results retry ${result}`
  if (post !== null) return `crier posts show ${post}`
  return kind === 'account' ? 'connect it again in the app' : ''
}
