/** The canonical name of an account as a request gives it: its id in lower case, or its number as digits. */
export function accountNameOf(sent: string | number): string {
  return String(sent).toLowerCase()
}
