import type { Person } from '@crier/sdk/app'
import { loadLanguage, rememberLanguage } from '../boot/language.ts'
import { keepCursors } from '../live/first-cursors.ts'
import { queryClient } from './query-client.ts'
import { personQuery } from './session.ts'

/** Takes in somebody who has just signed in: nothing of another person is left, and the app speaks their language. */
export async function enterSession(person: Person): Promise<void> {
  queryClient.clear()
  keepCursors(person)
  queryClient.setQueryData(personQuery.queryKey, person)
  if (person.language === null) return
  rememberLanguage(person.language)
  await loadLanguage(person.language)
}
