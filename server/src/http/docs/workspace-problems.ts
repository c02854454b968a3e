import type { ProblemEntry } from './problem-entry.ts'

/** The problems of workspaces themselves: of making, exporting and deleting them. */
export const workspaceProblems: Readonly<Record<string, ProblemEntry>> = {
  export_not_ready: {
    status: 409,
    cause: 'The archive of the export is still being made, or could not be made.',
    cure: 'Wait until its status is ready. Ask for another export where it failed.',
  },
  export_under_way: {
    status: 409,
    cause: 'An export of this workspace is being made at the moment.',
    cure: 'Wait for it, or delete it.',
  },
  not_deleted: {
    status: 409,
    cause: 'The workspace was not deleted, so there is nothing to restore.',
    cure: 'Nothing needs to be done.',
  },
  owner_already: {
    status: 409,
    cause: 'The member who was chosen owns the workspace already.',
    cure: 'Choose somebody else, or leave the workspace to them.',
  },
  too_many_exports: {
    status: 409,
    cause: 'The workspace has as many exports as are kept at once.',
    cure: 'Delete one of them. Each goes by itself after seven days.',
  },
  too_many_workspaces: {
    status: 409,
    cause: 'The person owns as many workspaces as this server allows one person.',
    cure: 'Delete one, make somebody else owner of one, or ask the operator for more (WORKSPACES_PER_PERSON).',
  },
}
