import { createHash } from 'node:crypto'

/** Crier's paper, ink and petrol. The page has no other style and no script. */
export const feedStyle = `
:root{color-scheme:light dark;--paper:#FBFAF7;--sheet:#FFFFFF;--ink:#1E1C18;--soft:#6A655B;--line:#DDD9CE;--petrol:#0F5E63;--on-petrol:#FBFAF7;--tint:#EAF1F0;--amber:#8A5A00;--red:#A3312A}
@media (prefers-color-scheme:dark){:root{--paper:#15171A;--sheet:#1B1E22;--ink:#ECEAE4;--soft:#A09C92;--line:#31353A;--petrol:#6CC9C6;--on-petrol:#15171A;--tint:#1E2A2C;--amber:#E0B256;--red:#F0918A}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif;overflow-wrap:anywhere}
form label{display:block;font-weight:600;font-size:.9375rem}
form select,form textarea{width:100%;margin-top:.3rem;padding:.5rem .65rem;border:1px solid var(--line);border-radius:.5rem;background:var(--sheet);color:var(--ink);font:inherit;font-weight:400}
form button{padding:.55rem 1.1rem;border:1px solid var(--petrol);border-radius:.5rem;background:var(--petrol);color:var(--on-petrol);font:inherit;font-weight:600;cursor:pointer}
form button+button{background:none;color:var(--petrol)}
a{color:var(--petrol);text-decoration-thickness:1px;text-underline-offset:.18em}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid var(--petrol);outline-offset:3px;border-radius:3px}
.page{max-width:40rem;margin:0 auto;padding:0 1.25rem 4rem}
.top{display:flex;justify-content:space-between;gap:1rem;padding:1.1rem 0;font-size:.875rem;color:var(--soft)}
.top a{color:inherit;text-decoration:none}
.top a:hover{color:var(--petrol)}
.brand{font-weight:650;letter-spacing:.01em;color:var(--petrol)}
.who{display:flex;align-items:center;gap:1.1rem;padding:1.5rem 0 1.75rem;border-bottom:1px solid var(--line)}
.disc{flex:none;display:grid;place-items:center;width:4rem;height:4rem;border-radius:50%;background:var(--petrol);color:var(--on-petrol);font:600 1.6rem/1 Georgia,"Iowan Old Style","Liberation Serif",serif}
h1{margin:0;font:600 1.75rem/1.2 Georgia,"Iowan Old Style","Liberation Serif",serif;letter-spacing:-.01em}
.who p{margin:.35rem 0 0;color:var(--soft);font-size:.9375rem;line-height:1.45}
.note{margin:1.5rem 0;padding:.8rem 1rem;border-left:3px solid var(--petrol);background:var(--tint);font-size:.9375rem}
.thread{margin:1.25rem 0;padding:0;list-style:none;background:var(--sheet);border:1px solid var(--line);border-radius:.75rem}
.post{position:relative;padding:1.1rem 1.25rem 1rem}
.post+.post{border-top:1px solid var(--line)}
.thread.many .post{padding-left:2.75rem}
.thread.many .post+.post{border-top:0;padding-top:.4rem}
.thread.many .post::before{content:"";position:absolute;left:1.3rem;top:1.55rem;width:.7rem;height:.7rem;border-radius:50%;background:var(--sheet);border:2px solid var(--petrol)}
.thread.many .post::after{content:"";position:absolute;left:calc(1.3rem + .35rem - 1px);top:2.25rem;bottom:-.85rem;width:2px;background:var(--line)}
.thread.many .post+.post::before{top:.85rem}
.thread.many .post+.post::after{top:1.55rem}
.thread.many .post:last-child::after{display:none}
.post.here{box-shadow:inset 3px 0 0 var(--petrol);border-radius:.75rem}
.post>.media:first-child{margin-top:0}
.text{margin:0;white-space:pre-wrap}
.tag{color:var(--petrol)}
.cover{display:block;width:100%;max-height:20rem;object-fit:cover;border-radius:.5rem;margin:0 0 .9rem}
.media{display:grid;gap:.4rem;margin:.9rem 0 0;padding:0;list-style:none}
.media.two,.media.more{grid-template-columns:1fr 1fr}
.media.odd>:first-child{grid-column:1/-1}
.media figure{position:relative;margin:0}
.media img,.media video{display:block;width:100%;border-radius:.5rem;border:1px solid var(--line);background:var(--tint)}
.media.one img,.media.one video{max-height:34rem;object-fit:contain}
.media.two img,.media.more img{aspect-ratio:4/3;object-fit:cover}
.media.odd>:first-child img{aspect-ratio:16/9}
details summary{cursor:pointer;width:max-content;max-width:100%}
.alt{font-size:.8125rem;color:var(--soft);margin-top:.3rem}
.alt summary{font-weight:600;letter-spacing:.04em}
.alt p{margin:.2rem 0 .4rem;white-space:pre-wrap}
.veil{margin-top:.9rem}
.veil>summary{padding:.4rem .8rem;border:1px solid var(--line);border-radius:2rem;font-size:.875rem}
.poll{margin:.9rem 0 0;padding:0;list-style:none;display:grid;gap:.4rem}
.poll li{display:flex;gap:.6rem;padding:.45rem .8rem;border:1px solid var(--line);border-radius:2rem;font-size:.9375rem}
.poll li::before{content:"";flex:none;width:.8rem;height:.8rem;margin-top:.35rem;border:1.5px solid var(--soft);border-radius:50%}
.poll.several li::before{border-radius:.2rem}
.small{display:flex;flex-wrap:wrap;gap:.1rem .9rem;margin:.7rem 0 0;font-size:.8125rem;color:var(--soft)}
.small a{color:inherit}
.small code{font-size:.75rem}
.badge{position:absolute;left:.6rem;top:.6rem;padding:.05rem .4rem;border-radius:.3rem;background:rgb(20 22 25/.72);color:#fff;font-size:.6875rem;font-weight:650;letter-spacing:.05em}
.arrivals{margin:1.25rem 0}
.arrivals summary{width:auto;padding:.2rem 0;font-size:.875rem;color:var(--soft)}
.arrivals h2{display:inline;margin-right:.4rem}
h2{margin:0;color:var(--ink);font:600 1.05rem/1.3 Georgia,"Iowan Old Style","Liberation Serif",serif}
.arrivals p{margin:0;font-size:.875rem;line-height:1.5}
.arrivals>p{margin-top:.25rem;color:var(--soft)}
.arrivals ol{margin:.75rem 0 2.5rem;padding:0;list-style:none;border-block:1px solid var(--line)}
.arrivals li{position:relative;padding:.7rem 0 .7rem 1.4rem}
.arrivals li::before{content:"";position:absolute;left:.1rem;top:1.1rem;width:.6rem;height:.6rem;border-radius:50%;border:2px solid var(--petrol)}
.arrivals li+li{border-top:1px solid var(--line)}
.arrivals strong{font-weight:400}
.arrivals .lost strong,.arrivals .refused strong{font-weight:600}
.arrivals .lost::before{border-color:var(--amber);background:var(--amber)}
.arrivals .lost strong{color:var(--amber)}
.arrivals .refused::before{border-color:var(--red);background:var(--red)}
.arrivals .refused strong{color:var(--red)}
.arrivals .said{color:var(--soft)}
.arrivals .small{margin-top:.15rem;font-size:.75rem}
.empty{padding:3.5rem 0;text-align:center;color:var(--soft)}
.empty strong{display:block;margin-bottom:.35rem;color:var(--ink);font:600 1.2rem/1.3 Georgia,"Liberation Serif",serif}
.profiles{margin:0;padding:0;list-style:none}
.profiles li{border-bottom:1px solid var(--line)}
.profiles a{display:flex;align-items:center;gap:.9rem;padding:.8rem .2rem;color:inherit;text-decoration:none}
.profiles a:hover strong{color:var(--petrol)}
.profiles .disc{width:2.5rem;height:2.5rem;font-size:1.05rem}
.profiles span span{display:block;font-size:.8125rem;color:var(--soft)}
.older{display:block;padding:1rem 0;text-align:center}
code{font:.9em ui-monospace,"Liberation Mono",Menlo,monospace}
@media (max-width:30rem){.small{font-size:.75rem}.small code{font-size:.65rem}.page{padding:0 .9rem 3rem}.post{padding:1rem}.thread.many .post{padding-left:2.4rem}.thread.many .post::before{left:1rem}.thread.many .post::after{left:calc(1rem + .35rem - 1px)}h1{font-size:1.45rem}.disc{width:3.25rem;height:3.25rem}}
`

/** Allows this style, pictures and videos of our own host, and nothing else. */
export const feedPolicy = policyWith("form-action 'none'")

/** Allows a form too, which is sent to our own host. */
export const consentPolicy = policyWith("form-action 'self'")

function policyWith(formAction: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(feedStyle).digest('base64')}'`,
    "img-src 'self'",
    "media-src 'self'",
    "base-uri 'none'",
    formAction,
    "frame-ancestors 'none'",
  ].join('; ')
}
