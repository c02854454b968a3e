/** The greatest number that the database counts to. */
export const greatestRowNumber = 2_147_483_647

/** Whether a text is a number of a row, as digits: 1 to 2147483647, without zeros in front. */
export function isRowNumber(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= greatestRowNumber
}
