import Type, { type Static } from 'typebox'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { sentence, word } from '../../lib/text/sentence.ts'
import { type ApprovalClient, ApprovalClientSchema } from '../../webhooks/approval-client.ts'

/** How far the approval of a post is. */
export const approvalStates = ['waiting', 'approved', 'returned'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** The columns of `posts` that hold its approval. All are null for a post that needs none. */
export interface ApprovalRow {
  approval_state: ApprovalState | null
  /** The person who asked, approved or returned it. */
  approval_by: string | null
  approval_at: Date | null
  approval_comment: string | null
  /** The version of the post at which its content last changed. */
  approval_version: number | null
  /** The client who approved or returned it by a review link; null where a member did. */
  approval_client: ApprovalClient | null
}

export const noApproval: ApprovalRow = {
  approval_state: null,
  approval_by: null,
  approval_at: null,
  approval_comment: null,
  approval_version: null,
  approval_client: null,
}

/** The columns of an approval, for `select … from posts p`. */
export const approvalColumns = sql`
  p.approval_state, p.approval_by, p.approval_at, p.approval_comment, p.approval_version,
  p.approval_client`

export const ApprovalSchema = Type.Object(
  {
    state: Type.Unsafe<ApprovalState>({
      type: 'string',
      enum: [...approvalStates],
      description:
        '`waiting`: nothing of the post goes out before somebody approves it, even if its time passes. `approved`: this content goes out at its time. `returned`: it is a draft again; `comment` says what should change.',
    }),
    by: Type.String({
      format: 'uuid',
      description:
        'The person who asked, approved or returned it. For an API key, the person who made the key.',
    }),
    at: Type.String({ format: 'date-time' }),
    comment: Type.Union([Type.String(), Type.Null()]),
    version: Type.Integer({
      minimum: 1,
      description: 'The version of the content. Say it when you approve, so that you approve what you saw.',
    }),
    client: Type.Optional(ApprovalClientSchema),
  },
  { title: 'Approval', additionalProperties: false },
)
export type Approval = Static<typeof ApprovalSchema>

/** The approval of a post as the API shows it. */
export function approvalOf(row: ApprovalRow): Approval | null {
  const { approval_state: state, approval_by: by, approval_at: at, approval_version: version } = row
  if (state === null || by === null || at === null || version === null) return null
  const client = row.approval_client === null ? {} : { client: row.approval_client }
  return { state, by, at: at.toISOString(), comment: row.approval_comment, version, ...client }
}

/** @throws Problem 409 `not_waiting` */
export function requireWaiting({ approval_state: state }: ApprovalRow): void {
  if (state === 'waiting') return
  const why = { approved: 'It is approved already.', returned: 'It was returned and is a draft now.' }
  throw new Problem(
    409,
    'not_waiting',
    sentence('This post does not wait for approval. {why}', {
      why: word(state ? why[state] : 'It needs none.'),
    }),
  )
}

/** @throws Problem 409 `version_changed` */
export function requireVersion({ approval_version: version }: ApprovalRow, seen: number | undefined): void {
  if (seen === undefined || seen === version) return
  const detail = sentence(
    'You looked at version {seen}, and the content of this post is version {version} now. Read it again.',
    { seen, version: version ?? 0 },
  )
  throw new Problem(409, 'version_changed', detail, { extra: { version } })
}
