/** A list that is longer than this is looked through by names. */
export const manyAccounts = 8
