import { openDatabase } from '../../src/db/database.ts'
import { advanceEpoch } from '../../src/publishing/guards/advance-epoch.ts'

// Begins one epoch after another, as fast as it can, until it is killed.
process.stdin.setEncoding('utf8').once('data', (line: string) => void advance(line))

async function advance(line: string): Promise<void> {
  const { connection, dataDir } = JSON.parse(line)
  const db = openDatabase(connection, { max: 1, statementTimeoutMs: 5_000, name: 'epochs' }, () => undefined)
  for (;;) {
    await advanceEpoch(db, dataDir)
    process.stdout.write('.')
  }
}
