import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Session, useSession } from '../session/session.ts'
import { nowAtServer } from '../time/server-clock.ts'

/** The clock of the test data. */
export const testClockQuery = ({ api, scope }: Session) =>
  queryOptions({
    queryKey: [...scope, 'posts', 'test-clock'],
    queryFn: ({ signal }) => api.testClock.get({ signal }),
  })

/** The moment by the clock of the mode, in milliseconds: test data have one that can be moved. Null until it is known. */
export function useModeNow(): number | null {
  const session = useSession()
  const isTest = session.mode === 'test'
  const { data, error } = useQuery({ ...testClockQuery(session), enabled: isTest })
  // Without an answer the real time is a better guess than none.
  if (!isTest || error !== null) return nowAtServer()
  return data === undefined ? null : nowAtServer() + data.advanced_by_seconds * 1_000
}
