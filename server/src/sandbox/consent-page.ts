import { createHash } from 'node:crypto'
import { html, styleOf } from '../lib/html.ts'

/** Crier's paper, ink and petrol. The page has no other style and no script. */
const style = `
:root{color-scheme:light dark;--paper:#FBFAF7;--sheet:#FFFFFF;--ink:#1E1C18;--soft:#6A655B;--line:#DDD9CE;--petrol:#0F5E63;--on-petrol:#FBFAF7;--tint:#EAF1F0}
@media (prefers-color-scheme:dark){:root{--paper:#15171A;--sheet:#1B1E22;--ink:#ECEAE4;--soft:#A09C92;--line:#31353A;--petrol:#6CC9C6;--on-petrol:#15171A;--tint:#1E2A2C}}
*{box-sizing:border-box}
body{margin:0;padding:1.5rem 1.25rem 3rem;background:var(--paper);color:var(--ink);font:1.0625rem/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif;overflow-wrap:anywhere}
.brand,main{max-width:34rem;margin:0 auto}
.brand{padding:0 0 1rem;color:var(--petrol);font-size:.875rem;font-weight:650}
main{padding:1.5rem 1.75rem;background:var(--sheet);border:1px solid var(--line);border-radius:.75rem}
h1{margin:0 0 .5rem;font:600 1.5rem/1.25 Georgia,"Liberation Serif",serif}
main>:last-child{margin-bottom:0}
.note{margin:1.25rem 0;padding:.8rem 1rem;border-left:3px solid var(--petrol);background:var(--tint);font-size:.9375rem}
label{display:block;font-weight:600;font-size:.9375rem}
select,textarea{width:100%;margin-top:.3rem;padding:.5rem .65rem;border:1px solid var(--soft);border-radius:.5rem;background:var(--paper);color:var(--ink);font:inherit;font-weight:400}
button{padding:.55rem 1.1rem;border:1px solid var(--petrol);border-radius:.5rem;background:var(--petrol);color:var(--on-petrol);font:inherit;font-weight:600;cursor:pointer}
button+button{background:none;color:var(--petrol)}
:focus-visible{outline:2px solid var(--petrol);outline-offset:3px}
`

/**
 * Allows this style and nothing else. No form-action: browsers apply it to the redirect after a form as well, and this one leads
 * to the callback of Crier, which on somebody's own machine has another name than this page.
 */
export const consentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Renders the page on which a person lets a client publish; `at` is its own address. Without `at` it was answered before. */
export function consentPage(at: string | null, signInBehaviors: Readonly<Record<string, string>>): string {
  const content =
    at === null
      ? html`<h1>This sign-in is over</h1><p>It was answered before, or its ten minutes are over.</p>`
      : html`<h1>Sign in to the sandbox</h1>
<p>Crier asks to read and publish as your profiles.</p>
<p class="note">A real network would ask who you are here. This one is simulated: name the profiles that you want to
have, and say how the sign-in shall go.</p>
<form method="post" action="${at}">
<p><label>Your profiles, one in a line<br><textarea name="names" rows="3" cols="40">Harbour</textarea></label></p>
<p><label>How it goes<br><select name="behavior">${Object.entries(signInBehaviors).map(
          ([name, words]) => html`<option value="${name}">${words}</option>`,
        )}</select></label></p>
<p><button name="decision" value="allow">Allow</button> <button name="decision" value="refuse">Refuse</button></p>
</form>`
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>Sign in · Crier sandbox</title>
<style>${styleOf(style)}</style>
<p class="brand">Crier sandbox</p>
<main>${content}</main>
</html>
`.markup
}
