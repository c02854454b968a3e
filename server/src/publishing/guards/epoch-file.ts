import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeDiskError } from '../../lib/files/disk-trouble.ts'
import { isMissing } from '../../lib/files/is-missing.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { StartError } from '../../lib/settings/start-error.ts'

// The most databases that a data directory remembers; then the oldest is forgotten.
const mostDatabases = 20

/**
 * The epoch of a database as its data directory remembers it; 0 when it knows nothing of that database.
 * @throws StartError when the file cannot be read or holds something else.
 */
export function readEpoch(dataDir: string, databaseId: string): number {
  return readEpochs(fileIn(dataDir)).get(databaseId) ?? 0
}

/** Remembers an epoch that the database surely has. A lower epoch than before changes nothing. @throws StartError */
export function rememberEpoch(dataDir: string, databaseId: string, epoch: number): void {
  const path = fileIn(dataDir)
  const epochs = readEpochs(path)
  const known = epochs.get(databaseId) ?? 0
  epochs.delete(databaseId)
  epochs.set(databaseId, Math.max(known, epoch))
  const text = `${JSON.stringify(Object.fromEntries([...epochs].slice(-mostDatabases)), null, 2)}\n`
  try {
    replaceFile(path, text)
  } catch (error) {
    throw new StartError(`${path} cannot be written: ${describeDiskError(error)}.`, { cause: error })
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'publish-epoch')
}

function readEpochs(path: string): Map<string, number> {
  try {
    const epochs: [string, unknown][] = Object.entries(JSON.parse(readFileSync(path, 'utf8')))
    const numbers = epochs.filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1]))
    if (numbers.length === epochs.length) return new Map(numbers)
  } catch (error) {
    if (isMissing(error)) return new Map()
    if (!(error instanceof SyntaxError)) {
      throw new StartError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
        cause: error,
      })
    }
  }
  throw new StartError(
    `${path} does not hold what Crier wrote there: delete it if the database was not put back to an older state.`,
  )
}
