import type { Letter } from '../../mail/letter.ts'
import type { InvitedRole } from './invitations.ts'

/** The invitation may be accepted for a week; a link that arrives later than this is better asked for again. */
export const invitationMinutes = 2 * 24 * 60

const parts: Readonly<Record<InvitedRole, string>> = {
  viewer: 'a viewer',
  author: 'an author',
  editor: 'an editor',
  admin: 'an admin',
}

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
  { inviter, isInviterUnproven, workspace }: InvitationNames,
  role: InvitedRole,
  url: string,
): Letter {
  const where = `the workspace “${unlinked(workspace)}” as ${parts[role]}`
  const words = isInviterUnproven
    ? `You are invited to ${where}, by somebody who gave the address ${inviter}. Nobody has shown yet that this address is theirs.`
    : `${inviter} invites you to ${where}.`
  return {
    subject: isInviterUnproven
      ? `You are invited to “${workspace}” on Crier`
      : `${inviter} invites you to “${workspace}” on Crier`,
    parts: [
      { kind: 'text', text: `${words} Crier publishes posts to social accounts.` },
      { kind: 'link', label: 'See the invitation', url },
      {
        kind: 'text',
        text: 'It can be accepted for a week. If you do not know who invites you, do nothing.',
      },
    ],
    unsubscribeUrl: null,
  }
}

/** Programs that show mails make links of what looks like an address. A space without width behind each dot and slash ends that. */
function unlinked(name: string): string {
  return name.replace(/[./:@](?=\S)/g, '$&\u200b')
}
