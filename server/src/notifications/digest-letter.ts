import type { Context } from '../context.ts'
import type { Letter } from '../mail/letter.ts'
import type { Speech } from '../words/speech.ts'
import { describeNotification } from './describe-notification.ts'
import type { NotificationFacts } from './gather-facts.ts'
import { informing, type NotificationKind } from './kinds.ts'
import { platformNames } from './platform-names.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

const mostListed = 20

/** A notification that waits to be mailed. */
export interface Waiting {
  readonly kind: NotificationKind
  readonly event_type: string
  readonly subject_id: string
  readonly facts: NotificationFacts
}

/** A member of a workspace, and its name as it is shown. */
export interface DigestReader {
  readonly workspaceId: string
  readonly userId: string
  readonly workspace: string
}

/** The mail to a member with everything that waits for them in a workspace. */
export function digestLetter(
  context: Pick<Context, 'config' | 'secretKeys' | 'connectors'>,
  speech: Speech,
  { workspaceId, userId, workspace }: DigestReader,
  open: readonly Waiting[],
): Letter {
  const { locale, text, tellText } = speech
  const { publicUrl } = context.config
  const nameOf = platformNames(context.connectors)
  const items = open.slice(0, mostListed).map(({ event_type: eventType, subject_id: subjectId, facts }) => {
    const { title, details, path } = describeNotification({ eventType, subjectId, facts }, nameOf)
    return { title: tellText(title), detail: tellText(...details), url: `${publicUrl}${path}` }
  })
  const [only] = items
  const more = open.length - items.length
  const kinds = [...new Set(open.map(({ kind }) => kind))]
  const informs = kinds.every((kind) => informing.includes(kind))
  const url = unsubscribeUrl(context, { workspaceId, userId, kinds })
  const title = only && open.length === 1 ? only.title : titleOfMany(speech, kinds, open.length)
  return {
    locale,
    subject: text('{title} · {workspace}', { title, workspace }),
    parts: [
      { kind: 'text', text: text('In the workspace “{workspace}”:', { workspace }) },
      { kind: 'list', items },
      ...(more > 0 ? [{ kind: 'text' as const, text: text('And {more} more.', { more }) }] : []),
      informs
        ? { kind: 'link', label: text('See everything you were told of'), url: `${publicUrl}/notifications` }
        : { kind: 'link', label: text('See everything that needs you'), url: `${publicUrl}/needs-you` },
      {
        kind: 'text',
        text: text(
          'Your choices for this workspace, or those of your role, say that you want mail about this.',
        ),
      },
      { kind: 'footer', label: text('Get no more mails of this kind'), url },
    ],
    unsubscribeUrl: url,
  }
}

function titleOfMany({ text }: Speech, kinds: readonly NotificationKind[], count: number): string {
  if (kinds.every((kind) => kind === 'note')) return text('{count} new notes', { count })
  if (kinds.every((kind) => informing.includes(kind))) return text('{count} notifications', { count })
  return text('{count} things need you', { count })
}
