/** The words that begin every command of the operator, as a person types them. */
export const program = 'npm run --silent crier --'
