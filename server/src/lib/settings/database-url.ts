/** Whether a text is the address of a PostgreSQL, with every sign of its password that ends a part written as %xx. */
export function isDatabaseUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && !holdsRestOfPassword(url)
}

// A / ? or # in a password ends the host there, and the rest of the password comes after it, up to the @ of the host.
function holdsRestOfPassword({ username, pathname, search, hash }: URL): boolean {
  if (pathname.includes('@') || hash.includes('@')) return true
  return search.includes('@') && (username === '' || pathname.length <= 1)
}
