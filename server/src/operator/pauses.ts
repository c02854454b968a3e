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
import { commandToResume, describeRange } from './pause-words.ts'

const options = {
  platform: { value: 'NAME', about: 'Only this network; all networks by default.' },
  workspace: { value: 'ID', about: 'Only this workspace; all workspaces by default.' },
}

const pause: Command = {
  words: ['pause'],
  summary:
    'Pauses publishing at once for everything, a network or a workspace. Posts that become due are held.',
  positionals: [],
  options: { ...options, reason: { value: 'TEXT', about: 'The reason, stored with the pause.' } },
  run: (input) =>
    withContext(input, async (context) => {
      const range = await readRange(input, context)
      await pausePublishing(context.db, range, input.text('reason') ?? '')
      return {
        data: { ...toJson(range), paused: true },
        text: `${describeRange(range)} is paused. To end the pause, run: ${commandToResume(range)}`,
      }
    }),
}

const resume: Command = {
  words: ['resume'],
  summary: 'Ends a pause. Its held posts are published, or need review if they are too late.',
  positionals: [],
  options,
  run: (input) =>
    withContext(input, async (context) => {
      const range = await readRange(input, context)
      const { prepareLeadMs } = context.config.timings
      const released = await resumePublishing(context.db, range, prepareLeadMs)
      context.wake(0)
      const ended =
        released === null
          ? `${describeRange(range)} was not paused.`
          : `${describeRange(range)} continues. ${describeReleased(released)}`
      return {
        data: { ...toJson(range), paused: false, freed_post_results: released ?? 0 },
        text: [ended, ...describeRemaining(await listPauses(context.db))].join('\n'),
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

function toJson({ platform, workspaceId }: PauseRange) {
  return { platform, workspace_id: workspaceId }
}

/** Names the pauses that remain, because each must be ended by itself. */
function describeRemaining(pauses: readonly PauseRange[]): string[] {
  return pauses.map(
    (range) => `${describeRange(range)} is still paused. To end this pause, run: ${commandToResume(range)}`,
  )
}
