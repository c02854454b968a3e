import type { ReviewLink } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMemberName } from '../data/member-names.ts'
import { isAtLeast, useSession } from '../session/session.ts'
import { Section, SettingsRow, SettingsRows } from '../settings/section.tsx'
import { useTimeFormat } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Confirm } from '../ui/confirm.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { reviewLinksQuery, useReadLinksAgain } from './link-queries.ts'
import { ShareDialog } from './share-dialog.tsx'

/** The links by which clients see posts: what was decided by them, when they were opened, and the way to end them. */
export function ReviewLinksPage() {
  const { t } = useLingui()
  const session = useSession()
  const { data, error, refetch } = useQuery(reviewLinksQuery(session))
  const [isMaking, setMaking] = useState(false)
  const mayMake = isAtLeast(session.workspace.role, 'author')
  const make = mayMake && <Button onClick={() => setMaking(true)}>{t`Share for review…`}</Button>
  const open = data?.filter(({ status }) => status === 'open') ?? []
  const over = data?.filter(({ status }) => status !== 'open') ?? []
  return (
    <Page
      title={t`Review links`}
      lead={t`A client without an account sees the posts you choose, and approves them or says what should change.`}
      width="text"
      actions={data !== undefined && data.length > 0 && make}
    >
      {data === undefined &&
        (error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />)}
      {data?.length === 0 && (
        <EmptyState title={t`No links yet`} actions={make || undefined}>
          {t`Make one here, from a post, or from “Needs you”.`}
        </EmptyState>
      )}
      {open.length > 0 && <Links title={t`Open`} links={open} />}
      {over.length > 0 && <Links title={t`Over`} links={over} />}
      {isMaking && <ShareDialog posts={null} onClose={() => setMaking(false)} />}
    </Page>
  )
}

function Links({ title, links }: { readonly title: string; readonly links: readonly ReviewLink[] }) {
  return (
    <Section title={title}>
      <SettingsRows>
        {links.map((link) => (
          <OneLink key={link.id} link={link} />
        ))}
      </SettingsRows>
    </Section>
  )
}

function OneLink({ link }: { readonly link: ReviewLink }) {
  const { t } = useLingui()
  const { person, workspace } = useSession()
  const [isRevoking, setRevoking] = useState(false)
  const { id, recipient, status, created_by: maker } = link
  const isOwn = maker === person.id && isAtLeast(workspace.role, 'author')
  const mayRevoke = status === 'open' && (isOwn || isAtLeast(workspace.role, 'editor'))
  return (
    <SettingsRow
      name={<span dir="auto">{recipient}</span>}
      words={
        <>
          <p>{useLinkWords()(link)}</p>
          <Decisions link={link} />
        </>
      }
      actions={
        mayRevoke && (
          <>
            <Button variant="subtle" color="red" onClick={() => setRevoking(true)}>
              {t`Revoke`} <span className="hidden-text">{recipient}</span>
            </Button>
            <Revoke {...{ id, recipient }} isOpen={isRevoking} onClose={() => setRevoking(false)} />
          </>
        )
      }
    />
  )
}

/** "3 posts. Decides. Made by Ada. Opened 3 minutes ago. Works until …" */
function useLinkWords(): (link: ReviewLink) => string {
  const { t } = useLingui()
  const format = useTimeFormat()
  const nameOf = useMemberName()
  return (link) => {
    const { posts, filter, status, may_decide, decides, last_opened_at: opened } = link
    const accounts = filter?.social_account_ids?.length ?? 0
    const some = filter !== null && Object.keys(filter).length > 0
    const what =
      posts !== null
        ? plural(posts.length, { one: '# post.', other: '# posts.' })
        : accounts > 0
          ? plural(accounts, { one: 'The plan of # account.', other: 'The plan of # accounts.' })
          : some
            ? t`Posts of a filter.`
            : t`The whole plan.`
    const who = nameOf(link.created_by) ?? t`Somebody who left`
    const right = decides
      ? t`Decides in the name of ${who}.`
      : status === 'open' && may_decide
        ? t`Decides nothing any more, because ${who} may not.`
        : t`Made by ${who}.`
    const seen = opened === null ? t`Not opened yet.` : t`Opened ${format.away(opened)}.`
    return [what, right, seen, endOf(link)].join(' ')
  }
  function endOf({ status, expires_at: end, revoked_at: revoked }: ReviewLink): string {
    switch (status) {
      case 'open':
        return t`Works until ${format.moment(end)}.`
      case 'expired':
        return t`Expired ${format.moment(end)}.`
      case 'revoked':
        return revoked === null ? t`Revoked.` : t`Revoked ${format.moment(revoked)}.`
      case 'ended':
        return t`Ended with its maker or their key.`
    }
  }
}

function Decisions({ link: { decisions } }: { readonly link: ReviewLink }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  if (decisions.length === 0) return null
  const approved = decisions.filter(({ decision }) => decision === 'approved').length
  const returned = decisions.length - approved
  return (
    <details className={card.fold}>
      <summary>{t`${approved} approved, ${returned} sent back`}</summary>
      <ul className={card.stack}>
        {decisions.map(({ post_id: post, decision, typed_name: name, comment, decided_at: at }) => (
          <li key={`${post} ${at}`}>
            <Link to="/posts/$post" params={{ post }}>
              {decision === 'approved' ? t`“${name}” approved a post` : t`“${name}” sent a post back`}
            </Link>{' '}
            {format.moment(at)}
            {comment !== null && <blockquote dir="auto">{comment}</blockquote>}
          </li>
        ))}
      </ul>
    </details>
  )
}

interface RevokeProps {
  readonly id: string
  readonly recipient: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

function Revoke({ id, recipient, isOpen, onClose }: RevokeProps) {
  const { t } = useLingui()
  const { api } = useSession()
  const readAgain = useReadLinksAgain()
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={t`Revoke the link for ${recipient}?`}
      keep={t`Keep it`}
      act={t`Revoke link`}
      acting={t`Revoking it…`}
      onAct={async () => {
        await api.reviewLinks.delete(id)
        await readAgain()
      }}
    >
      <p>{t`It shows nothing any more, at once. What was decided by it stays.`}</p>
    </Confirm>
  )
}
