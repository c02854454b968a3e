import type { ProblemEntry } from './problem-entry.ts'

/** The problems of passkeys, second factors, the identity provider and signing up. */
export const signInProblems: Readonly<Record<string, ProblemEntry>> = {
  address_not_verified: {
    status: 403,
    cause:
      'The identity provider does not say that the person’s address was verified, so an account here cannot be found by it.',
    cure: 'Sign in another way, then join the identity to your account.',
  },
  code_needed: {
    status: 403,
    cause: 'The password was right, and the person has a second factor.',
    cure: 'Send `code` with the password to POST /app/proof, or use a passkey.',
  },
  identity_taken: {
    status: 409,
    cause: 'Another person here signs in with this identity.',
    cure: 'Sign in as that person, or have them part it from their account.',
  },
  last_way_in: {
    status: 409,
    cause: 'Without this you could not sign in any more.',
    cure: 'Set a password or add a passkey first.',
  },
  link_first: {
    status: 409,
    cause:
      'Somebody signed up with the address of this identity, and nobody has shown that the address is theirs. It could be somebody else’s account.',
    cure: 'Sign in with the password of that account, then join the identity to it.',
  },
  oidc_refused: {
    status: 403,
    cause: 'The identity provider sent the person back without a sign-in, or its code is no longer good.',
    cure: 'Begin again.',
  },
  oidc_unavailable: {
    status: 503,
    cause: 'The identity provider cannot be reached, or its answers are not those of OpenID Connect.',
    cure: 'Try again later, or sign in another way. The server’s log says what is wrong.',
  },
  passkey_known: {
    status: 409,
    cause: 'The passkey is in use here already.',
    cure: 'Use it, or make another one.',
  },
  passkey_refused: {
    status: 403,
    cause:
      'The passkey is not known here, its device did not verify its person, or its answer is not to a question of this server’s. Crier does not say which.',
    cure: 'Begin again, or use another way.',
  },
  passkeys_need_a_name: {
    status: 409,
    cause: 'Browsers keep passkeys for a host name, and PUBLIC_URL has an IP address.',
    cure: 'Set PUBLIC_URL to an address with a name, on one’s own machine `http://localhost:PORT`.',
  },
  second_factor_needed: {
    status: 401,
    cause: 'The first factor was right, and the person has a second one.',
    cure: 'Send `challenge` with a code to POST /app/sign-in/second-factor within five minutes.',
  },
  sign_up_closed: {
    status: 403,
    cause: 'The operator lets in only those who are invited, or has not set the server up yet.',
    cure: 'Ask for an invitation.',
  },
  too_many_passkeys: {
    status: 409,
    cause: 'The person has as many passkeys as one may have.',
    cure: 'Remove one that is no longer used.',
  },
  two_factor_not_begun: {
    status: 409,
    cause: 'There is no secret to confirm, or it is older than an hour.',
    cure: 'Get a secret with POST /app/two-factor/begin, and take it into the app.',
  },
  two_factor_off: {
    status: 409,
    cause: 'The person has no second factor.',
    cure: 'Turn it on first.',
  },
  two_factor_on: {
    status: 409,
    cause: 'The person has a second factor already.',
    cure: 'Turn it off first, to move to another app.',
  },
  wrong_code: {
    status: 403,
    cause: 'The code is wrong, too old, or was used before. Every code is good once.',
    cure: 'Wait for the next code of the app, or use a recovery code. Check the clock of the device.',
  },
}
