import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { isInImage, program } from '../lib/process/program.ts'
import { quoteForShell } from '../lib/process/quote-for-shell.ts'

/** The address of a Crier without settings. */
const usualUrl = 'http://localhost:4747'

/** How another terminal reaches the Crier of this process. */
export interface SameInstance {
  /** The words before the arguments of a command, to be pasted into a shell. */
  readonly crier: string
  /** The secret settings that the other terminal needs as well. They are named and never printed. */
  readonly secrets: readonly string[]
}

/**
 * Writes the settings that say which Crier is meant in front of the command, where they are not the defaults. A container
 * gives its commands the settings of its server.
 */
export function describeSameInstance(config: Config): SameInstance {
  if (isInImage) return { crier: program, secrets: [] }
  const { dataDir, databaseUrl, publicUrl, secretKey, secretKeyBefore } = config
  const isSecretUrl = databaseUrl !== null && hasPassword(databaseUrl)
  const settings = [
    dataDir === resolve('data') ? [] : `DATA_DIR=${quoteForShell(dataDir)}`,
    databaseUrl === null || isSecretUrl ? [] : `DATABASE_URL=${quoteForShell(databaseUrl)}`,
    // The other terminal learns the port from it, too.
    publicUrl === usualUrl ? [] : `PUBLIC_URL=${quoteForShell(publicUrl)}`,
  ].flat()
  const secrets = [
    isSecretUrl ? 'DATABASE_URL' : [],
    secretKey === null ? [] : 'SECRET_KEY',
    secretKeyBefore === null ? [] : 'SECRET_KEY_BEFORE',
  ].flat()
  return { crier: [...settings, program].join(' '), secrets }
}

/** Tells which settings the other terminal needs: `, with SECRET_KEY set as here`, or nothing. */
export function describeSecrets({ secrets }: SameInstance): string {
  return secrets.length === 0 ? '' : `, with ${secrets.join(' and ')} set as here`
}

function hasPassword(databaseUrl: string): boolean {
  const { password, searchParams } = new URL(databaseUrl)
  return password !== '' || searchParams.has('password')
}
