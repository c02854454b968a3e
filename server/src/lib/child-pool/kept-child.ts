import { type ChildProcess, spawn } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { Socket } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plainEnvironment } from '../settings/plain-environment.ts'
import { ChildFault, ChildLost, type LossReason } from './child-errors.ts'
import type { ChildMessage } from './messages.ts'
import { readUsage } from './process-usage.ts'

/** The most that one order may consume. */
export interface ChildLimits {
  readonly memoryBytes: number
  readonly processorMs: number
  /** Time on the clock, for a child that waits for a slow disk or gets no processor. */
  readonly clockMs: number
}

export interface ChildOptions {
  /** A module that calls `answerParent`. */
  readonly entry: URL
  /** Further options of node, such as its permissions. */
  readonly nodeOptions: readonly string[]
  readonly limits: ChildLimits
}

/** A child process that carries out one order after the other. While it is idle, it does not keep this process running. */
export interface KeptChild<Order, Answer> {
  readonly pid: number | undefined
  /** @throws ChildLost, ChildFault */
  ask(order: Order): Promise<Answer>
  /** Whether it is to be replaced: it is gone, or near the processor time after which the kernel ends it. */
  isWorn(): boolean
  /** Lets an idle child end. */
  letGo(): void
  kill(): void
  /** Resolves once the process is gone. */
  readonly ended: Promise<void>
}

/** How often the consumption is read: about 50 µs each time, and memory grows by less than 100 MB meanwhile. */
const watchMs = 30
const startMs = 30_000
const endMs = 1_000
const keptErrorBytes = 2_000

/**
 * The kernel refuses more private memory than this, should the watch ever be late. An idle node counts 640 MB of address
 * space here that it never uses, and a picture of 100 megapixels up to 1.8 GB.
 */
const dataLimitBytes = 3 * 1024 ** 3
/** The kernel ends a child after this processor time, so that an endless loop does not outlive a killed parent. */
const lifeSeconds = 120
const wornMs = 60_000

// The kernel takes the children first when the machine has no memory left, and gives the server three times their share of
// a processor that both want.
const script = `
  ulimit -d ${dataLimitBytes / 1024} 2>/dev/null
  ulimit -t ${lifeSeconds} 2>/dev/null
  { echo 1000 >/proc/$$/oom_score_adj; } 2>/dev/null
  exec nice -n 5 "$@"`

/** Starts a child; its first order waits until it is ready. */
export function startChild<Order, Answer>(options: ChildOptions): KeptChild<Order, Answer> {
  const child = spawnChild(options)
  const readErrors = keepErrors(child)
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let answering: PromiseWithResolvers<Answer> | null = null
  let isReady = false
  let isGone = false
  let killedFor: LossReason | null = null

  function fail(error: Error): void {
    isGone = true
    started.reject(error)
    answering?.reject(error)
    ended.resolve()
  }
  function killFor(reason: LossReason): void {
    killedFor ??= reason
    child.kill('SIGKILL')
  }

  // A child may die while no order waits for it; the rejection then has no listener.
  started.promise.catch(() => undefined)
  const startTimer = setTimeout(() => killFor('stalled'), startMs).unref()
  child.on('message', (message: ChildMessage) => {
    switch (message.kind) {
      case 'ready':
        isReady = true
        clearTimeout(startTimer)
        return started.resolve()
      case 'answer':
        return answering?.resolve(message.answer as Answer)
      case 'fault':
        return answering?.reject(new ChildFault(message.message, { cause: message.stack }))
    }
  })
  child.on('error', (error) => {
    if (child.pid === undefined) fail(new ChildFault('A child cannot be started.', { cause: error }))
    else killFor('crashed')
  })
  whenGone(child, (code, signal) => {
    clearTimeout(startTimer)
    const detail = `Exit code ${code}, signal ${signal}. ${readErrors()}`
    const reason = killedFor ?? (signal === 'SIGKILL' ? 'killed' : 'crashed')
    const isLost = isReady || killedFor !== null
    fail(isLost ? new ChildLost(reason, detail) : new ChildFault(`A child did not start. ${detail}`))
  })
  holdProcess(child, false)
  return {
    pid: child.pid,
    ask: async (order) => {
      holdProcess(child, true)
      try {
        await started.promise
        answering = Promise.withResolvers()
        const stopWatching = watch(child, options.limits, killFor)
        child.send({ order }, (error) => {
          if (error) killFor('crashed')
        })
        return await answering.promise.finally(stopWatching)
      } finally {
        answering = null
        holdProcess(child, false)
      }
    },
    isWorn: () => isGone || (readUsage(child.pid ?? 0)?.processorMs ?? 0) > wornMs,
    letGo: () => {
      if (child.connected) child.disconnect()
      setTimeout(() => killFor('stalled'), endMs).unref()
    },
    kill: () => {
      holdProcess(child, true)
      killFor('killed')
    },
    ended: ended.promise,
  }
}

function spawnChild({ entry, nodeOptions }: ChildOptions): ChildProcess {
  const compiled = getCompileCacheDir()
  const program = [process.execPath, ...nodeOptions, fileURLToPath(entry)]
  return spawn('/bin/sh', ['-c', script, 'sh', ...program], {
    cwd: '/',
    env: {
      ...plainEnvironment,
      // Each thread of the C library would otherwise keep memory of its own.
      MALLOC_ARENA_MAX: '2',
      UV_THREADPOOL_SIZE: '2',
      // The folder has a folder for each version of node in it.
      ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) }),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
}

// Node's `close` never comes for a child that its parent has disconnected from.
function whenGone(
  child: ChildProcess,
  then: (code: number | null, signal: NodeJS.Signals | null) => void,
): void {
  child.once('exit', (code, signal) => {
    if (child.stderr === null || child.stderr.closed) then(code, signal)
    else child.stderr.once('close', () => then(code, signal))
  })
}

/** Keeps the last words of the child's stderr. */
function keepErrors(child: ChildProcess): () => string {
  let kept = ''
  child.stderr?.setEncoding('latin1').on('data', (text: string) => {
    kept = (kept + text).slice(-keptErrorBytes)
  })
  return () => kept.trim()
}

function holdProcess(child: ChildProcess, isHeld: boolean): void {
  const stderr = child.stderr instanceof Socket ? child.stderr : null
  for (const handle of [child, child.channel, stderr]) {
    if (isHeld) handle?.ref()
    else handle?.unref()
  }
}

/** Watches what one order consumes. Where that cannot be read, its time on the clock counts as time on a processor. */
function watch(child: ChildProcess, limits: ChildLimits, kill: (reason: LossReason) => void): () => void {
  const pid = child.pid ?? 0
  const processorBefore = readUsage(pid)?.processorMs ?? 0
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const clockMs = performance.now() - startedAt
    const usage = readUsage(pid)
    const processorMs = usage ? usage.processorMs - processorBefore : clockMs
    if ((usage?.memoryBytes ?? 0) > limits.memoryBytes) kill('memory')
    else if (processorMs > limits.processorMs) kill('time')
    else if (clockMs > limits.clockMs) kill('stalled')
  }, watchMs)
  timer.unref()
  return () => clearInterval(timer)
}
