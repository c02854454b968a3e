import type { AuditEntry } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { usePeople } from '../../data/people.ts'
import { useSession } from '../../session/session.ts'
import { keysQuery } from '../api-keys/key-queries.ts'
import type { ChoiceGroup } from './action-groups.ts'

/** An actor in words. */
export interface ActorWords {
  readonly name: string
  /** The address of a person, the ends of a key, or what else tells the actor from others. */
  readonly about: string | null
}

/** Says who did something. */
export function useActorWords(): (actor: AuditEntry['actor']) => ActorWords {
  const { t } = useLingui()
  const people = usePeople()
  return ({ kind, id, name, key }) => {
    if (kind === 'operator') return { name: t`The operator`, about: t`by a command on the server` }
    if (kind === 'system') return { name: 'Crier', about: t`by itself` }
    if (kind === 'nobody') return { name: t`Somebody unknown`, about: t`not signed in` }
    if (kind === 'key') return { name: name ?? t`An API key`, about: key }
    const member = people?.get(id ?? '')
    if (member !== undefined) return { name: member.name || member.email, about: member.name && member.email }
    const isGone = people !== undefined
    return {
      name: name ?? t`Somebody who left`,
      about: isGone && name !== null ? t`no longer a member` : null,
    }
  }
}

/** The actors among whom one can choose. An id that is none of them, such as of somebody who left, is added. */
export function useActorGroups(chosen: string | null): readonly ChoiceGroup[] {
  const { t } = useLingui()
  const people = usePeople()
  const { data: keys } = useQuery(keysQuery(useSession()))
  const groups = [
    {
      label: t`People`,
      choices: [
        { value: 'user', label: t`All people` },
        ...[...(people ?? [])].map(([value, { name, email }]) => ({
          value,
          label: name === '' ? email : `${name} · ${email}`,
        })),
      ],
    },
    {
      label: t`API keys`,
      choices: [
        { value: 'key', label: t`All API keys` },
        ...(keys ?? []).map(({ id, name, mode, last4 }) => ({
          value: id,
          label: `${name} · crier_${mode}_…${last4}`,
        })),
      ],
    },
    {
      label: t`Others`,
      choices: [
        { value: 'operator', label: t`The operator` },
        { value: 'system', label: 'Crier' },
        { value: 'nobody', label: t`Somebody unknown` },
      ],
    },
  ]
  const isKnown = groups.some(({ choices }) => choices.some(({ value }) => value === chosen))
  if (chosen === null || isKnown) return groups
  return [...groups, { label: t`From the address`, choices: [{ value: chosen, label: chosen }] }]
}
