import type { SendBytes } from './send-bytes.ts'

/** The part of XMLHttpRequest that is used, for programs whose compiler knows no browser. */
interface Xhr {
  readonly status: number
  readonly responseText: string
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null }
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: unknown): void
  abort(): void
  getAllResponseHeaders(): string
}

type XhrConstructor = new () => Xhr

/** XMLHttpRequest, where there is one. */
export const XhrClass = (globalThis as { XMLHttpRequest?: XhrConstructor }).XMLHttpRequest

/** Sends the bytes by XMLHttpRequest, because fetch reports no progress in browsers. */
export function sendByXhr(Class: XhrConstructor): SendBytes {
  return ({ upload_url, method, headers }, { content, size }, signal, moved) =>
    new Promise((resolve, reject) => {
      const xhr = new Class()
      const stop = () => xhr.abort()
      const fail = () => {
        signal.removeEventListener('abort', stop)
        reject(new Error('The request failed.'))
      }
      if (signal.aborted) return fail()
      xhr.open(method, upload_url)
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
      xhr.upload.onprogress = ({ loaded }) => moved(loaded)
      xhr.onerror = fail
      xhr.onabort = fail
      xhr.onload = () => {
        signal.removeEventListener('abort', stop)
        if (xhr.status === 200) moved(size)
        resolve({
          status: xhr.status,
          headers: readHeaders(xhr.getAllResponseHeaders()),
          text: xhr.responseText,
        })
      }
      signal.addEventListener('abort', stop, { once: true })
      xhr.send(content)
    })
}

function readHeaders(text: string): Headers {
  const headers = new Headers()
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}
