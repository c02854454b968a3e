// The form that browsers accept in a field for an address (WHATWG HTML), ASCII only.
const form =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** Whether a text is an address that mail can go to, and nothing besides. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && form.test(text)
}
