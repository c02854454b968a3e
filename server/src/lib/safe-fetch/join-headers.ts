/** Headers by their lower-case names; a repeated one is joined with ", ". */
export function joinHeaders(
  headers: Record<string, string | string[] | undefined>,
): Readonly<Record<string, string>> {
  const joined = Object.entries(headers).map(([name, value]) => {
    return [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : (value ?? '')]
  })
  return Object.fromEntries(joined)
}
