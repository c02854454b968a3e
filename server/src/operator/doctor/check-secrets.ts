import { listUnrenewedKeys } from '../../api-keys/list-unrenewed-keys.ts'
import type { Database } from '../../db/database.ts'
import { program } from '../../lib/process/program.ts'
import type { ChangingSecretKeys } from '../../lib/secrecy/secret-keys.ts'
import { counted } from '../../lib/text/counted.ts'
import { countOld } from '../../secrets/reseal-all.ts'
import { readRotation } from '../../secrets/rotation.ts'
import { type Finding, finding } from './finding.ts'

const rotate = `${program} secrets rotate`
const mostNamed = 20

/** Checks whether a replacement of SECRET_KEY is finished, and which API keys still need the old one. */
export async function checkSecrets(db: Database, keys: ChangingSecretKeys): Promise<Finding[]> {
  return [await checkRotation(db, keys), await checkKeys(db, keys)]
}

async function checkRotation(db: Database, secretKeys: ChangingSecretKeys): Promise<Finding> {
  const rotation = await readRotation(db)
  // Values from before the first rotation need not carry the id of their key.
  const old = rotation?.rotatedAt ? await countOld({ db, secretKeys }) : 0
  if (rotation?.before || old > 0) {
    const advice = secretKeys.before
      ? `Run: ${rotate}`
      : `Set the old key as SECRET_KEY_BEFORE, restart, and run: ${rotate}`
    return finding(
      'rotation',
      false,
      `${counted(old, 'value is', 'values are')} not sealed with the current SECRET_KEY.`,
      advice,
    )
  }
  if (secretKeys.before === null) return finding('rotation', true, 'There is one secret key.', '')
  const found = secretKeys.hasRotated
    ? 'Everything is sealed with SECRET_KEY.'
    : `SECRET_KEY_BEFORE is still in use. Once every process has both keys, run: ${rotate}`
  return finding('rotation', true, found, '')
}

async function checkKeys(db: Database, keys: ChangingSecretKeys): Promise<Finding> {
  const unrenewed = await listUnrenewedKeys(db, keys)
  if (unrenewed.length === 0)
    return finding('API keys', true, 'Every API key is known under the current SECRET_KEY.', '')
  const refused = unrenewed.filter(({ isAccepted }) => !isAccepted)
  const named = (refused.length > 0 ? refused : unrenewed).map(({ hint, name }) => `${hint} (${name})`)
  const list = [...named.slice(0, mostNamed), ...(named.length > mostNamed ? ['…'] : [])].join(', ')
  return refused.length > 0
    ? finding(
        'API keys',
        false,
        `${counted(refused.length, 'API key was not used before the old SECRET_KEY was removed, and is', 'API keys were not used before the old SECRET_KEY was removed, and are')} refused: ${list}.`,
        'Revoke each with keys revoke and create another, or set the old key as SECRET_KEY_BEFORE until it was used.',
      )
    : finding(
        'API keys',
        true,
        `${counted(named.length, 'API key was not used since SECRET_KEY was replaced, and is', 'API keys were not used since SECRET_KEY was replaced, and are')} refused once SECRET_KEY_BEFORE is removed: ${list}.`,
        '',
      )
}
