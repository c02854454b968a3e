import { connectAccounts } from '../../connections/connect-accounts.ts'
import type { Connector } from '../../connectors/connector.ts'
import { findWorkspace } from '../../workspaces/find-workspace.ts'
import { readAccounts, toJson, toLine } from '../account-rows.ts'
import type { Command, Outcome } from '../cli/command.ts'
import { workspaceOption } from '../cli/options.ts'
import { withContext } from '../cli/with-instance.ts'
import { connectByRedirect } from './connect-by-redirect.ts'
import type { ConnectPlace } from './connect-place.ts'
import { type FilledWay, mayGiveSeveral, readWay, wayOptions } from './way-options.ts'

/** Builds the command that connects accounts on one platform, with an option for each field of its ways. */
export function connectCommand(connector: Connector): Command {
  const { platform, name, modes } = connector
  return {
    words: ['accounts', 'connect', platform],
    summary: `Connects an account on ${name}. Connecting the same profile again keeps its account.`,
    positionals: [],
    options: {
      ...wayOptions(connector),
      ...(modes.includes('test')
        ? { test: { value: null, about: 'Connect the account for test keys instead of live keys.' } }
        : {}),
      workspace: workspaceOption,
    },
    run: (input) => {
      const filled = readWay(connector, input)
      const mode = input.flag('test') ? 'test' : 'live'
      return withContext(input, async (context) => {
        const workspaceId = await findWorkspace(context.db, input.text('workspace'))
        const place = { context, workspaceId, mode, platform } as const
        return filled.connect.kind === 'form'
          ? connectByForm(place, filled)
          : connectByRedirect(place, filled, input)
      })
    },
  }
}

async function connectByForm(
  { context, workspaceId, mode, platform }: ConnectPlace,
  { connect, fields, choice }: FilledWay,
): Promise<Outcome> {
  const wanted = { workspaceId, mode, platform, way: connect.way, input: fields, choice }
  const ids = await connectAccounts(context, wanted)
  const accounts = (await readAccounts(context.db, workspaceId)).filter(({ id }) => ids.includes(id))
  const [account] = accounts
  if (!account) throw new Error('The account that was just connected is missing.')
  const text = accounts.map(toLine).join('\n')
  return { data: mayGiveSeveral(connect) ? { data: accounts.map(toJson) } : toJson(account), text }
}
