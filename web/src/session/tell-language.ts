import type { QueryClient } from '@tanstack/react-query'
import { shownLanguage } from '../boot/language.ts'
import { app } from './clients.ts'
import { personQuery } from './session.ts'

/**
 * Tells the server in which language the app is shown to somebody who has chosen none, so that mails to them are in it. One that
 * could not be told is told with the next page.
 */
export async function tellLanguage(client: QueryClient): Promise<void> {
  const person = await client.ensureQueryData(personQuery).catch(() => null)
  const shown = shownLanguage()
  if (!person || person.language !== null || person.shown_language === shown) return
  const told = await app.updatePerson({ shown_language: shown }).catch(() => null)
  if (told !== null) client.setQueryData(personQuery.queryKey, told)
}
