import type { AuditEntry } from '@crier/sdk'
import type { ActorWords } from './actors.ts'
import type { Subject } from './subjects.ts'

/** An entry with its words. */
export interface ToldEntry {
  readonly entry: AuditEntry
  /** The action, such as “Made an API key”. */
  readonly words: string
  readonly actor: ActorWords
  readonly subject: Subject
}
