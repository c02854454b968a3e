import type { TextRules } from '../connector.ts'
import { mostTitleLetters } from './options.ts'

/** The text of a post stands below its title, which is counted apart. */
export const titled: TextRules = {
  weights: null,
  links: null,
  mentions: null,
  fields: [
    { option: 'title', label: 'Title', max: mostTitleLetters, unit: 'codepoint', countsWithText: false },
  ],
}
