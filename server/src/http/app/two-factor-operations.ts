import Type from 'typebox'
import { getSecurity } from '../../people/get-security.ts'
import { beginTwoFactor } from '../../people/two-factor/begin-two-factor.ts'
import { renewRecoveryCodes } from '../../people/two-factor/renew-recovery-codes.ts'
import { turnOffTwoFactor } from '../../people/two-factor/turn-off-two-factor.ts'
import { turnOnTwoFactor } from '../../people/two-factor/turn-on-two-factor.ts'
import { definePersonOperation } from './person-operation.ts'
import { closed, done, isDone } from './schemas.ts'

const recoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Ten codes, each good once. They are shown this once.',
    }),
  },
  { title: 'RecoveryCodes', ...closed },
)

const recoveryCodesExample = { recovery_codes: ['7kq2-x9mf-0t4w-b8ze', 'c3hn-5vya-1rp6-jd0s'] }

const endsOthers = 'Every other session of yours ends, and this one gets a new cookie.'

/** The second factor of a person, and an overview of what they sign in with. */
export const twoFactorOperations = [
  definePersonOperation({
    id: 'getSecurity',
    method: 'GET',
    path: '/app/security',
    who: 'person',
    summary: 'Get what you can sign in with',
    response: Type.Object(
      {
        has_password: Type.Boolean(),
        has_two_factor: Type.Boolean({ description: 'Whether a sign-in by password asks for a code.' }),
        recovery_codes_left: Type.Integer(),
        passkeys: Type.Integer({ description: 'How many.' }),
        identities: Type.Integer({ description: 'How many identities of the identity provider are joined.' }),
        provider_tells_no_time: Type.Boolean({
          description:
            'Whether this session began at an identity provider that does not say when it asked. Signing in there again is no fresh proof then: who has neither a password nor a passkey nor a second factor sets a password first, by a link.',
        }),
      },
      { title: 'Security', ...closed },
    ),
    successExample: {
      has_password: true,
      has_two_factor: true,
      recovery_codes_left: 9,
      passkeys: 1,
      identities: 0,
      provider_tells_no_time: false,
    },
    run: async ({ context: { db }, person }) => ({ body: await getSecurity(db, person) }),
  }),
  definePersonOperation({
    id: 'beginTwoFactor',
    method: 'POST',
    audit: { none: 'It asks for a code before anything changes.' },
    path: '/app/two-factor/begin',
    who: 'person',
    needsProof: true,
    summary: 'Get a secret for an app that shows codes',
    description: 'It is shown this once, and changes nothing until a code of the app confirms it.',
    response: Type.Object(
      {
        secret: Type.String({ description: 'In base32, to be typed where no picture can be read.' }),
        uri: Type.String({ description: '`otpauth://…`, to be shown as a QR code.' }),
      },
      { title: 'TotpSetup', ...closed },
    ),
    problems: [409],
    successExample: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Crier:ada%40example.org?issuer=Crier&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    },
    run: async ({ context, person }) => ({ body: await beginTwoFactor(context, person) }),
  }),
  definePersonOperation({
    id: 'turnOnTwoFactor',
    method: 'POST',
    audit: { action: 'person.turn_on_two_factor', writtenBy: 'verb' },
    path: '/app/two-factor',
    who: 'person',
    needsProof: true,
    summary: 'Turn the second factor on',
    description: `A code of the app shows that it has the secret. ${endsOthers}`,
    body: Type.Object({ code: Type.String({ maxLength: 20 }) }, closed),
    response: recoveryCodes,
    problems: [409],
    bodyExample: { code: '492039' },
    successExample: recoveryCodesExample,
    run: async ({ context, person, browser }, { body }) => {
      const { codes, session } = await turnOnTwoFactor(context, person, body.code, browser)
      return { body: { recovery_codes: codes }, session }
    },
  }),
  definePersonOperation({
    id: 'turnOffTwoFactor',
    method: 'DELETE',
    audit: { action: 'person.turn_off_two_factor', writtenBy: 'verb' },
    path: '/app/two-factor',
    who: 'person',
    needsProof: true,
    summary: 'Turn the second factor off',
    description: `The recovery codes are forgotten too. ${endsOthers}`,
    response: done,
    problems: [409],
    successExample: isDone,
    run: async ({ context: { db }, person, browser }) => ({
      body: isDone,
      session: await turnOffTwoFactor(db, person, browser),
    }),
  }),
  definePersonOperation({
    id: 'renewRecoveryCodes',
    method: 'POST',
    audit: { action: 'person.renew_recovery_codes', writtenBy: 'verb' },
    path: '/app/two-factor/recovery-codes',
    who: 'person',
    needsProof: true,
    summary: 'Make ten new recovery codes',
    description: `The old ones are worth nothing from then on. ${endsOthers}`,
    response: recoveryCodes,
    problems: [409],
    successExample: recoveryCodesExample,
    run: async ({ context: { db }, person, browser }) => {
      const { codes, session } = await renewRecoveryCodes(db, person, browser)
      return { body: { recovery_codes: codes }, session }
    },
  }),
]
