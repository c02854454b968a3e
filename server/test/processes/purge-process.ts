import { type Connection, openDatabase } from '../../src/db/database.ts'
import { purgeWorkspaces } from '../../src/moving-out/deletion/purge-workspaces.ts'

// Purges deleted workspaces, again and again, until it is killed.
process.stdin.setEncoding('utf8').once('data', (line: string) => void purge(JSON.parse(line)))

async function purge({ connection }: { connection: Connection }): Promise<void> {
  const db = openDatabase(connection, { max: 1, statementTimeoutMs: 30_000, name: 'purge' }, () => undefined)
  const log = { info: () => undefined } as unknown as Parameters<typeof purgeWorkspaces>[0]['log']
  process.stdout.write('.')
  for (;;) await purgeWorkspaces({ db, log }, async () => undefined, new AbortController().signal)
}
