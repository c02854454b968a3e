import type { TObject } from 'typebox'
import { recordOperator } from '../audit/record-audit.ts'
import type { Connector } from '../connectors/connector.ts'
import { connectors } from '../connectors/index.ts'
import type { Context } from '../context.ts'
import type { Json } from '../lib/json/json.ts'
import { findApp } from '../platform-apps/find-app.ts'
import { listMissingNeeds } from '../platform-apps/missing-needs.ts'
import { removeApp, setApp } from '../platform-apps/set-app.ts'
import { type Command, UsageError } from './cli/command.ts'
import { withContext } from './cli/with-instance.ts'
import { optionsOf, readFields } from './connect-fields.ts'

const list: Command = {
  words: ['platforms', 'list'],
  summary: 'Lists the networks, the ways to connect accounts there, and what this server lacks for each.',
  positionals: [],
  options: {},
  run: (input) =>
    withContext(input, async (context) => {
      const lines = await Promise.all(
        context.connectors.map((connector) => describePlatform(context, connector)),
      )
      return { data: { data: lines.map(({ json }) => json) }, text: lines.map(({ text }) => text).join('\n') }
    }),
}

async function describePlatform(
  context: Context,
  connector: Connector,
): Promise<{ json: Json; text: string }> {
  const { platform, name } = connector
  const found = await findApp(context, connector)
  const app = connector.app === null ? 'not needed' : found === null ? 'not set' : `from the ${found.from}`
  const ways = await Promise.all(
    connector.connect.map(async (connect) => {
      const missing = await listMissingNeeds(context, connector, connect)
      return { way: connect.way, missing: missing.map(({ detail }) => detail) }
    }),
  )
  const listed = ways.map(({ way, missing }) => `\n  ${way}: ${missing.join(' ') || 'ready'}`)
  return { json: { platform, name, app, ways }, text: `${platform}  app ${app}${listed.join('')}` }
}

// It concerns every workspace.
const ofServer = { workspaceId: null }

/** The commands for a network that asks for an app of the operator. */
function appCommands(connector: Connector): Command[] {
  return connector.app === null ? [] : [setCommand(connector, connector.app), unsetCommand(connector)]
}

function setCommand(connector: Connector, app: TObject): Command {
  const { platform, name } = connector
  return {
    words: ['platforms', 'set', platform],
    summary: `Sets this server's app at ${name}, encrypted. It takes effect at once, in every process.`,
    positionals: [],
    options: optionsOf(app),
    run: (input) => {
      const settings = readFields(app, input)
      return withContext(input, async (context) => {
        await setApp(context, connector, settings)
        await recordOperator(context.db, { action: 'platform_app.set', ...ofServer, subjectId: platform })
        return { data: { platform, set: true }, text: `The app at ${name} is set.` }
      })
    },
  }
}

function unsetCommand({ platform, name }: Connector): Command {
  return {
    words: ['platforms', 'unset', platform],
    summary: `Removes this server's app at ${name} that was stored with platforms set.`,
    positionals: [],
    options: {},
    run: (input) =>
      withContext(input, async (context) => {
        if (!(await removeApp(context, platform))) throw new UsageError(`No app at ${name} is stored.`)
        await recordOperator(context.db, { action: 'platform_app.unset', ...ofServer, subjectId: platform })
        return { data: { platform, set: false }, text: `The app at ${name} is removed.` }
      }),
  }
}

export const platformCommands: readonly Command[] = [list, ...connectors.flatMap(appCommands)]
