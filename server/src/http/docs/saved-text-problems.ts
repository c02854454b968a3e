import type { ProblemEntry } from './problem-entry.ts'

/** The problems of texts that are kept for further posts. */
export const savedTextProblems: Readonly<Record<string, ProblemEntry>> = {
  saved_text_name_taken: {
    status: 409,
    cause: 'Another saved text of the workspace has this name, perhaps in other letters of case.',
    cure: 'Choose another name, or change the text that has it.',
  },
  too_many_saved_texts: {
    status: 409,
    cause: 'There are 1,000 saved texts, which is the most.',
    cure: 'Delete one first.',
  },
}
