import { createHash } from 'node:crypto'
import { type Html, html, styleOf } from '../../lib/html.ts'
import type { Speech } from '../../words/speech.ts'
import type { StreamAnswer } from '../stream-route.ts'

const style = `
:root{color-scheme:light dark;--paper:#FBFAF7;--sheet:#FFFFFF;--ink:#1E1C18;--soft:#6A655B;--line:#DDD9CE;--petrol:#0F5E63;--on-petrol:#FBFAF7;--red:#A3261B}
@media (prefers-color-scheme:dark){:root{--paper:#15171A;--sheet:#1B1E22;--ink:#ECEAE4;--soft:#A09C92;--line:#31353A;--petrol:#6CC9C6;--on-petrol:#15171A;--red:#F2998F}}
*{box-sizing:border-box}
body{margin:0;padding:1.5rem 1.25rem 3rem;background:var(--paper);color:var(--ink);accent-color:var(--petrol);font:1.0625rem/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif;overflow-wrap:anywhere}
main,.brand{max-width:34rem;margin:0 auto}
.wide{max-width:52rem}
.brand{padding:0 0 1rem;color:var(--petrol);font-size:.875rem;font-weight:650}
main{padding:1.5rem 1.75rem;background:var(--sheet);border:1px solid var(--line);border-radius:.75rem}
h1{margin:0 0 1rem;font:600 1.5rem/1.25 Georgia,"Liberation Serif",serif}
h2{margin:1.5rem 0 .5rem;font-size:1.0625rem}
main>:last-child{margin-bottom:0}
fieldset{margin:1rem 0 1.25rem;padding:0;border:0;border-bottom:1px solid var(--line)}
label{display:flex;align-items:baseline;gap:.75rem;padding:.65rem 0;border-top:1px solid var(--line);cursor:pointer}
label:has(:disabled){color:var(--soft);cursor:default}
label input{flex:none;width:1.05rem;height:1.05rem;margin:0;transform:translateY(.15rem)}
.logo{display:block;max-width:12rem;max-height:4rem;margin:0 0 1.25rem}
.avatar{flex:none;width:2rem;height:2rem;border-radius:50%;align-self:center;object-fit:cover}
.choices{margin:1rem 0;padding:0;list-style:none}
.choices a{display:block;padding:.75rem 0;border-top:1px solid var(--line)}
a{color:var(--petrol)}
.field{margin:1rem 0}
.field label{padding:0 0 .25rem;border:0}
.field .soft,.field .fault{display:block;margin-top:.25rem}
input[type=text],input[type=password],select{width:100%;padding:.55rem .7rem;border:1px solid var(--soft);border-radius:.5rem;background:var(--paper);color:inherit;font:inherit}
details{margin:1rem 0}
pre{margin:.75rem 0;padding:.75rem 1rem;overflow-x:auto;background:var(--paper);border:1px solid var(--line);border-radius:.5rem;font-size:.875rem;line-height:1.5;overflow-wrap:normal}
pre,code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
code{font-size:.9em}
table{display:block;margin:.75rem 0;overflow-x:auto;border-collapse:collapse;font-size:.9375rem}
th,td{padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:normal}
dt{margin-top:.9rem}
dd{margin:.1rem 0 0}
dd em{color:var(--soft);font-style:normal}
.operations{padding:0;list-style:none}
.operations li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.4rem 0;border-top:1px solid var(--line)}
.operations code{color:var(--soft)}
summary{cursor:pointer;color:var(--petrol)}
.fault{color:var(--red)}
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

interface PageOptions {
  /** Loads the page again after that time. */
  readonly refreshSeconds?: number
  /** A picture above the title, from another host: the policy of the page admits images of its origin. */
  readonly logoUrl?: string | null
  /** Whether the page shows pictures of our own host. */
  readonly hasPictures?: boolean
  /** Whether the page has code and lists, which need more room than a question. */
  readonly isWide?: boolean
  /** The words of a page that speaks the language of its visitor; English unless given. */
  readonly speech?: Speech
}

/** A page for a person, without a script. */
export function plainPage(
  status: number,
  title: string,
  content: Html,
  { refreshSeconds, logoUrl = null, hasPictures = false, isWide = false, speech }: PageOptions = {},
): StreamAnswer {
  const refresh =
    refreshSeconds === undefined ? null : html`<meta http-equiv="refresh" content="${refreshSeconds}">`
  const logo =
    logoUrl === null ? null : html`<img class="logo" src="${logoUrl}" alt="" referrerpolicy="no-referrer">`
  // Somebody else's picture takes the place of our name.
  const width = isWide ? ' wide' : ''
  const brand = logoUrl === null ? html`<header class="brand${width}">Crier</header>\n` : null
  const page = html`<!doctype html>
<html lang="${speech?.locale ?? 'en'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${refresh}
<title>${title}</title>
<style>${styleOf(style)}</style>
${brand}<main class="page${width}">${logo}
<h1>${title}</h1>
${content}
</main>
</html>
`
  const images = [...(hasPictures ? ["'self'"] : []), ...(logoUrl === null ? [] : [new URL(logoUrl).origin])]
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': images.length === 0 ? policy : `${policy}; img-src ${images.join(' ')}`,
    // With no-referrer a browser would send its form without an origin, and it would be refused.
    'referrer-policy': 'same-origin',
    ...(speech && { 'content-language': speech.locale, vary: 'accept-language' }),
  }
  return { status, headers, body: page.markup }
}

/** The way back to the page of somebody else’s that led here, named by its host; nothing where there is none. */
export function leaveLink({ say }: Speech, url: string | null, how: 'done' | 'not connected'): Html | null {
  if (url === null) return null
  const { host } = new URL(url)
  const words =
    how === 'done'
      ? say('Go back to {host}', { host })
      : say('Go back to {host} without connecting', { host })
  return html`<p><a href="${url}">${words}</a></p>`
}

/** Sends the browser on; what it showed before is not sent again when the page is reloaded. */
export function sendOn(url: string, headers: Readonly<Record<string, string>> | null = null): StreamAnswer {
  return { status: 303, headers: { location: url, ...headers }, body: null }
}
