import type { KeyScope, Scopes } from '../context.ts'

/** The part that a person has in a workspace, from the least to the most. */
export const roles = ['viewer', 'author', 'editor', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** Whether a role is at least another one. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

/**
 * The rights of a role at the API: a viewer reads, an author also writes (what would publish waits for approval), an editor
 * also publishes and approves, an admin also has the accounts and everything else there. The rights that an owner has beyond that are no matter of the API.
 */
export function scopesOf(role: Role): Scopes {
  switch (role) {
    case 'viewer':
      return ['read']
    case 'author':
      return ['read', 'write']
    case 'editor':
      return ['read', 'write', 'publish']
    case 'admin':
    case 'owner':
      return 'all'
  }
}

/** The rights of a list that a role has too. */
export function scopesWithin(scopes: readonly KeyScope[], role: Role): readonly KeyScope[] {
  const own = scopesOf(role)
  return own === 'all' ? scopes : scopes.filter((scope) => own.includes(scope))
}

/** Whose posts wait for approval in a workspace: those of its authors, or everyone's. */
export const approvalModes = ['authors', 'everyone'] as const
export type ApprovalMode = (typeof approvalModes)[number]

/** Whether the posts of a role wait for approval. Null for a key of the operator, which has the rights of its list alone. */
export function needsApproval(role: Role | null, mode: ApprovalMode): boolean {
  switch (mode) {
    case 'authors':
      return role !== null && !isAtLeast(role, 'editor')
    case 'everyone':
      return true
  }
}
