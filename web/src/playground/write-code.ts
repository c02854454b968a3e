import { writeCurl } from '../snippets/write-curl.ts'
import { writeTypeScript } from '../snippets/write-typescript.ts'
import type { ApiOperation } from './api-document.ts'
import { buildRequest, type FormValues, typedQuery } from './build-request.ts'

/** The code of what a form holds. */
interface CodeInput {
  readonly operation: ApiOperation
  readonly form: FormValues
  readonly body: string
}

/** The request by curl. A key of idempotency is in it if the person wrote one: one that is made anew belongs to this page. */
export function curlOf(serverUrl: string, { operation, form, body }: CodeInput): string {
  const request = buildRequest(operation, form, body)
  const { 'Content-Type': _type, ...headers } = request.headers
  const ownKey = operation.takesKey && form.key !== null ? { 'Idempotency-Key': form.key } : {}
  return writeCurl({
    method: operation.method,
    url: serverUrl + request.path,
    headers: { ...headers, ...ownKey },
    isPublic: operation.scope === null,
    body: request.body,
    isStream: form.isStream,
    file: operation.answersFile && operation.method === 'GET' ? fileNameOf(operation) : undefined,
  })
}

/** The request by the SDK; null where it has no method for that, or the body is no JSON yet. */
export function typeScriptOf(serverUrl: string, { operation, form, body }: CodeInput): string | null {
  const json = operation.body === null || body.trim() === '' ? undefined : parse(body)
  if (json === null) return null
  const match = form.match.trim()
  return writeTypeScript(serverUrl, operation.id, {
    params: form.parameters,
    query: typedQuery(operation, form),
    body: json?.value,
    options: {
      ...(operation.takesKey && form.key !== null ? { idempotencyKey: form.key } : {}),
      ...(operation.takesMatch && match !== '' ? { ifMatch: match } : {}),
    },
    isStream: form.isStream,
  })
}

function fileNameOf({ path }: ApiOperation): string {
  if (path.endsWith('.svg')) return 'icon.svg'
  return /thumbnail|avatar|picture/.test(path) ? 'picture.webp' : 'file'
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
