import type { Letter } from '../../mail/letter.ts'
import type { Speech } from '../../words/speech.ts'
import type { InvitedRole } from './invitations.ts'

/** The invitation may be accepted for a week; a link that arrives later than this is better asked for again. */
export const invitationMinutes = 2 * 24 * 60

/** The words of others in an invitation. */
export interface InvitationNames {
  /** The address of the person who invites. */
  readonly inviter: string
  /** Whether nobody has shown that it is theirs. */
  readonly isInviterUnproven: boolean
  readonly workspace: string
}

/**
 * The mail to somebody who is invited to a workspace. A stranger may be behind it: the name of the workspace stands in quotes and
 * leads nowhere, and nobody invites in the name of an address that may not be theirs.
 */
export function invitationLetter(
  speech: Speech,
  { inviter, isInviterUnproven, workspace }: InvitationNames,
  role: InvitedRole,
  url: string,
): Letter {
  const { locale, text } = speech
  const names = { inviter, workspace: unlinked(workspace), role: roleIn(speech, role) }
  return {
    locale,
    subject: isInviterUnproven
      ? text('You are invited to “{workspace}” on Crier', { workspace })
      : text('{inviter} invites you to “{workspace}” on Crier', { inviter, workspace }),
    parts: [
      {
        kind: 'text',
        text: isInviterUnproven
          ? text(
              'You are invited to the workspace “{workspace}” as {role}, by somebody who gave the address {inviter}. Nobody has shown yet that this address is theirs. Crier publishes posts to social accounts.',
              names,
            )
          : text(
              '{inviter} invites you to the workspace “{workspace}” as {role}. Crier publishes posts to social accounts.',
              names,
            ),
      },
      { kind: 'link', label: text('See the invitation'), url },
      {
        kind: 'text',
        text: text('It can be accepted for a week. If you do not know who invites you, do nothing.'),
      },
    ],
    unsubscribeUrl: null,
  }
}

function roleIn({ text }: Speech, role: InvitedRole): string {
  switch (role) {
    case 'viewer':
      return text('a viewer')
    case 'author':
      return text('an author')
    case 'editor':
      return text('an editor')
    case 'admin':
      return text('an admin')
  }
}

/** Programs that show mails make links of what looks like an address. A space without width behind each dot and slash ends that. */
function unlinked(name: string): string {
  return name.replace(/[./:@](?=\S)/g, '$&\u200b')
}
