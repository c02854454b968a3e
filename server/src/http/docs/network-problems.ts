import type { ProblemEntry } from './problem-entry.ts'

/** The problems of networks: of the simulated one, and of the operator's apps at the others. */
export const networkProblems: Readonly<Record<string, ProblemEntry>> = {
  app_from_environment: {
    status: 409,
    cause: 'The environment of the server sets the app at this network, and goes before what is set here.',
    cure: 'Change the variables of the server, or take them out and start it again.',
  },
  not_first_owner: {
    status: 403,
    cause: 'Only the person who set this server up may look after its apps at networks.',
    cure: 'Ask that person, or use the command platforms set on the server.',
  },
  not_simulated: {
    status: 409,
    cause: 'The account is on a real network, and Crier keeps no feed of it.',
    cure: 'Look at the profile on its network, or name an account on the simulated one.',
  },
}
