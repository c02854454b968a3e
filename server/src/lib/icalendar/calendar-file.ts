import { contentLine, textValue, utcValue } from './content-line.ts'

/** A file of iCalendar (RFC 5545, with the properties of RFC 7986) is its beginning, its events and its end. */
export interface CalendarHead {
  readonly name: string
  /** The page of the calendar. */
  readonly url: string
  /** How often it is worth to be read again. */
  readonly refreshMinutes: number
}

export interface CalendarEvent {
  /** It stays as long as the event does, whatever changes. */
  readonly uid: string
  readonly at: Date
  readonly minutes: number
  /** When something of it last changed. */
  readonly changedAt: Date
  /** It grows with each change. */
  readonly version: number
  /** Null where neither says what is true of it. */
  readonly status: 'TENTATIVE' | 'CONFIRMED' | null
  readonly summary: string
  readonly description: string
  readonly url: string
}

export function beginCalendar({ name, url, refreshMinutes }: CalendarHead): string {
  const said = textValue(name)
  const every = `PT${refreshMinutes}M`
  return [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', '-//Crier//Calendar//EN'),
    contentLine('CALSCALE', 'GREGORIAN'),
    // The second of each pair is what programs read that are older than RFC 7986.
    contentLine('NAME', said),
    contentLine('X-WR-CALNAME', said),
    contentLine('REFRESH-INTERVAL;VALUE=DURATION', every),
    contentLine('X-PUBLISHED-TTL', every),
    contentLine('URL', url),
  ].join('')
}

/** An event that makes nobody busy. */
export function writeEvent(event: CalendarEvent): string {
  const changedAt = utcValue(event.changedAt)
  return [
    contentLine('BEGIN', 'VEVENT'),
    contentLine('UID', event.uid),
    contentLine('DTSTAMP', changedAt),
    contentLine('LAST-MODIFIED', changedAt),
    contentLine('SEQUENCE', String(event.version)),
    contentLine('DTSTART', utcValue(event.at)),
    contentLine('DTEND', utcValue(new Date(event.at.getTime() + event.minutes * 60_000))),
    contentLine('SUMMARY', textValue(event.summary)),
    contentLine('DESCRIPTION', textValue(event.description)),
    contentLine('URL', event.url),
    event.status === null ? '' : contentLine('STATUS', event.status),
    contentLine('TRANSP', 'TRANSPARENT'),
    contentLine('END', 'VEVENT'),
  ].join('')
}

/** A calendar must have a part, and one without events has the zone of its times. */
export const noEvents = [
  contentLine('BEGIN', 'VTIMEZONE'),
  contentLine('TZID', 'Etc/UTC'),
  contentLine('BEGIN', 'STANDARD'),
  contentLine('DTSTART', '19700101T000000'),
  contentLine('TZOFFSETFROM', '+0000'),
  contentLine('TZOFFSETTO', '+0000'),
  contentLine('END', 'STANDARD'),
  contentLine('END', 'VTIMEZONE'),
].join('')

export const calendarEnd = contentLine('END', 'VCALENDAR')
