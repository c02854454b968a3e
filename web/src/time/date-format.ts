const made = new Map<string, Intl.DateTimeFormat>()

/** Writes days and moments. A browser takes a millisecond or more to make a format, so each is made once. */
export function dateFormat(
  locale: string | undefined,
  options: Intl.DateTimeFormatOptions = {},
): Intl.DateTimeFormat {
  const name = JSON.stringify([locale, options])
  const format = made.get(name) ?? new Intl.DateTimeFormat(locale, options)
  made.set(name, format)
  return format
}

/** The time zone of the browser. */
export function ownZone(): string {
  return dateFormat(undefined).resolvedOptions().timeZone
}
