import { html } from '../../../lib/html.ts'

/** The page of a fake server on which a person agrees: as whom, to what. It posts to the address it stands on. */
export function consentPage(
  { pathname, search }: URL,
  { scopes }: { readonly scopes: readonly string[] },
  people: readonly string[],
): string {
  const options = people.map((name) => html`<option>${name}</option>`)
  const boxes = scopes.map(
    (scope) =>
      html`<p><label><input type="checkbox" name="scope" value="${scope}" checked> ${scope}</label></p>`,
  )
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Authorize an application</title>
<h1>Authorize an application</h1>
<form method="post" action="${pathname + search}">
<p><label>Signed in as <select name="person">${options}</select></label></p>
${boxes}
<button name="decision" value="allow">Authorize</button>
<button name="decision" value="refuse">Deny</button>
</form>
</html>
`.markup
}
