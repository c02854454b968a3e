import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { replaceFile } from '../lib/files/replace-file.ts'
import { readOrMakeSecret, readSecret } from '../lib/files/secret-file.ts'
import { type ChangingSecretKeys, createSecretKeys } from '../lib/secrecy/secret-keys.ts'
import { StartError } from '../lib/settings/start-error.ts'

/** The path of the generated SECRET_KEY. */
export function secretFile(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

/** The path of the key that the generated one replaced. */
export function secretFileBefore(dataDir: string): string {
  return join(dataDir, 'secret.key.before')
}

/** The keys of the environment, or else of the files in the data directory, where the first start makes one. @throws StartError */
export function readSecretKeys(config: Config, dataDir: string): ChangingSecretKeys {
  return keysOf(config, dataDir, config.secretKey ?? readOrMakeSecret(secretFile(dataDir)))
}

/** Like `readSecretKeys`, but makes none: null where there is none. @throws StartError */
export function findSecretKeys(config: Config, dataDir: string): ChangingSecretKeys | null {
  const key = config.secretKey ?? readSecret(secretFile(dataDir))
  return key && keysOf(config, dataDir, key)
}

function keysOf(config: Config, dataDir: string, key: Buffer): ChangingSecretKeys {
  const kept = config.secretKey === null ? readSecret(secretFileBefore(dataDir)) : null
  const before = config.secretKeyBefore ?? kept
  // The files are equal if the power went while a new key was being written.
  return createSecretKeys(key, before?.equals(key) ? null : before)
}

/**
 * Writes a new secret file and keeps the old one beside it. Every step leaves files with which Crier starts.
 * @throws StartError where the key is not one of a file, or is being replaced already
 */
export function writeNewSecret(config: Config): void {
  const [file, fileBefore] = [secretFile(config.dataDir), secretFileBefore(config.dataDir)]
  if (config.secretKey !== null || config.secretKeyBefore !== null) {
    throw new StartError(
      'The environment sets SECRET_KEY: set a new one there, and the old one as SECRET_KEY_BEFORE.',
    )
  }
  const key = readSecret(file)
  if (key === null) throw new StartError(`There is no secret file ${file}, so there is nothing to replace.`)
  const before = readSecret(fileBefore)
  if (before !== null && !before.equals(key)) {
    throw new StartError(
      `${file} was replaced before, and ${fileBefore} is still there. Finish that first, with secrets rotate, and remove that file.`,
    )
  }
  replaceFile(fileBefore, `${key.toString('hex')}\n`)
  replaceFile(file, `${randomBytes(32).toString('hex')}\n`)
}
