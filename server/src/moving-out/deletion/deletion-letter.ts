import type { Letter } from '../../mail/letter.ts'
import type { Speech } from '../../words/speech.ts'

export interface DeletionNotice {
  readonly workspace: string
  /** The zone of the workspace, in which its people plan. */
  readonly timezone: string
  /** The address of the owner who did it; null: it is not known any more. */
  readonly by: string | null
  /** From where, as the owners may recognise it; null: on the server itself. */
  readonly ip: string | null
  /** The last moment at which it can be restored; null: there is no way back. */
  readonly until: Date | null
}

/** The mail to the owners of a workspace that one of them has deleted. Names are words of others, so they are put in quotes. */
export function deletionLetter(speech: Speech, notice: DeletionNotice, publicUrl: string): Letter {
  const { locale, text } = speech
  const { workspace, by, ip } = notice
  const who = by ?? text('Somebody')
  const done =
    ip === null
      ? text(
          '{who} deleted the workspace “{workspace}” a moment ago, from the server itself. Nothing of it is published any more.',
          { who, workspace },
        )
      : text(
          '{who} deleted the workspace “{workspace}” a moment ago, from the address {ip}. Nothing of it is published any more.',
          { who, workspace, ip },
        )
  return {
    locale,
    subject: text('“{workspace}” on Crier was deleted', { workspace }),
    parts: [
      { kind: 'text', text: done },
      ...restorable(speech, notice, publicUrl),
      {
        kind: 'text',
        text: text(
          'If this was not agreed, tell the people who run this server: they can see who deleted it.',
        ),
      },
    ],
    unsubscribeUrl: null,
  }
}

function restorable(
  { text, minute }: Speech,
  { until, timezone }: DeletionNotice,
  publicUrl: string,
): Letter['parts'] {
  if (until === null)
    return [
      {
        kind: 'text',
        text: text(
          'All its data are deleted for good, and it cannot be restored. Published posts stay public on their networks.',
        ),
      },
    ]
  return [
    {
      kind: 'text',
      text: text('Its data are kept until {moment}. Until then, every owner can restore all of it.', {
        moment: minute(until, timezone),
      }),
    },
    { kind: 'link', label: text('Open Crier'), url: publicUrl },
  ]
}
