import type { ApiKey } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'

export type Scope = ApiKey['scopes'][number]

export const allScopes: readonly Scope[] = ['read', 'write', 'publish', 'accounts', 'admin']

/** The three sets of scopes that most keys need. */
export const presets = {
  publish: ['read', 'write', 'publish'],
  read: ['read'],
  everything: allScopes,
} as const satisfies Record<string, readonly Scope[]>

export type Preset = keyof typeof presets

/** The preset with exactly these scopes; null where there is none. */
export function presetOf(scopes: readonly Scope[]): Preset | null {
  const names: readonly Preset[] = ['publish', 'read', 'everything']
  const isSame = (other: readonly Scope[]) =>
    other.length === scopes.length && other.every((each) => scopes.includes(each))
  return names.find((name) => isSame(presets[name])) ?? null
}

/** The names of the presets and of single scopes, with what each lets a program do. */
export function useScopeWords(): {
  readonly presetName: Readonly<Record<Preset, string>>
  readonly presetWords: Readonly<Record<Preset, string>>
  readonly scopeWords: Readonly<Record<Scope, string>>
  readonly sum: (scopes: readonly Scope[]) => string
} {
  const { t } = useLingui()
  const presetName = { publish: t`Publish`, read: t`Read only`, everything: t`Everything` }
  return {
    presetName,
    presetWords: {
      publish: t`Writes, schedules and publishes posts. For a website or a script.`,
      read: t`Sees posts, results and accounts. Changes nothing.`,
      everything: t`Also connects accounts, and manages webhooks. For tools that you run yourself.`,
    },
    scopeWords: {
      read: t`See posts, results, accounts, media and analytics`,
      write: t`Write drafts and upload media; cancel and delete`,
      publish: t`Publish, schedule and approve; change the queue`,
      accounts: t`Connect and disconnect accounts`,
      admin: t`Manage webhooks; read the audit log`,
    },
    sum: (scopes) => {
      const preset = presetOf(scopes)
      return preset === null ? scopes.join(', ') : presetName[preset]
    },
  }
}
