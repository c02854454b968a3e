// Exits with 0 if the Crier of this container is ready, as HEALTHCHECK in the Dockerfile asks. It loads nothing of Crier, so
// that asking costs little.
const { HOST = '', PORT, PROBE_PORT } = process.env
const isEverywhere = ['', '0.0.0.0', '::', 'localhost'].includes(HOST)
const host = HOST.includes(':') ? `[${HOST}]` : HOST
const url = `http://${isEverywhere ? '127.0.0.1' : host}:${PROBE_PORT || PORT || 4747}/readyz`
const answer = await fetch(url).catch((error) => error)
console.log(
  answer instanceof Error ? `Nothing answers at ${url} (${answer.cause?.code}).` : await answer.text(),
)
process.exit(answer.ok ? 0 : 1)
