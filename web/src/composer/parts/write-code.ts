/** The call by curl. It can be pasted into a shell as it is. */
export function writeCurl(url: string, body: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''")
  return [
    `curl ${url}/v1/posts \\`,
    '  -H "Authorization: Bearer $CRIER_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${json}'`,
  ].join('\n')
}

/** The call by the SDK. */
export function writeTypeScript(url: string, body: Readonly<Record<string, unknown>>): string {
  return [
    "import { createClient } from '@crier/sdk'",
    '',
    'const crier = createClient({',
    `  baseUrl: '${url}',`,
    '  apiKey: process.env.CRIER_API_KEY,',
    '})',
    `const post = await crier.posts.create(${writeValue(body, '')})`,
  ].join('\n')
}

function writeValue(value: unknown, indent: string): string {
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
  return JSON.stringify(value)
}

const writeName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
