import type { ProblemEntry } from './problem-entry.ts'

/** Problems of the calls that networks make to us. */
export const callbackProblems: Readonly<Record<string, ProblemEntry>> = {
  callback_unsigned: {
    status: 403,
    cause:
      'A call to an address for networks is not signed with the secret of an app of this server, or was signed more than a day ago.',
    cure: 'Only the network can make this call. If it did, compare the app secret here with the one at the network.',
  },
}
