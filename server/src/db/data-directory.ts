import { accessSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { describeDiskError } from '../lib/files/disk-trouble.ts'
import { StartError } from '../lib/start-error.ts'

/**
 * Makes the data directory if it is not there, for this user alone, and answers its real path.
 *
 * @throws StartError when it cannot be made or written.
 */
export function prepareDataDirectory(dataDir: string): string {
  const path = resolve(dataDir)
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (!statSync(path).isDirectory()) throw new StartError(`The data directory ${path} is not a folder.`)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(path)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`Crier cannot write to its data directory ${path}: ${describeDiskError(error)}.`, {
      cause: error,
    })
  }
}
