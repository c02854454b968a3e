import type { Person, SignInByPasskeyInput } from '@crier/sdk/app'
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
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

/** Whether the person turned the browser's own question away, or let it run out. */
export function isTurnedAway(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
}
