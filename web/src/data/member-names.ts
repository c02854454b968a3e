import { useLingui } from '@lingui/react/macro'
import { usePeople } from './people.ts'

/** Finds the name of a member by id, or their address where they gave none; null for somebody who has left. */
export function useMemberName(): (id: string | null) => string | null {
  const people = usePeople()
  return (id) => {
    const member = id === null ? undefined : people?.get(id)
    return member === undefined ? null : member.name || member.email
  }
}

/** Finds the name of the author of a post, who may have left the workspace; null until it is known. */
export function useAuthorName(): (author: string | undefined) => string | null {
  const { t } = useLingui()
  const people = usePeople()
  return (author) => {
    if (author === undefined || people === undefined) return null
    const member = people.get(author)
    return member === undefined ? t`Somebody who left` : member.name || member.email
  }
}
