import { createKey } from '../api-keys/create-key.ts'
import type { Context, Mode } from '../context.ts'
import type { Queryable } from '../db/database.ts'
import { createOwner } from '../people/create-owner.ts'
import { connectAccount } from '../publishing/connect-account.ts'
import type { Command } from './command.ts'
import { readFields } from './connect-fields.ts'
import { withContext } from './with-instance.ts'

/** The first owner with all that is needed to publish a first post, in the words of `--json`. */
interface Bootstrapped {
  user_id: string
  workspace_id: string
  live_key: string
  test_key: string
  test_account_id: string
}

const bootstrap: Command = {
  words: ['bootstrap'],
  summary: 'Makes the first owner with a workspace, a live key, a test key and a pretend account for it.',
  places: [],
  options: {
    email: { value: 'EMAIL', about: 'The owner’s address.', isRequired: true },
    password: { value: 'PASSWORD', about: 'From 8 to 1024 characters.', isRequired: true, isSecret: true },
  },
  run: (input) =>
    withContext(input, async (context) => {
      const owner = { email: input.needed('email'), password: input.needed('password') }
      const made = await makeAll(context, owner)
      return { data: { ...made }, text: describe(made) }
    }),
}

export const bootstrapCommands: readonly Command[] = [bootstrap]

async function makeAll(context: Context, user: { email: string; password: string }): Promise<Bootstrapped> {
  const made = await context.db.transaction(async (tx) => {
    const { userId, workspaceId } = await createOwner(tx, user)
    const key = (mode: Mode) => makeKey(tx, context, { userId, workspaceId, mode })
    return {
      user_id: userId,
      workspace_id: workspaceId,
      live_key: await key('live'),
      test_key: await key('test'),
    }
  })
  return { ...made, test_account_id: await connectPretend(context, made.workspace_id) }
}

/** Signs in to our own network; nothing leaves this machine. */
function connectPretend(context: Context, workspaceId: string): Promise<string> {
  const pretend = context.connectors.find(({ modes }) => modes.includes('test'))
  if (!pretend) throw new Error('There is no platform to test with.')
  return connectAccount(context, {
    workspaceId,
    mode: 'test',
    platform: pretend.platform,
    // With what its form says by itself.
    input: readFields(pretend.connect.fields, { text: () => null, flag: () => false }),
  })
}

async function makeKey(
  tx: Queryable,
  { secretKey }: Context,
  owner: { userId: string; workspaceId: string; mode: Mode },
): Promise<string> {
  const { key } = await createKey(tx, secretKey, { ...owner, name: `First ${owner.mode} key` })
  return key
}

/** Lines that a shell takes as they are. */
function describe(made: Bootstrapped): string {
  const lines = Object.entries(made).map(([name, value]) => `${name}=${value}`)
  return ['# Keep the keys: they are shown this once.', ...lines].join('\n')
}
