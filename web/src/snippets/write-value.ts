/** Writes a value of JSON as a literal of TypeScript. */
export function writeValue(value: unknown, indent = ''): string {
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return `[\n${value.map((item) => `${deeper}${writeValue(item, deeper)},\n`).join('')}${indent}]`
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, each]) => each !== undefined)
    if (members.length === 0) return '{}'
    const lines = members.map(([name, each]) => `${deeper}${writeName(name)}: ${writeValue(each, deeper)},\n`)
    return `{\n${lines.join('')}${indent}}`
  }
  return typeof value === 'string' ? writeText(value) : JSON.stringify(value)
}

const writeName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : writeText(name))

/** In single quotes, as the code around it, unless it holds some. */
function writeText(text: string): string {
  const quoted = JSON.stringify(text)
  return /['"]/.test(text) ? quoted : `'${quoted.slice(1, -1)}'`
}
