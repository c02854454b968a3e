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

/** The mail to somebody who is invited to a workspace. Names are words of others, so they are put in quotes. */
export function invitationLetter(
  { inviter, workspace, role }: { inviter: string; workspace: string; role: InvitedRole },
  url: string,
): Letter {
  return {
    subject: `${inviter} invites you to “${workspace}” on Crier`,
    parts: [
      {
        kind: 'text',
        text: `${inviter} invites you to the workspace “${workspace}” as ${parts[role]}. Crier publishes posts to social accounts.`,
      },
      { kind: 'link', label: 'See the invitation', url },
      {
        kind: 'text',
        text: 'It can be accepted for a week. If you do not know who invites you, do nothing.',
      },
    ],
    unsubscribeUrl: null,
  }
}
