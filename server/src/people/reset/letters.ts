import type { Letter } from '../../mail/letter.ts'
import type { Speech } from '../../words/speech.ts'

/** Notices of security are still worth reading after a day without a mail server. */
export const securityMinutes = 3 * 24 * 60

/** The mail to somebody who asked for a link to set a new password. */
export function resetLetter({ locale, text }: Speech, url: string): Letter {
  return {
    locale,
    subject: text('Set a new password for Crier'),
    parts: [
      { kind: 'text', text: text('Somebody, probably you, asked for a link to set a new password.') },
      { kind: 'link', label: text('Set a new password'), url },
      {
        kind: 'text',
        text: text(
          'The link works once, for one hour. If it was not you, do nothing: your password stays as it is.',
        ),
      },
    ],
    unsubscribeUrl: null,
  }
}

/** The notice that a password was changed, and that everything else which opened the account ended with it, if so. */
export function passwordChangedLetter(
  { locale, text }: Speech,
  publicUrl: string,
  { isCleared = false } = {},
): Letter {
  const cleared = text(
    'Because nobody had shown before that this address is yours, the passkeys, the second factor, the joined identities, the API keys, the calendar addresses, and the open invitations and connect links of the account have ended too, and its webhook endpoints are off. Add again what was yours. If somebody else made the account, they may have left people and accounts of their own in its workspaces: look through the members, the accounts and the webhooks.',
  )
  return {
    locale,
    subject: text('Your password for Crier was changed'),
    parts: [
      {
        kind: 'text',
        text: text(
          'Your password was changed a moment ago, and your other sessions have ended. If it was you, there is nothing to do.',
        ),
      },
      ...(isCleared ? [{ kind: 'text', text: cleared } as const] : []),
      {
        kind: 'text',
        text: text(
          'If it was not you, set a new password at once: choose “Forgot your password?” on the page where you sign in.',
        ),
      },
      { kind: 'link', label: text('Sign in'), url: `${publicUrl}/sign-in` },
    ],
    unsubscribeUrl: null,
  }
}

/** The notice that an identity of the operator's identity provider opens the account from now on. */
export function identityJoinedLetter(
  { locale, text }: Speech,
  { provider: name, ip }: { readonly provider: string | null; readonly ip: string },
  publicUrl: string,
): Letter {
  const provider = name ?? text('the identity provider')
  return {
    locale,
    subject: text('You can now sign in to Crier with {provider}', { provider }),
    parts: [
      {
        kind: 'text',
        text: text(
          'Somebody, probably you, signed in to Crier with {provider} for the first time, from the address {ip}. It has your address, so it opens your account from now on.',
          { provider, ip },
        ),
      },
      {
        kind: 'text',
        text: text(
          'If it was not you, part it from your account on the security page, and tell the people who run this server.',
        ),
      },
      { kind: 'link', label: text('Open the security page'), url: `${publicUrl}/settings/security` },
    ],
    unsubscribeUrl: null,
  }
}
