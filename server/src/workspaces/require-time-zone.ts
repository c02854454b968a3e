import { invalid } from '../lib/problem.ts'
import { openZone } from '../lib/zone/zone.ts'

/** The name of a time zone as the IANA database writes it. @throws Problem 422 */
export function requireTimeZone(text: string): string {
  const zone = openZone(text)
  if (zone !== null) return zone.name
  const detail = `"${text}" is not a time zone. Give its name in the IANA database, such as Europe/Berlin.`
  throw invalid([{ pointer: '/timezone', code: 'timezone_unknown', detail }])
}
