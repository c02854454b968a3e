import { connectAccounts, type NewConnection } from '../src/connections/connect-accounts.ts'
import type { Context } from '../src/context.ts'

/** Connects an account by a form that gives access to one profile. Answers its id. */
export async function connectOne(
  context: Context,
  connection: Omit<NewConnection, 'choice'>,
): Promise<string> {
  const [id] = await connectAccounts(context, { ...connection, choice: null })
  if (id === undefined) throw new Error('Nothing was connected.')
  return id
}
