import type { TextRules } from '../connector.ts'
import type { InstanceLimits } from './settings.ts'
import type { Software } from './software.ts'
import { linkable, mention } from './text.ts'

/** How a server counts, as data: what it shortens, and whether a content warning counts with the text. */
export function textRulesOf({ unit, shortens, spoilerMax }: Software, limits: InstanceLimits): TextRules {
  const max = spoilerMax ?? limits.maxCharacters
  const label = 'Content warning'
  return {
    weights: null,
    links: shortens ? { form: 'address', only: { pattern: linkable.source, flags: linkable.flags } } : null,
    mentions: shortens ? { pattern: mention.source, flags: mention.flags, inLinks: false } : null,
    fields: [{ option: 'spoiler_text', label, max, unit, countsWithText: spoilerMax === null }],
  }
}
