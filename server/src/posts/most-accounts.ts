/** The largest number of accounts of one post, a limit of our own. */
export const mostAccounts = 500
