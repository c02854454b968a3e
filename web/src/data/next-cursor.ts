/** The cursor in the address of the next page of a list; undefined on the last one, which has no address. */
export function nextCursor(next: string | null): string | undefined {
  return next === null ? undefined : (new URL(next, location.origin).searchParams.get('cursor') ?? undefined)
}
