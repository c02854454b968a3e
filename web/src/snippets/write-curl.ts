import { inShell } from './in-shell.ts'

/** A request as a program makes it. */
export interface WrittenRequest {
  readonly method: string
  /** With the query. */
  readonly url: string
  /** Further headers; that of the key comes by itself, unless anybody may ask. */
  readonly headers?: Readonly<Record<string, string>>
  readonly isPublic?: boolean
  /** The text of the JSON. */
  readonly body?: string | undefined
  /** The answer is written into this file, such as one of bytes. */
  readonly file?: string | undefined
  /** Whether each part of the answer is shown as soon as it comes. */
  readonly isStream?: boolean
}

/** The call by curl. It can be pasted into a shell as it is: the key comes from the environment. */
export function writeCurl(request: WrittenRequest): string {
  const { method, url, headers = {}, isPublic = false, body, file, isStream = false } = request
  const usual = body === undefined ? 'GET' : 'POST'
  const flags = [
    ...(method === 'HEAD' ? ['-I'] : method === usual ? [] : [`-X ${method}`]),
    ...(isStream ? ['-N'] : []),
    /[^\w:/.~-]/.test(url) ? inShell(url) : url,
  ]
  const lines = [
    ['curl', ...flags].join(' '),
    ...(isPublic ? [] : ['-H "Authorization: Bearer $CRIER_API_KEY"']),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"']),
    ...Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${inShell(body)}`]),
    ...(file === undefined ? [] : [`-o ${inShell(file)}`]),
  ]
  return lines.join(' \\\n  ')
}
