import { createKey } from '../api-keys/create-key.ts'
import { recordOperator } from '../audit/record-audit.ts'
import { connectAccounts } from '../connections/connect-accounts.ts'
import { formWayOf } from '../connectors/of-platform.ts'
import type { Context, Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { program } from '../lib/process/program.ts'
import { createOwner } from '../people/create-owner.ts'
import { prepareUser } from '../people/new-user.ts'
import type { Command, Outcome } from './cli/command.ts'
import { withContext } from './cli/with-instance.ts'
import { readFields } from './connect-fields.ts'
import { commandToPost, commandToReadResults } from './first-commands.ts'
import { refuseBesideServer } from './require-instance.ts'

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

async function makeOwner(context: Context, user: { email: string; password: string }): Promise<Bootstrapped> {
  const prepared = await prepareUser(context, user)
  return context.db.transaction(async (tx) => {
    const { userId, workspaceId } = await createOwner(tx, prepared)
    await recordOperator(tx, { action: 'person.set_up', workspaceId, subjectId: userId })
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
    const account = await connectPretend(context, made.workspace_id)
    const data = { ...made, test_account_id: account.id, test_feed_url: account.profile_url }
    return { data, text: describeFirstSteps(context, made, account), isShownOnce: true }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const warning = `The test account could not be created: ${reason} Create it later; see: ${program} accounts connect --help`
    const data = { ...made, test_account_id: null, test_feed_url: null }
    return { data, text: describeKeys(context, made).join('\n'), warning, isShownOnce: true, isBad: true }
  }
}

interface PretendAccount {
  id: string
  /** The address of its feed. */
  profile_url: string
}

/** Signs in to the simulated network; nothing leaves this machine. */
async function connectPretend(context: Context, workspaceId: string): Promise<PretendAccount> {
  const pretend = context.connectors.find(({ modes }) => modes.includes('test'))
  const form = pretend && formWayOf(pretend)
  if (!form) throw new Error('There is no simulated network to test with.')
  const [id] = await connectAccounts(context, {
    workspaceId,
    mode: 'test',
    platform: pretend.platform,
    way: form.way,
    // The defaults of the form.
    input: readFields(form.fields, { text: () => null, flag: () => false }),
    choice: null,
  })
  const account = await context.db.row<PretendAccount>(sql`
    select id, profile_url from social_accounts where workspace_id = ${workspaceId} and id = ${id ?? null}`)
  if (!account) throw new Error('The account that was just connected is missing.')
  return account
}

async function makeKey(
  tx: Queryable,
  { secretKeys }: Context,
  owner: { userId: string; workspaceId: string; mode: Mode },
): Promise<string> {
  const name = `First ${owner.mode} key`
  const { id, key } = await createKey(tx, secretKeys, { ...owner, name, scopes: 'all' })
  const entry = { action: 'key.create', workspaceId: owner.workspaceId, subjectId: id } as const
  await recordOperator(tx, { ...entry, details: { name, mode: owner.mode } })
  return key
}

function describeFirstSteps(context: Context, made: Bootstrapped, account: PretendAccount): string {
  const { publicUrl: address } = context.config
  const key = made.test_key
  return [
    ...describeKeys(context, made),
    '',
    'The test key publishes to a test account on a simulated network inside Crier. While Crier runs, paste this to',
    'publish a first post:',
    '',
    ...commandToPost({ address, key, accountId: account.id }).map(indent),
    '',
    'It is public after a moment. This is its feed, to open in a browser:',
    '',
    indent(account.profile_url),
    '',
    'Over the API, the post result says whether the post is published, and has its address:',
    '',
    ...commandToReadResults({ address, key }).map(indent),
    '',
    'The live key has no account to publish to yet. Connect one on a real network:',
    '',
    indent(`${program} accounts connect --help`),
  ].join('\n')
}

function describeKeys({ config }: Context, made: Bootstrapped): string[] {
  const place = config.databaseUrl === null ? config.dataDir : 'the database of DATABASE_URL'
  return [
    `The Crier in ${place} has its first owner. Keep the keys, because they are shown only once:`,
    '',
    `  live key   ${made.live_key}`,
    `  test key   ${made.test_key}`,
    `  user       ${made.user_id}`,
    `  workspace  ${made.workspace_id}`,
  ]
}

function indent(line: string): string {
  return `  ${line}`
}
