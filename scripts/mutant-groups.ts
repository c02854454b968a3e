/** Modules of one theme, and the quick tests that should see every change of what they do. */
export interface MutantGroup {
  readonly name: string
  readonly what: string
  readonly files: readonly string[]
  readonly tests: readonly string[]
  /** Its tests use a database, so a PostgreSQL is started for them. */
  readonly needsDatabase?: true
}

/** The groups: secrets, signatures, rights, people, the states of a post, and requests that leave. None of these may ever be wrong. */
export const mutantGroups: readonly MutantGroup[] = [
  {
    name: 'sealing',
    what: 'how secrets are sealed, how keys are derived and follow each other',
    files: ['server/src/lib/secrecy/seal.ts', 'server/src/lib/secrecy/secret-keys.ts'],
    tests: ['server/test/lib/sealed-values.test.ts'],
  },
  {
    name: 'signing',
    what: 'keys, signed addresses and cursors, and the signatures of webhooks',
    files: [
      'server/src/api-keys/key-form.ts',
      'server/src/connections/attempt-link.ts',
      'server/src/connectors/kit/signed-request.ts',
      'server/src/media/intake/upload-url.ts',
      'server/src/media/public-url.ts',
      'server/src/moving-out/export/export-url.ts',
      'server/src/webhooks/reading/event-cursor.ts',
      'server/src/lib/secrecy/webhook-signature.ts',
    ],
    tests: [
      'server/src/connectors/kit/signed-request.test.ts',
      'server/test/lib/signatures.test.ts',
      'server/test/lib/signed-addresses.test.ts',
    ],
  },
  {
    name: 'rights',
    what: 'who a caller is and what it may do: keys, scopes, roles, sessions, pages of our own',
    files: [
      'server/src/api-keys/create-authenticate-key.ts',
      'server/src/api-keys/guess-limit.ts',
      'server/src/callers/authorize.ts',
      'server/src/callers/roles.ts',
      'server/src/http/app/first-visitor.ts',
      'server/src/http/app/own-host.ts',
      'server/src/http/app/session-cookie.ts',
      'server/src/http/read-cookie.ts',
      'server/src/http/serving/authenticate.ts',
      'server/src/http/serving/check-own-page.ts',
      'server/src/http/is-forwarded.ts',
      'server/src/people/sessions/find-session.ts',
      'server/src/people/sessions/prove.ts',
      'server/src/people/sessions/session-token.ts',
    ],
    tests: [
      'server/src/callers/callers.test.ts',
      'server/src/callers/roles.test.ts',
      'server/test/rights/presented-keys.test.ts',
      'server/test/rights/found-callers.test.ts',
      'server/test/rights/guesses.test.ts',
      'server/test/rights/prove.test.ts',
      'server/test/rights/who-asks.test.ts',
    ],
    needsDatabase: true,
  },
  {
    name: 'people',
    what: 'who opens an account and who has which part in a workspace: factors, invitations, roles',
    files: [
      'server/src/http/serving/create-find-person.ts',
      'server/src/people/members/accept-invitation.ts',
      'server/src/people/members/change-role.ts',
      'server/src/people/members/end-offers.ts',
      'server/src/people/members/invitation-tokens.ts',
      'server/src/people/members/require-member.ts',
      'server/src/people/reset/clear-ways-in.ts',
      'server/src/people/two-factor/recovery-codes.ts',
      'server/src/people/two-factor/second-factor.ts',
      'server/src/people/two-factor/spend-code.ts',
      'server/src/people/two-factor/totp.ts',
      'server/src/people/two-factor/turn-off-two-factor.ts',
      'server/src/people/two-factor/turn-on-two-factor.ts',
    ],
    tests: [
      'server/src/people/two-factor/totp.test.ts',
      'server/test/app/invitation-mail.test.ts',
      'server/test/app/members.test.ts',
      'server/test/app/sign-in.test.ts',
      'server/test/app/two-factor.test.ts',
      'server/test/app/workspaces.test.ts',
      'server/test/attacks/18-planted-accounts.test.ts',
      'server/test/rights/pages-at-the-api.test.ts',
    ],
    needsDatabase: true,
  },
  {
    name: 'operations',
    what: 'who may do something in a workspace, and what the audit log has of it',
    files: ['server/src/http/app/workspace-operation.ts', 'server/src/http/audit-rule.ts'],
    tests: ['server/test/rights/workspace-operations.test.ts'],
    needsDatabase: true,
  },
  {
    name: 'provider',
    what: 'who comes in by the identity provider',
    files: [
      'server/src/people/oidc/finish-oidc.ts',
      'server/src/people/oidc/link-identity.ts',
      'server/src/people/oidc/oidc-attempt.ts',
      'server/src/people/oidc/person-of-identity.ts',
      'server/src/people/oidc/read-identity.ts',
    ],
    tests: [
      'server/src/people/oidc/oidc-attempt.test.ts',
      'server/test/app/oidc.test.ts',
      'server/test/app/sign-in-records.test.ts',
      'server/test/attacks/18-oidc.test.ts',
      'server/test/attacks/18-planted-accounts.test.ts',
    ],
    needsDatabase: true,
  },
  {
    name: 'states',
    what: 'the table of states of a target, and who judges that a worker is dead',
    files: ['server/src/publishing/target.ts', 'server/src/publishing/fleet/create-judge.ts'],
    tests: [
      'server/src/publishing/target.test.ts',
      'server/src/publishing/fleet/create-judge.test.ts',
      'server/test/model/table.test.ts',
    ],
  },
  {
    name: 'addresses',
    what: 'which addresses a request may go to, by which socket, and which redirects are followed',
    files: [
      'server/src/lib/addresses/host-in-url.ts',
      'server/src/lib/addresses/loopback.ts',
      'server/src/lib/addresses/network.ts',
      'server/src/lib/safe-fetch/address.ts',
      'server/src/lib/safe-fetch/fetch-following.ts',
      'server/src/lib/safe-fetch/create-open-socket.ts',
      'server/src/lib/safe-fetch/create-resolve.ts',
      'server/src/lib/safe-fetch/public-address.ts',
    ],
    tests: [
      'server/src/lib/addresses/network.test.ts',
      'server/test/lib/create-resolve.test.ts',
      'server/test/lib/fetch-following.test.ts',
      'server/test/lib/names-of-machines.test.ts',
      'server/test/lib/public-addresses.test.ts',
      'server/test/lib/safe-fetch-addresses.test.ts',
      'server/test/lib/safe-fetch-send-once.test.ts',
      'server/test/lib/safe-fetch-ways.test.ts',
    ],
  },
  {
    name: 'exchanges',
    what: 'what a request says, when it was certainly not sent, and how much of an answer is read',
    files: [
      'server/src/lib/safe-fetch/body.ts',
      'server/src/lib/safe-fetch/create-outbound.ts',
      'server/src/lib/safe-fetch/exchange.ts',
      'server/src/lib/safe-fetch/join-headers.ts',
      'server/src/lib/safe-fetch/open-answer.ts',
      'server/src/lib/safe-fetch/answer-reader.ts',
      'server/src/lib/safe-fetch/send-with-nonce.ts',
    ],
    tests: [
      'server/test/lib/safe-fetch-answers.test.ts',
      'server/test/lib/safe-fetch-given-up.test.ts',
      'server/test/lib/safe-fetch-send-once.test.ts',
      'server/test/lib/safe-fetch-ways.test.ts',
      'server/test/lib/send-with-nonce.test.ts',
    ],
  },
]
