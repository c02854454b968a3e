import type { Options } from './command.ts'

/** The options that every command has. */
export const globalOptions: Options = {
  url: { value: 'URL', about: 'The address of the server; else CRIER_URL, else that of the profile.' },
  key: {
    value: 'KEY|-',
    about:
      'The API key; else CRIER_API_KEY, else that of the profile. "-" reads it from standard input. A key in an argument is seen in lists of processes and in the history of the shell.',
  },
  profile: {
    value: 'NAME',
    about: 'The profile that "crier login" wrote; else CRIER_PROFILE, else "default".',
  },
  'allow-http': { value: null, about: 'Send the key without TLS to a host that is not this machine.' },
  json: { value: null, about: 'Print the JSON of the API on standard output, and nothing else.' },
  retries: { value: 'NUMBER', about: 'How often to ask again where no answer came; 4 unless given.' },
  quiet: { value: null, about: 'Print no progress and no advice; only the answer, warnings and errors.' },
  'no-color': { value: null, about: 'Print no colours. NO_COLOR does it too.' },
  help: { value: null, about: 'Explain the command.' },
}

/** The option of every command that changes something. */
export const changeOptions: Options = {
  'idempotency-key': {
    value: 'KEY',
    about:
      'Names the change, which a command with the same arguments and key makes at most once within 24 hours. It is made at random unless given.',
  },
}
