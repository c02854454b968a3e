import { openOutput } from '../../src/lib/process/output.ts'

// Writes more to its stderr than may wait, says so on stdout, and ends when its input does.
const output = openOutput(2, {
  describeDropped: (count) => `${count} texts were dropped\n`,
  mostWaiting: 100_000,
})
for (let index = 0; index < 300; index += 1) output.write(`${String(index).padEnd(999, '.')}\n`)
process.stdin.once('end', () => output.write('the end\n')).resume()
process.stdout.write('written')
