import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useWhomToAsk } from '../data/people.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { isAtLeast, type Role, useSession } from './session.ts'

interface NeedsRoleProps {
  readonly least: Role
  /** Says what this is for: "API keys let programs publish here." */
  readonly about: string
  /** The title of the page, where the children are the whole of it. */
  readonly title?: string
  readonly children: ReactNode
}

/** Shows a part to those who may use it, and shows everybody else whom to ask. */
export function NeedsRole({ least, about, title, children }: NeedsRoleProps) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const own = useRoleName()(workspace.role)
  const mayUse = isAtLeast(workspace.role, least)
  const who = useWhomToAsk(!mayUse)
  if (mayUse) return children
  const refusal = (
    <EmptyState title={t`Your role here is ${own}, which may not use this.`}>
      {about} {t`Ask ${who} to do it, or to change your role.`}
    </EmptyState>
  )
  if (title === undefined) return refusal
  return (
    <Page title={title} width="text">
      {refusal}
    </Page>
  )
}

/** The word for a role, inside a sentence. */
function useRoleName(): (role: Role) => string {
  const { t } = useLingui()
  const names: Readonly<Record<Role, string>> = {
    viewer: t`viewer`,
    author: t`author`,
    editor: t`editor`,
    admin: t`admin`,
    owner: t`owner`,
  }
  return (role) => names[role]
}
