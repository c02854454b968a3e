/** A type of Python: a name, or a generic one with its arguments. */
export type PythonType = string | { readonly head: string; readonly args: readonly PythonType[] }

/** The longest line of a file of Python. */
export const lineWidth = 100

/** A name by which a value is found in Python; words of the language get an underscore behind them. */
export function nameInPython(name: string): string {
  return keywords.has(name) ? `${name}_` : name
}

/** Whether a member of an object can stand in a class as it is. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name)
}

const keywords = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import in is
lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
)

/** `createUploadUrl` and `create-upload-url` are `create_upload_url`. */
export function snake(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
}

/** A text as Python writes it. */
export function pythonString(text: string): string {
  return JSON.stringify(text)
}

/** One of these types; none that is said twice. */
export function unionOf(types: readonly PythonType[]): PythonType {
  const flat = types.flatMap((type) =>
    typeof type !== 'string' && type.head === 'Union' ? type.args : [type],
  )
  const literals = flat.flatMap((type) => (isLiteral(type) ? type.args : []))
  const others = flat.filter((type) => !isLiteral(type))
  const all = [...(literals.length > 0 ? [{ head: 'Literal', args: unique(literals) }] : []), ...others]
  const isNone = (type: PythonType) => type === 'None'
  const each = unique([...all.filter((type) => !isNone(type)), ...all.filter(isNone)])
  const [only] = each
  return each.length === 1 && only !== undefined ? only : { head: 'Union', args: each }
}

function isLiteral(type: PythonType): type is Exclude<PythonType, string> {
  return typeof type !== 'string' && type.head === 'Literal'
}

function unique(types: readonly PythonType[]): PythonType[] {
  return [...new Map(types.map((type) => [flat(type), type])).values()]
}

/** The type in one line. */
export function flat(given: PythonType): string {
  const type = shortened(given)
  return typeof type === 'string' ? type : `${type.head}[${type.args.map(flat).join(', ')}]`
}

/**
 * The type as it stands in a line that begins with `before` and ends with `after`, in several lines where one would be too long.
 * @param indent The spaces before the line.
 */
export function layType(before: string, given: PythonType, after: string, indent: number): string {
  const type = shortened(given)
  const pad = ' '.repeat(indent)
  const line = `${pad}${before}${flat(type)}${after}`
  if (line.length <= lineWidth || typeof type === 'string') return line
  // A comma behind the only argument would make a tuple of it.
  const comma = type.args.length === 1 && type.head !== 'Literal' ? '' : ','
  const inner = type.args.map((one) => layType('', one, comma, indent + 4))
  return `${pad}${before}${type.head}[\n${inner.join('\n')}\n${pad}]${after}`
}

/** A value or None has a name of its own. */
function shortened(type: PythonType): PythonType {
  if (typeof type === 'string' || type.head !== 'Union' || type.args.length !== 2) return type
  const [value, none] = type.args
  return value !== undefined && none === 'None' ? { head: 'Optional', args: [value] } : type
}
