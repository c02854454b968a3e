import type { CreatePostInput, FieldProblem } from '@crier/sdk'
import type { PlanCause, PlanError, PlannedPost, PlannedRow } from '@crier/sdk/plans'

/** Something to say beside a row: a fault of the table, one that the server found, or anything that was thrown. */
export type Remark =
  | { readonly kind: 'plan'; readonly error: PlanError }
  | { readonly kind: 'fault'; readonly fault: FieldProblem; readonly cause: PlanCause }
  | { readonly kind: 'thrown'; readonly error: unknown; readonly source: string }
  | { readonly kind: 'no-file'; readonly name: string }
  | { readonly kind: 'twice'; readonly text: string }

export type RowState =
  /** Nothing is known of it yet. */
  | 'open'
  | 'new'
  /** Its post was there when it was looked at. */
  | 'existing'
  /** Its post was deleted by somebody, and is not made again. */
  | 'deleted'
  | 'refused'
  /** Its post was made just now. */
  | 'made'

/** A row of the table, and what is known of its post. */
export interface PlanRow {
  readonly line: number
  readonly text: string
  /** Null where the row says too little to have one. */
  readonly id: string | null
  readonly accounts: readonly string[]
  readonly when: PlannedRow['when'] | null
  /** The moment of the post; null for a draft, the queue, or where it is not known. */
  readonly at: string | null
  /** Its media by their names in the table. */
  readonly media: readonly string[]
  readonly state: RowState
  readonly problems: readonly Remark[]
  readonly warnings: readonly Remark[]
  readonly planned: PlannedPost | null
  /** The request that makes its post, once it was looked at. */
  readonly body: CreatePostInput | null
}

/** How many rows are in each state. */
export function countStates(rows: readonly PlanRow[]): Readonly<Record<RowState, number>> {
  const counts = { open: 0, new: 0, existing: 0, deleted: 0, refused: 0, made: 0 }
  for (const { state } of rows) counts[state] += 1
  return counts
}
