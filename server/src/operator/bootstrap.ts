import { createKey } from '../api-keys/create-key.ts'
import { connectAccount } from '../connections/connect-account.ts'
import { formWayOf } from '../connectors/of-platform.ts'
import type { Context, Mode } from '../context.ts'
import type { Queryable } from '../db/database.ts'
import { createOwner } from '../people/create-owner.ts'
import type { Command, Outcome } from './cli/command.ts'
import { withContext } from './cli/with-instance.ts'
import { readFields } from './connect-fields.ts'
import { refuseBesideServer } from './find-instance.ts'

/** Everything a new owner needs to publish a first post, with the member names of `--json`. */
interface Bootstrapped {
  user_id: string
  workspace_id: string
  live_key: string
  test_key: string
}

const bootstrap: Command = {
  words: ['bootstrap'],
  summary: 'Creates the first owner, with a workspace, a live key, a test key and a test account.',
  positionals: [],
  options: {
    email: { value: 'EMAIL', about: 'The email address of the owner.', isRequired: true },
    password: { value: 'PASSWORD', about: '8 to 1024 characters.', isRequired: true, isSecret: true },
  },
  run: async (input) => {
    await refuseBesideServer(input.config)
    const owner = { email: input.needed('email'), password: input.needed('password') }
    return withContext(input, async (context) => addAccount(context, await makeOwner(context, owner)), {
      makes: true,
    })
  },
}

export const bootstrapCommands: readonly Command[] = [bootstrap]

function makeOwner(context: Context, user: { email: string; password: string }): Promise<Bootstrapped> {
  return context.db.transaction(async (tx) => {
    const { userId, workspaceId } = await createOwner(tx, user)
    const key = (mode: Mode) => makeKey(tx, context, { userId, workspaceId, mode })
    return {
      user_id: userId,
      workspace_id: workspaceId,
      live_key: await key('live'),
      test_key: await key('test'),
    }
  })
}

/** Shows the keys even if the account fails, because they are shown only once. */
async function addAccount(context: Context, made: Bootstrapped): Promise<Outcome> {
  try {
    const all = { ...made, test_account_id: await connectPretend(context, made.workspace_id) }
    return { data: all, text: toShellLines(context, all), isToldOnce: true }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const warning = `The test account could not be created: ${reason} Create it later with accounts connect; see --help.`
    const data = { ...made, test_account_id: null }
    return { data, text: toShellLines(context, { ...made }), warning, isToldOnce: true, isBad: true }
  }
}

/** Signs in to the simulated network; nothing leaves this machine. */
function connectPretend(context: Context, workspaceId: string): Promise<string> {
  const pretend = context.connectors.find(({ modes }) => modes.includes('test'))
  const form = pretend && formWayOf(pretend)
  if (!form) throw new Error('There is no simulated network to test with.')
  return connectAccount(context, {
    workspaceId,
    mode: 'test',
    platform: pretend.platform,
    way: form.way,
    // The defaults of the form.
    input: readFields(form.fields, { text: () => null, flag: () => false }),
  })
}

async function makeKey(
  tx: Queryable,
  { secretKeys }: Context,
  owner: { userId: string; workspaceId: string; mode: Mode },
): Promise<string> {
  const { key } = await createKey(tx, secretKeys, {
    ...owner,
    name: `First ${owner.mode} key`,
    scopes: 'all',
  })
  return key
}

/** Writes variable assignments for a shell. The comments say which Crier they belong to. */
function toShellLines({ config }: Context, made: Readonly<Record<string, string>>): string {
  const lines = Object.entries(made).map(([name, value]) => `${name}=${value}`)
  const place = config.databaseUrl === null ? JSON.stringify(config.dataDir) : 'the database of DATABASE_URL'
  return [
    `# The owner of the Crier in ${place}`,
    '# Keep the keys. They are shown only once.',
    ...lines,
  ].join('\n')
}
