import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailSettings } from '../../src/lib/settings/mail-settings.ts'

/** The behavior of the server at one step of a session. `hang` never answers, `drop` cuts the connection. */
export type Answer = 'ok' | 'hang' | 'drop' | { readonly code: number; readonly text: string }
type Step = 'connect' | 'auth' | 'from' | 'to' | 'data'

/** A mail that a server was given, whatever it answered. */
export interface Received {
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
  readonly isOverTls: boolean
  readonly user: string | null
  readonly raw: string
  readonly parsed: ParsedMail
}

/** A real mail server on this machine, which keeps what it is given. */
export interface MailServer {
  /** The settings that lead to it, without a login. */
  readonly settings: MailSettings
  readonly received: Received[]
  /** The answers of the next sessions at one step, in order; afterwards everything is taken. */
  next(step: Step, ...answers: Answer[]): void
  /** Everything that it was sent before a mail was taken, as `step`. */
  readonly steps: Step[]
  close(): Promise<void>
}

export interface MailServerOptions {
  readonly certificate?: { readonly key: string; readonly cert: string }
  readonly security?: 'tls' | 'starttls' | 'none'
  readonly login?: { readonly user: string; readonly password: string }
}

export async function startMailServer({
  certificate,
  security = 'none',
  login,
}: MailServerOptions = {}): Promise<MailServer> {
  const received: Received[] = []
  const steps: Step[] = []
  const planned = new Map<Step, Answer[]>()
  const options: SMTPServerOptions = {
    ...certificate,
    secure: security === 'tls',
    disabledCommands: [...(security === 'none' ? ['STARTTLS'] : []), ...(login ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    authOptional: login === undefined,
    closeTimeout: 10,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) => {
      steps.push('auth')
      if (username === login?.user && password === login?.password) done(null, { user: username })
      else done(Object.assign(new Error('Wrong user or password'), { responseCode: 535 }))
    },
    onConnect: (_session, done) => answer('connect', done),
    onMailFrom: (_address, _session, done) => answer('from', done),
    onRcptTo: (_address, _session, done) => answer('to', done),
    onData: (stream, { envelope, secure, user }, done) => {
      void (async () => {
        const raw = Buffer.concat(await stream.toArray()).toString('utf8')
        received.push({
          envelope: {
            from: (envelope.mailFrom || { address: '' }).address,
            to: envelope.rcptTo.map(({ address }) => address),
          },
          isOverTls: secure,
          user: user ?? null,
          raw,
          parsed: await simpleParser(raw),
        })
        answer('data', done)
      })()
    },
  }
  const server = new SMTPServer(options)
  server.on('error', () => undefined)

  function answer(step: Step, done: (error?: Error | null) => void): void {
    steps.push(step)
    const planning = planned.get(step)?.shift() ?? 'ok'
    if (planning === 'ok') done()
    else if (planning === 'drop') dropAll()
    else if (planning !== 'hang')
      done(Object.assign(new Error(planning.text), { responseCode: planning.code }))
  }

  function dropAll(): void {
    for (const connection of server.connections) {
      // The library does not name its socket in its types.
      const { _socket: socket } = connection as unknown as { _socket: { destroy(): void } }
      socket.destroy()
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    settings: {
      host: '127.0.0.1',
      port,
      security: security === 'tls' ? 'tls' : 'starttls',
      isLoopback: true,
      login: null,
      from: { name: 'Crier', address: 'crier@example.org' },
    },
    received,
    steps,
    next: (step, ...answers) => planned.set(step, [...(planned.get(step) ?? []), ...answers]),
    close: async () => {
      dropAll()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
