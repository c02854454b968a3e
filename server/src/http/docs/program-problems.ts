import type { ProblemEntry } from './problem-entry.ts'

/** The problems of programs that people let use Crier in their name. */
export const programProblems: Readonly<Record<string, ProblemEntry>> = {
  authorization_refused: {
    status: 422,
    cause: 'A program asked for access in a way that Crier does not answer, such as without PKCE.',
    cure: 'Begin again in the program. If that does not help, it needs another version.',
  },
  program_unreadable: {
    status: 422,
    cause:
      'The id of the program is an address, and what lies there cannot be read, names another id or another address to go back to, or asks for a secret.',
    cure: 'Try again later, or tell the people who make the program.',
  },
  redirect_refused: {
    status: 422,
    cause: 'The address to go back to is none of those that the program named.',
    cure: 'Do not go on: somebody may want your access for themselves. Begin again in the program.',
  },
  too_many_registrations: {
    status: 429,
    cause:
      'Too many programs registered themselves from one network address within an hour, or altogether, or one person had too many documents of programs read.',
    cure: 'Wait for the time in Retry-After.',
  },
  unknown_program: {
    status: 422,
    cause:
      'No program has registered itself with this id, or it did so long ago and nobody let it in; or its document was read too long ago.',
    cure: 'Remove Crier in the program and add it again, or load the page again.',
  },
}
