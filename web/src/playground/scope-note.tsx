import { useLingui } from '@lingui/react/macro'
import { useWhomToAsk } from '../data/people.ts'
import { useAsRole } from '../session/role-words.ts'
import { isAtLeast, type Role, useSession } from '../session/session.ts'
import styles from './operation.module.css'

/** The least role that has each scope. */
const leastRoles: Readonly<Record<string, Role>> = {
  read: 'viewer',
  write: 'author',
  publish: 'editor',
  accounts: 'admin',
  admin: 'admin',
}

/** Says before anything is sent that the role of the person lacks what the operation needs. The server decides all the same. */
export function ScopeNote({ scope }: { readonly scope: string | null }) {
  const { t } = useLingui()
  const { role } = useSession().workspace
  const least = leastRoles[scope ?? '']
  const isLacking = least !== undefined && !isAtLeast(role, least)
  const asRole = useAsRole()(role)
  const who = useWhomToAsk(isLacking)
  if (!isLacking) return null
  return (
    <p className={styles.note} role="note">
      {t`This needs the right “${scope}”, and you are here ${asRole}, who does not have it. Ask ${who} to change your role. You may send it all the same and see how the server refuses it.`}
    </p>
  )
}
