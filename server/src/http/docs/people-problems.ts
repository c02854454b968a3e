import type { ProblemEntry } from './problem-entry.ts'

/** The problems of people who sign in, and of what they do in their workspaces. */
export const peopleProblems: Readonly<Record<string, ProblemEntry>> = {
  already_member: {
    status: 409,
    cause: 'The person who was invited belongs to the workspace already.',
    cure: 'Change their role instead.',
  },
  another_person: {
    status: 409,
    cause: 'The invitation is for a different address from that of the person who is signed in.',
    cure: 'Sign in with the address that was invited.',
  },
  another_session: {
    status: 403,
    cause: 'The sign-in at the network was begun in a session of Crier, and came back in none or in another.',
    cure: 'Sign in to Crier in this browser, and begin again.',
  },
  foreign_host: {
    status: 403,
    cause: 'The request came under a host name that is not the server’s own.',
    cure: 'Open Crier at the address that PUBLIC_URL names.',
  },
  https_required: {
    status: 403,
    cause:
      'PUBLIC_URL is an http address that is not the machine itself, so passwords would cross the network in the clear.',
    cure: 'Put a proxy with a certificate in front of Crier, and set PUBLIC_URL to its https address.',
  },
  last_owner: {
    status: 409,
    cause: 'The workspace would have no owner any more.',
    cure: 'Make somebody else an owner first.',
  },
  may_not_connect: {
    status: 403,
    cause:
      'The person or the key that began the sign-in at the network may not connect accounts to the workspace any more, such as somebody who was removed from it meanwhile.',
    cure: 'Have an admin of the workspace connect the account.',
  },
  not_a_member: {
    status: 403,
    cause: 'The workspace in Crier-Workspace is not one of the person’s, or there is none with this id.',
    cure: 'Choose one of the workspaces that GET /app/me lists.',
  },
  not_signed_in: {
    status: 401,
    cause: 'The request carries no session, or one that has ended.',
    cure: 'Sign in again.',
  },
  proof_required: {
    status: 403,
    cause: 'This change asks that you have shown within the last ten minutes who you are.',
    cure: 'Give your password once more, with a code if you have a second factor (POST /app/proof), or use a passkey (POST /app/proof/passkey), then repeat the change. Without either, sign in again.',
  },
  role_missing: {
    status: 403,
    cause: 'Your role in the workspace does not allow this. `role` names the least that would.',
    cure: 'Ask an admin or an owner of the workspace.',
  },
  owner_exists: {
    status: 409,
    cause: 'The server has an owner already. Only the first visitor becomes one.',
    cure: 'Sign in, or ask the owner for an invitation.',
  },
  setup_token_wrong: {
    status: 403,
    cause: 'The server can be reached from elsewhere, so its first owner has to show that they run it.',
    cure: 'Send the token that the server printed when it started.',
  },
  sign_in_failed: {
    status: 401,
    cause:
      'The address or the password is wrong. Crier does not say which, so that nobody can find out who has an account.',
    cure: 'Check both, and sign in again.',
  },
  sign_in_first: {
    status: 409,
    cause: 'The invitation is for somebody who has an account, and nobody is signed in.',
    cure: 'Sign in with the address that was invited, then accept.',
  },
  too_many_invitations: {
    status: 429,
    cause: 'The workspace has mailed as many invitations as it may in a day.',
    cure: 'Wait as long as Retry-After says.',
  },
  too_many_resets: {
    status: 429,
    cause:
      'Too many links to set a new password were asked for with this address of mail, or from this network.',
    cure: 'Look for the link in your mail, or wait as long as Retry-After says.',
  },
  too_many_sign_ins: {
    status: 429,
    cause: 'Too many sign-ins with this address of mail, or from this network, failed one after the other.',
    cure: 'Wait as long as Retry-After says. Each further failure makes the wait longer.',
  },
  wrong_password: {
    status: 403,
    cause: 'The current password, which this change asks for, is wrong.',
    cure: 'Check the password, and try again.',
  },
}
