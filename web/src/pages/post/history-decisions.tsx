import { useLingui } from '@lingui/react/macro'
import { queryOptions } from '@tanstack/react-query'
import { useMemberName } from '../../data/member-names.ts'
import type { Session } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import styles from './post.module.css'

/** An approval of a post, or its return, as its event tells of it. */
export interface Decision {
  readonly id: string
  readonly at: string
  readonly isApproval: boolean
  readonly by: string
  readonly comment: string | null
  readonly client?: { readonly typed_name: string; readonly recipient: string }
}

/** The decisions about the approval of a post, those of clients among them. */
export const decisionsQuery = (api: Session['api'], scope: Session['scope'], post: string) =>
  queryOptions({
    queryKey: [...scope, 'posts', post, 'decisions'],
    queryFn: async ({ signal }): Promise<Decision[]> => {
      const types = ['post.approved', 'post.returned'] as const
      const events = await api.events.list({ subject: post, type: types }, { signal }).toArray()
      return events.map(({ id, type, created_at: at, data }) => {
        const { by, comment, client } = data as unknown as Decision
        return { id, at, isApproval: type === 'post.approved', by, comment, ...(client ? { client } : {}) }
      })
    },
  })

/** One decision, with what a name is worth that somebody typed. */
export function OneDecision({ decision }: { readonly decision: Decision }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const nameOf = useMemberName()
  const { at, by, client, comment, isApproval } = decision
  const who = client ? `“${client.typed_name}”` : (nameOf(by) ?? t`Somebody who left`)
  return (
    <li>
      <p>
        <time dateTime={at}>{format.exact(at)}</time> {who} · {isApproval ? t`approved it` : t`sent it back`}
        {client !== undefined && <> · {t`by the review link for ${client.recipient}, with a typed name`}</>}
      </p>
      {comment !== null && (
        <p className={styles.words} dir="auto">
          {comment}
        </p>
      )}
    </li>
  )
}
