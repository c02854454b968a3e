import type { AllowProgramInput, Program, ProgramAuthorization } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'

type Scopes = AllowProgramInput['scopes']

/** How much a program may do, from the least to the most. */
export type Level = 'read' | 'draft' | 'publish'

const levels: readonly Level[] = ['read', 'draft', 'publish']

export const scopesOf: Readonly<Record<Level, Scopes>> = {
  read: ['read'],
  draft: ['read', 'write'],
  publish: ['read', 'write', 'publish'],
}

/** The levels that a program asks for. */
export function levelsWithin(asked: ProgramAuthorization['scopes']): readonly Level[] {
  return levels.filter((level) => scopesOf[level].every((scope) => asked.includes(scope)))
}

/** The level of a program that was let in. */
export function levelOf(scopes: Program['scopes']): Level {
  return scopes.includes('publish') ? 'publish' : scopes.includes('write') ? 'draft' : 'read'
}

/** The levels in words, with what each lets a program do. */
export function useLevelWords(): Readonly<Record<Level, { readonly name: string; readonly words: string }>> {
  const { t } = useLingui()
  return {
    read: { name: t`Read`, words: t`Sees posts, results, accounts, media and analytics. Changes nothing.` },
    draft: {
      name: t`Write drafts`,
      words: t`Also writes drafts and uploads media; cancels and deletes. You publish.`,
    },
    publish: { name: t`Publish`, words: t`Also schedules and publishes posts by itself.` },
  }
}
