import type { Letter } from '../../mail/letter.ts'

export interface DeletionNotice {
  readonly workspace: string
  readonly by: string
  /** From where, as the owners may recognise it. */
  readonly ip: string
  /** The last moment at which it can be restored; null: there is no way back. */
  readonly until: Date | null
}

/** The mail to the owners of a workspace that one of them has deleted. Names are words of others, so they are put in quotes. */
export function deletionLetter({ workspace, by, ip, until }: DeletionNotice, publicUrl: string): Letter {
  const done = `${by} deleted the workspace “${workspace}” a moment ago, from the address ${ip}. Nothing of it is published any more.`
  return {
    subject: `“${workspace}” on Crier was deleted`,
    parts: [
      { kind: 'text', text: done },
      ...(until === null ? gone : restorable(until, publicUrl)),
      {
        kind: 'text',
        text: 'If this was not agreed, tell the people who run this server: they can see who deleted it.',
      },
    ],
    unsubscribeUrl: null,
  }
}

const gone: Letter['parts'] = [
  {
    kind: 'text',
    text: 'All its data are deleted for good, and it cannot be restored. Published posts stay public on their networks.',
  },
]

function restorable(until: Date, publicUrl: string): Letter['parts'] {
  const day = until.toISOString().slice(0, 16).replace('T', ' ')
  return [
    {
      kind: 'text',
      text: `Its data are kept until ${day} UTC. Until then, every owner can restore all of it.`,
    },
    { kind: 'link', label: 'Open Crier', url: publicUrl },
  ]
}
