import { asObject } from '../../lib/json/json.ts'
import type { CommitStep, Committed, Io } from '../connector.ts'
import { bearer, makeUnknown } from '../kit/json-api.ts'
import { dialect } from './api.ts'
import { readPin } from './own-pins.ts'
import { readCertainRefusal } from './refusals.ts'
import { readToken } from './settings.ts'

/** Sends the Pin. Anything but a Pin or a refusal of the list leaves the outcome unknown. @throws Failure */
export async function commit(_step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const isMade = answer.status === 201 || answer.status === 200
  const pin = isMade ? readPin(asObject(answer.json)) : null
  if (pin) return { outcome: 'published', ...pin }
  throw readCertainRefusal(dialect, answer, io.now(), [token]) ?? makeUnknown(dialect, answer)
}
