import { useLingui } from '@lingui/react/macro'
import type { Role } from './session.ts'

/** The name of a role, and what it may do in a sentence. */
export interface RoleWords {
  readonly name: string
  readonly sentence: string
}

/** The roles in words, the one that may do least first. */
export function useRoleWords(): Readonly<Record<Role, RoleWords>> {
  const { t } = useLingui()
  return {
    viewer: { name: t`Viewer`, sentence: t`Sees everything and changes nothing.` },
    author: {
      name: t({ message: 'Author', context: 'role' }),
      sentence: t`Writes, and asks for approval before anything goes out.`,
    },
    editor: { name: t`Editor`, sentence: t`Writes, approves and publishes.` },
    admin: {
      name: t`Admin`,
      sentence: t`Does what an editor does, connects accounts, invites people, makes API keys and changes settings.`,
    },
    owner: {
      name: t`Owner`,
      sentence: t`May do everything, also export, hand over and delete the workspace.`,
    },
  }
}

/** “as an editor” */
export function useAsRole(): (role: Role) => string {
  const { t } = useLingui()
  const words: Readonly<Record<Role, string>> = {
    viewer: t`as a viewer`,
    author: t`as an author`,
    editor: t`as an editor`,
    admin: t`as an admin`,
    owner: t`as an owner`,
  }
  return (role) => words[role]
}
