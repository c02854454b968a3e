import type { AddPasskeyInput } from '@crier/sdk/app'
import { t } from '@lingui/core/macro'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { SaidError } from '../ui/said-error.ts'
import { app } from './clients.ts'
import { isTurnedAway } from './passkeys.ts'

/**
 * Has the device make a passkey, and adds it under the name. `proven` makes the calls that may ask for a fresh proof.
 * Answers whether there is one now: the person may have turned the device's question away.
 * @throws SaidError where the device makes none
 */
export async function addPasskey(
  name: string,
  proven: <T>(call: () => Promise<T>) => Promise<T>,
): Promise<boolean> {
  try {
    const credential = await makePasskey(await proven(() => app.passkeys.begin()))
    await proven(() => app.passkeys.add({ name, credential }))
    return true
  } catch (error) {
    if (isTurnedAway(error)) return false
    throw error instanceof WebAuthnError ? new SaidError(wordsOf(error), { cause: error }) : error
  }
}

async function makePasskey(options: unknown): Promise<AddPasskeyInput['credential']> {
  const { id, rawId, type, response } = await startRegistration({
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
  })
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, attestationObject, ...(transports === undefined ? {} : { transports }) },
  }
}

/** Why a device made no passkey. The names of the errors are those of WebAuthn, level 2, section 5.1.3. */
function wordsOf({ name }: WebAuthnError): string {
  switch (name) {
    case 'InvalidStateError':
      return t`This device has a passkey for you already.`
    case 'SecurityError':
      return t`Passkeys are made at the address that your server is known by. Open it there.`
    case 'ConstraintError':
    case 'NotSupportedError':
      return t`This device keeps no passkeys. Try another one.`
    default:
      return t`Your device made no passkey. Try again, or try another one.`
  }
}
