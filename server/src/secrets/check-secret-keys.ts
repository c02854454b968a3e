import { type Database, sql } from '../db/database.ts'
import { program } from '../lib/process/program.ts'
import { type ChangingSecretKeys, checkOf } from '../lib/secrecy/secret-keys.ts'
import { StartError } from '../lib/settings/start-error.ts'
import { readRotation } from './rotation.ts'

/**
 * Learns from the database which of the keys is the current one. Refuses to start with other keys, with which no API key
 * would be valid and no token could be decrypted.
 * @throws StartError
 */
export async function checkSecretKeys(db: Database, keys: ChangingSecretKeys): Promise<void> {
  await db.run(sql`
    insert into instance (name, value) values ('secret_key_check', ${checkOf(keys.given)})
    on conflict (name) do nothing`)
  const rotation = await readRotation(db)
  if (!rotation) throw new Error('The check of the key that was just inserted is not there.')
  const isKnown = (check: string) => keys.all.some((key) => checkOf(key) === check)
  const knowsBefore = rotation.before === null || isKnown(rotation.before)
  if (!keys.use(rotation.current)) {
    throw new StartError(
      rotation.before !== null && knowsBefore
        ? 'SECRET_KEY was replaced by another one. Set the new one as SECRET_KEY, and this one as SECRET_KEY_BEFORE.'
        : `${keys.before ? 'Neither SECRET_KEY nor SECRET_KEY_BEFORE is' : 'SECRET_KEY is not'} the one that this database was sealed with. Set the old one, or put its file back. To replace it, set it as SECRET_KEY_BEFORE.`,
    )
  }
  if (!knowsBefore) {
    throw new StartError(
      `Some values are still sealed with the old SECRET_KEY. Set it as SECRET_KEY_BEFORE, then run: ${program} secrets rotate`,
    )
  }
}
