/**
 * Writes the path of an operation with its values, each percent-encoded.
 * @throws TypeError for a value that would lead to another path: an empty one, `.` or `..`.
 */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((written, part, index) => written + encode(values[index - 1] ?? '') + part)
}

/** Writes the path of a public address. A whole URL may take the place of its last part: `media.read(medium.url)`. */
export function publicPath(parts: TemplateStringsArray, ...values: string[]): string {
  const [value = ''] = values
  return /^https?:/i.test(value) ? value : path(parts, ...values)
}

function encode(value: string): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
    throw new TypeError(`"${value}" cannot be an id.`)
  return encodeURIComponent(value)
}
