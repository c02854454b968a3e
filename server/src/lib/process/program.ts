/** Whether this is Crier's container image, where `crier` is a program: see scripts/container/crier. */
export const isInImage = process.title === 'crier'

/** The words that begin every command of the operator, as a person types them. */
export const program = isInImage ? 'crier' : 'npm run --silent crier --'

/** The words that start a server. */
export const startCommand = isInImage ? 'docker compose up' : 'npm start'
