import type { NotePresenceResult } from '@crier/sdk/app'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { app } from '../../session/clients.ts'
import { isRefused } from '../../session/query-client.ts'
import { useSession } from '../../session/session.ts'
import { useDesk } from '../desk.ts'
import styles from './notices.module.css'

const everyMs = 10_000
const mostNamed = 2

/** Names the others who have the post open, so that people meet before their changes do. */
export function OthersHere() {
  const { i18n } = useLingui()
  const others = useOthers()
  const named = others
    .slice(0, others.length > mostNamed + 1 ? mostNamed : others.length)
    .map(({ name }) => name)
  const more = others.length - named.length
  if (more > 0) named.push(plural(more, { one: '# other', other: '# others' }))
  const names = new Intl.ListFormat(i18n.locale).format(named)
  return (
    <p className={styles.others} role="status">
      {others.length > 0 &&
        plural(others.length, { one: `${names} is here too.`, other: `${names} are here too.` })}
    </p>
  )
}

/** Says every ten seconds that the post is open here, while the page is in sight, and hears who else has it open. */
function useOthers() {
  const { id } = useDesk()
  const { workspace, scope } = useSession()
  const { data, error } = useQuery<NotePresenceResult>({
    queryKey: [...scope, 'presence', id],
    gcTime: 0,
    staleTime: 0,
    refetchInterval: ({ state }) => (isFinal(state.error) ? false : everyMs),
    refetchOnWindowFocus: 'always',
    queryFn: ({ signal }) => app.posts.notePresence(workspace.id, id, { signal }),
  })
  useEffect(() => {
    const leave = () => void app.posts.endPresence(workspace.id, id).catch(() => undefined)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [workspace.id, id])
  return error === null ? (data?.data ?? []) : []
}

/** Whether asking again would change nothing: the post is gone, or the person may no longer write. */
const isFinal = (error: unknown) => isRefused(error, 404) || isRefused(error, 403)
