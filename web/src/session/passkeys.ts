import type { AddPasskeyInput, Person, SignInByPasskeyInput } from '@crier/sdk/app'
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { app } from './clients.ts'

/** Whether this browser has passkeys at all. */
export const hasPasskeys = browserSupportsWebAuthn

/** Whether this browser offers them at a field, beside the passwords that it keeps. */
export const hasPasskeysAtFields = browserSupportsWebAuthnAutofill

/** Shows by a passkey that it is the same person. */
export async function proveByPasskey(): Promise<void> {
  const credential = await ask(await app.beginPasskeyProof(), false)
  await app.proveByPasskey({ credential })
}

/**
 * Has somebody choose a passkey. Answers how to sign in with it. `autofill`: the browser offers it at the field of the address, and
 * the call waits until one is chosen; another question of ours ends it.
 */
export async function choosePasskey(autofill = false): Promise<() => Promise<Person>> {
  const credential = await ask(await app.beginPasskeySignIn(), autofill)
  return () => app.signInByPasskey({ credential })
}

async function ask(options: unknown, autofill: boolean): Promise<SignInByPasskeyInput['credential']> {
  const { id, rawId, type, response } = await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: autofill,
    verifyBrowserAutofillInput: false,
  })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type,
    response: {
      clientDataJSON,
      authenticatorData,
      signature,
      ...(userHandle === undefined ? {} : { userHandle }),
    },
  }
}

/**
 * Has the device make a passkey, and adds it under the name. `proven` makes the calls that may ask for a fresh proof.
 * Answers whether there is one now: the person may have turned the device's question away.
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
    throw error
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

/** Whether the person turned the browser's own question away, or let it run out. */
export function isTurnedAway(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
}
