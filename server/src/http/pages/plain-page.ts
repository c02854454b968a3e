import { createHash } from 'node:crypto'
import { type Html, html, styleOf } from '../../lib/html.ts'
import type { StreamAnswer } from '../stream-route.ts'

const style = `
:root{color-scheme:light dark;--paper:#FBFAF7;--sheet:#FFFFFF;--ink:#1E1C18;--soft:#6A655B;--line:#DDD9CE;--petrol:#0F5E63;--on-petrol:#FBFAF7}
@media (prefers-color-scheme:dark){:root{--paper:#15171A;--sheet:#1B1E22;--ink:#ECEAE4;--soft:#A09C92;--line:#31353A;--petrol:#6CC9C6;--on-petrol:#15171A}}
*{box-sizing:border-box}
body{margin:0;padding:1.5rem 1.25rem 3rem;background:var(--paper);color:var(--ink);accent-color:var(--petrol);font:1.0625rem/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif;overflow-wrap:anywhere}
main,.brand{max-width:34rem;margin:0 auto}
.brand{padding:0 0 1rem;color:var(--petrol);font-size:.875rem;font-weight:650}
main{padding:1.5rem 1.75rem;background:var(--sheet);border:1px solid var(--line);border-radius:.75rem}
h1{margin:0 0 1rem;font:600 1.5rem/1.25 Georgia,"Liberation Serif",serif}
main>:last-child{margin-bottom:0}
fieldset{margin:1rem 0 1.25rem;padding:0;border:0;border-bottom:1px solid var(--line)}
label{display:flex;align-items:baseline;gap:.75rem;padding:.65rem 0;border-top:1px solid var(--line);cursor:pointer}
label:has(:disabled){color:var(--soft);cursor:default}
label input{flex:none;width:1.05rem;height:1.05rem;margin:0;transform:translateY(.15rem)}
.soft{color:var(--soft);font-size:.9375rem}
button{padding:.6rem 1.1rem;border:0;border-radius:.5rem;background:var(--petrol);color:var(--on-petrol);font:inherit;font-weight:600;cursor:pointer}
button:hover{filter:brightness(1.12)}
button.quiet{background:none;color:var(--petrol)}
:focus-visible{outline:2px solid var(--petrol);outline-offset:3px}
`

/**
 * No form-action: browsers apply it to the redirects after a form as well, and a network sends people on as it likes. The
 * page holds no markup but ours.
 */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

/** A page for a person, without a script. `refreshSeconds` loads it again after that time. */
export function plainPage(
  status: number,
  title: string,
  content: Html,
  { refreshSeconds = null }: { refreshSeconds?: number | null } = {},
): StreamAnswer {
  const refresh =
    refreshSeconds === null ? null : html`<meta http-equiv="refresh" content="${refreshSeconds}">`
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${refresh}
<title>${title}</title>
<style>${styleOf(style)}</style>
<p class="brand">Crier</p>
<main>
<h1>${title}</h1>
${content}
</main>
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    // With no-referrer a browser would send its form without an origin, and it would be refused.
    'referrer-policy': 'same-origin',
  }
  return { status, headers, body: page.markup }
}

/** Sends the browser on; what it showed before is not sent again when the page is reloaded. */
export function sendOn(url: string, headers: Readonly<Record<string, string>> = {}): StreamAnswer {
  return { status: 303, headers: { location: url, ...headers }, body: null }
}
