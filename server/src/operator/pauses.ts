import type { AuditAction } from '../audit/audit-entry.ts'
import { recordOperator } from '../audit/record-audit.ts'
import {
  listPauses,
  type PauseRange,
  pausePublishing,
  resumePublishing,
} from '../publishing/person/pause-publishing.ts'
import { findWorkspace } from '../workspaces/find-workspace.ts'
import { type Command, type CommandInput, UsageError } from './cli/command.ts'
import { withContext } from './cli/with-instance.ts'
import { describeReleased } from './describe-released.ts'
import { describePause, describeRange, isEverything } from './pause-words.ts'

const options = {
  platform: { value: 'NAME', about: 'Only this network; all networks by default.' },
  workspace: { value: 'ID', about: 'Only this workspace; all workspaces by default.' },
}

const pause: Command = {
  words: ['pause'],
  summary:
    'Pauses publishing at once: all of it, or only to a network or in a workspace. Posts that become due are held.',
  positionals: [],
  options: { ...options, reason: { value: 'TEXT', about: 'The reason, stored with the pause.' } },
  run: (input) =>
    withContext(input, async (context) => {
      const range = await readRange(input, context)
      const reason = input.text('reason') ?? ''
      await context.db.transaction(async (tx) => {
        await pausePublishing(tx, range, reason)
        const details = { platform: range.platform, reason }
        await recordOperator(tx, { ...entryOf('publishing.pause', range), details })
      })
      return {
        data: { ...toJson(range), paused: true },
        text: describePause(range),
      }
    }),
}

const resume: Command = {
  words: ['resume'],
  summary: 'Ends a pause. The posts that it held are published, or need a review if they are too late.',
  positionals: [],
  options,
  run: (input) =>
    withContext(input, async (context) => {
      const range = await readRange(input, context)
      const { prepareLeadMs } = context.config.timings
      const released = await resumePublishing(context.db, range, prepareLeadMs)
      await recordOperator(context.db, entryOf('publishing.resume', range))
      context.wake(0)
      const remaining = await listPauses(context.db)
      return {
        data: { ...toJson(range), paused: false, freed_post_results: released ?? 0 },
        text: [describeResumed(range, released), ...remaining.map(describePause)].join('\n'),
      }
    }),
}

export const pauseCommands: readonly Command[] = [pause, resume]

async function readRange(
  input: CommandInput,
  context: Parameters<Parameters<typeof withContext>[1]>[0],
): Promise<PauseRange> {
  const platform = input.text('platform')
  const workspace = input.text('workspace')
  const known = context.connectors.map((connector) => connector.platform)
  if (platform !== null && !known.includes(platform)) {
    throw new UsageError(`There is no network ${platform}. The networks are: ${known.join(', ')}.`)
  }
  return { platform, workspaceId: workspace === null ? null : await findWorkspace(context.db, workspace) }
}

function entryOf(action: AuditAction, { platform, workspaceId }: PauseRange) {
  return { action, workspaceId, subjectId: platform, details: { platform } }
}

function toJson({ platform, workspaceId }: PauseRange) {
  return { platform, workspace_id: workspaceId }
}

function describeResumed(range: PauseRange, released: number | null): string {
  if (released !== null) return `Crier continues ${describeRange(range)}. ${describeReleased(released)}`
  return isEverything(range)
    ? 'Publishing was not paused.'
    : `There was no pause of ${describeRange(range)} alone.`
}
