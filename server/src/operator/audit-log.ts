import type { ShownEntry } from '../audit/list-audit-log.ts'
import { listServerEntries } from '../audit/list-server-entries.ts'
import type { Json } from '../lib/json/json.ts'
import { cleanText } from '../lib/text/clean-text.ts'
import { type Command, type CommandInput, UsageError } from './cli/command.ts'
import { withInstance } from './cli/with-instance.ts'

const usualLimit = 100
const mostEntries = 10_000

const list: Command = {
  words: ['audit-log'],
  summary:
    'Lists the entries of the audit log that belong to no workspace, newest first: sign-ins, pauses of everything, workspaces that were deleted.',
  positionals: [],
  options: {
    action: { value: 'ACTION', about: 'Only this action, such as workspace.delete.' },
    limit: { value: 'NUMBER', about: `How many entries at most; ${usualLimit} by default.` },
  },
  run: (input) => {
    const asked = { action: input.text('action'), limit: readLimit(input) }
    return withInstance(input, async ({ db }) => {
      const entries = await listServerEntries(db, asked)
      const text = entries.map(toLine).join('\n') || 'There are no such entries.'
      return { data: { data: entries as unknown as Json }, text }
    })
  },
}

export const auditLogCommands: readonly Command[] = [list]

function readLimit(input: CommandInput): number {
  const text = input.text('limit')
  if (text === null) return usualLimit
  const limit = Number(text)
  if (Number.isInteger(limit) && limit > 0 && limit <= mostEntries) return limit
  throw new UsageError(`--limit is "${text}"; it must be a whole number from 1 to ${mostEntries}.`)
}

function toLine({ created_at, action, actor, subject, ip, details }: ShownEntry): string {
  // Names are words of others, and a terminal obeys control characters.
  const name = typeof details.name === 'string' ? `  “${cleanText(details.name, 80)}”` : ''
  const by = cleanText(actor.name ?? actor.id ?? actor.kind, 300)
  return `${created_at}  ${action}  ${subject.id ?? '–'}${name}  by ${by}  from ${ip ?? 'the server itself'}`
}
