import type { Context, Mode } from '../../context.ts'

/** Where a command connects accounts. */
export interface ConnectPlace {
  readonly context: Context
  readonly workspaceId: string
  readonly mode: Mode
  readonly platform: string
}
