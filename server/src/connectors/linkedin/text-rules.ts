import type { TextRules } from '../connector.ts'
import { mention } from './little-text.ts'

/** Only the name of a mention counts, which is all that readers see of it. */
export const namedMentions: TextRules = {
  weights: null,
  links: null,
  mentions: { pattern: mention.source, flags: mention.flags, inLinks: true },
  fields: [],
}
