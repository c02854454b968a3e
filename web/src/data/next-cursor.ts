interface PageOfMany {
  readonly meta: { readonly next: string | null }
}

/** The cursor in the address of the next page; undefined on the last. */
export function nextCursor({ meta: { next } }: PageOfMany): string | undefined {
  return next === null ? undefined : (new URL(next, location.origin).searchParams.get('cursor') ?? undefined)
}
