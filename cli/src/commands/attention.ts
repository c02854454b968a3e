import type { AttentionItem } from '@crier/sdk'
import { nameOf } from '@crier/sdk/plans'
import { answer, type Command } from '../command/command.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { alignTable } from '../output/table.ts'
import { clockTime } from '../output/times.ts'

/** `crier attention`: everything that needs a person. */
export const attention: Command = {
  words: ['attention'],
  summary: 'Lists everything that needs a person. It ends with 5 if there is something.',
  details: [
    'Reviews, approvals, accounts to connect again, failed posts, returned drafts, endpoints that are switched off, feeds that stopped or whose items wait, and limits that are nearly used up.',
  ],
  run: async ({ open, terminal }) => {
    const session = await open()
    const found = await session.client.attention.get({}, session.reading)
    const zone = await session.zone()
    const code = found.total + found.stops.length > 0 ? exitCodes.needsPerson : exitCodes.done
    return answer(
      found,
      (clean) => {
        if (clean.total + clean.stops.length === 0) return 'Nothing needs a person.'
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
        const hidden = clean.total - clean.data.length
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
