import type { ReadInvitationResult } from '@crier/sdk/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { boot } from '../../boot/boot.ts'
import { app } from '../../session/clients.ts'
import { isRefused } from '../../session/query-client.ts'
import { useAsRole, useRoleWords } from '../../session/role-words.ts'
import { personQuery } from '../../session/session.ts'
import { signOut } from '../../session/sign-out.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/form.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import styles from '../outside/outside.module.css'
import { AboutCrier, Outside } from '../outside/outside.tsx'
import { NewMember } from './new-member.tsx'
import { useArrival } from './use-arrival.ts'

/** An invitation to a workspace, by its link. */
export function JoinPage() {
  const { t } = useLingui()
  const { token = '' } = useParams({ strict: false })
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => app.invitations.read({ token }, { signal }),
  })
  const person = useQuery(personQuery)
  if (isRefused(invitation.error, 404) || isRefused(invitation.error, 422))
    return (
      <Outside
        title={t`This invitation works no more`}
        lead={t`It can be accepted once, for a week, and may have been taken back. Ask whoever invited you for another one.`}
      >
        <p>
          <Link to="/">
            <Trans>Go to Crier</Trans>
          </Link>
        </p>
      </Outside>
    )
  const error = invitation.error ?? person.error
  if (error !== null)
    return (
      <Outside title={t`Invitation`}>
        <Trouble error={error} onRetry={() => void Promise.all([invitation.refetch(), person.refetch()])} />
      </Outside>
    )
  if (invitation.data === undefined || person.data === undefined) return <Outside title="">{null}</Outside>
  return <Found token={token} invitation={invitation.data} signedInAs={person.data?.email ?? null} />
}

interface FoundProps {
  readonly token: string
  readonly invitation: ReadInvitationResult
  readonly signedInAs: string | null
}

function Found({ token, invitation, signedInAs }: FoundProps) {
  const { t } = useLingui()
  const asRole = useAsRole()
  const { invited_by: inviter, workspace, role, email, has_account: hasAccount } = invitation
  const isOther = signedInAs !== null && signedInAs.toLowerCase() !== email.toLowerCase()
  return (
    <Outside
      title={t`${inviter} invites you to ${workspace.name}`}
      markOf={workspace.name}
      lead={
        <>
          {t`You will be there ${asRole(role)}. The invitation is for ${email}.`} <RoleWords role={role} />
        </>
      }
      {...(hasAccount ? {} : { about: <AboutCrier /> })}
    >
      {isOther && <OtherPerson signedInAs={signedInAs} />}
      {!isOther && hasAccount && signedInAs === null && <SignInFirst token={token} email={email} />}
      {!isOther && hasAccount && signedInAs !== null && <Accept token={token} workspace={workspace.id} />}
      {!isOther && !hasAccount && <NewMember token={token} email={email} workspace={workspace.id} />}
    </Outside>
  )
}

/** Says what somebody does in that role, so that nobody joins without knowing. */
function RoleWords({ role }: Pick<ReadInvitationResult, 'role'>) {
  const { name, sentence } = useRoleWords()[role]
  return `${name}: ${sentence}`
}

function OtherPerson({ signedInAs }: { readonly signedInAs: string }) {
  const { t } = useLingui()
  const leave = useAction(async () => {
    await signOut()
    location.reload()
  })
  return (
    <div className={styles.part}>
      <p>{t`You are signed in as ${signedInAs}. Sign out here to accept with the address that was invited.`}</p>
      {leave.error !== null && <Fault error={leave.error} />}
      <Button fullWidth onClick={() => void leave.start()}>{t`Sign out and go on`}</Button>
    </div>
  )
}

function SignInFirst({ token, email }: { readonly token: string; readonly email: string }) {
  const { t } = useLingui()
  const address = `/sign-in?email=${encodeURIComponent(email)}&to=${encodeURIComponent(`/join/${token}`)}`
  return (
    <div className={styles.part}>
      <p>{t`You have an account here already. Sign in, and then accept.`}</p>
      <LinkButton href={boot.base + address} fullWidth>{t`Sign in`}</LinkButton>
    </div>
  )
}

function Accept({ token, workspace }: { readonly token: string; readonly workspace: string }) {
  const { t } = useLingui()
  const arrive = useArrival()
  const accept = useAction(async () => {
    await app.invitations.accept({ token })
    await arrive(workspace)
  })
  return (
    <div className={styles.part}>
      {accept.error !== null && <Fault error={accept.error} />}
      <Button fullWidth aria-disabled={accept.isBusy} onClick={() => void accept.start()}>
        {accept.isBusy ? t`Joining…` : t`Join`}
      </Button>
    </div>
  )
}
