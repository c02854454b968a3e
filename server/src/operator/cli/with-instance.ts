import type { Context } from '../../context.ts'
import { type Instance, openInstance } from '../open-instance.ts'
import type { CommandInput } from './command.ts'

/** Only the commands that begin a Crier may make one where there is none. */
interface Making {
  readonly makes: boolean
}

/** Runs work on the database of the instance. Without a running server, the database is started for the duration. */
export async function withInstance<Result>(
  { config, log }: CommandInput,
  work: (instance: Instance) => Promise<Result>,
  { makes }: Making = { makes: false },
): Promise<Result> {
  const instance = await openInstance({ as: 'operator', config, log, makes })
  try {
    return await work(instance)
  } finally {
    await instance.close()
  }
}

/** Runs work with a whole Context, for commands that call networks. Nothing listens and nothing is published. */
export function withContext<Result>(
  input: CommandInput,
  work: (context: Context) => Promise<Result>,
  making?: Making,
): Promise<Result> {
  const config = { ...input.config, logLevel: 'warn' as const }
  const workInApp = async ({ connection, secretKeys }: Instance) => {
    // Loaded only here, as in `main.ts`.
    const { createApp } = await import('../../app.ts')
    const app = await createApp({ config, connection, secretKeys })
    try {
      return await work(app.context)
    } finally {
      await app.close()
    }
  }
  return withInstance(input, workInApp, making)
}
