import { updateSocialAccount } from '../accounts/update-social-account.ts'
import { fromWithin } from '../audit/record-audit.ts'
import { connectors } from '../connectors/index.ts'
import { powerOf } from '../connectors/of-platform.ts'
import type { Caller } from '../context.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { notFound } from '../lib/problem.ts'
import { findOwner } from '../people/find-owner.ts'
import { findWorkspace } from '../workspaces/find-workspace.ts'
import { type AccountRow, readAccounts, toJson, toLine } from './account-rows.ts'
import { type Command, UsageError } from './cli/command.ts'
import { workspaceOption } from './cli/options.ts'
import { withContext, withInstance } from './cli/with-instance.ts'
import { connectCommand } from './connect/connect-command.ts'
import { optionsOf, readFields } from './connect-fields.ts'

const list: Command = {
  words: ['accounts', 'list'],
  summary: 'Lists the connected accounts of a workspace, live and test.',
  positionals: [],
  options: { workspace: workspaceOption },
  run: (input) =>
    withInstance(input, async ({ db }) => {
      const accounts = await readAccounts(db, await findWorkspace(db, input.text('workspace')))
      const text = accounts.map(toLine).join('\n') || 'No account is connected.'
      return { data: { data: accounts.map(toJson) }, text }
    }),
}

const behaviorSchemas = connectors.flatMap((connector) => powerOf(connector, 'behavior')?.schema ?? [])

const behave: Command = {
  words: ['accounts', 'behave'],
  summary:
    'Sets how a simulated network treats the posts of an account. Options left out get their defaults. After an answer is lost (drop_answer), Crier waits for about a minute before it looks for the post or asks you; until then the post is processing.',
  positionals: [
    {
      name: 'account-id',
      about:
        'the id or the number of an account, as in accounts list; needed only if there are several simulated accounts',
      isOptional: true,
    },
  ],
  options: { ...Object.assign({}, ...behaviorSchemas.map(optionsOf)), workspace: workspaceOption },
  run: (input) => {
    const behavior: JsonObject = Object.assign(
      {},
      ...behaviorSchemas.map((schema) => readFields(schema, input)),
    )
    return withContext(input, async (context) => {
      const workspaceId = await findWorkspace(context.db, input.text('workspace'))
      const account = pickSimulated(await readAccounts(context.db, workspaceId), input.text('account-id'))
      const userId = await findOwner(context.db, workspaceId)
      const caller: Caller = { kind: 'operator', userId, scopes: 'all' }
      const changed = await context.db.transaction((db) => {
        const [mode, request, afterCommit] = [account.mode, null, () => undefined]
        const call = { context, db, workspaceId, mode, caller, from: fromWithin, request, afterCommit }
        return updateSocialAccount(call, account.id, { behavior })
      })
      const settings = Object.entries(changed.behavior ?? {}).map(
        ([name, value]) => `${name} ${String(value)}`,
      )
      return {
        data: { ...toJson(account), behavior: changed.behavior },
        text: `${toLine(account)}  ${settings.join(', ')}`,
      }
    })
  },
}

export const accountCommands: readonly Command[] = [...connectors.map(connectCommand), list, behave]

/** Picks the account with this id or number, or without a name the only one on a simulated network. */
function pickSimulated(accounts: readonly AccountRow[], name: string | null): AccountRow {
  if (name !== null) {
    const account = accounts.find(({ id, number }) => id === name.toLowerCase() || String(number) === name)
    if (!account) throw notFound('social account')
    return account
  }
  const platforms = connectors.filter((each) => powerOf(each, 'behavior')).map(({ platform }) => platform)
  const simulated = accounts.filter(({ platform }) => platforms.includes(platform))
  const [only, another] = simulated
  if (!only) throw new UsageError('There is no simulated account yet.')
  if (another)
    throw new UsageError(
      ['There are several simulated accounts. Choose one by its id:', ...simulated.map(toLine)].join('\n'),
    )
  return only
}
