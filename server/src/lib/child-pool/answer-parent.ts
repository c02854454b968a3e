import type { ChildMessage, OrderMessage } from './messages.ts'

/** Carries out the orders of the parent process, one after the other, until the parent ends or lets this process go. */
export function answerParent<Order, Answer>(handle: (order: Order) => Promise<Answer>): void {
  let isBusy = false
  // A terminal sends its signals to the whole group. The parent decides when a child ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.once('disconnect', () => {
    // A normal exit waits for native work, and only an idle child has compiled code worth keeping.
    if (isBusy) process.kill(process.pid, 'SIGKILL')
    else process.exit()
  })
  process.on('message', (message: OrderMessage) => {
    isBusy = true
    void carryOut(handle, message.order as Order).then((reply) => {
      isBusy = false
      sendMessage(reply)
    })
  })
  sendMessage({ kind: 'ready' })
}

async function carryOut<Order, Answer>(
  handle: (order: Order) => Promise<Answer>,
  order: Order,
): Promise<ChildMessage> {
  try {
    return { kind: 'answer', answer: await handle(order) }
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { kind: 'fault', message, stack: stack ?? message }
  }
}

// A parent that is gone receives nothing, and the child then gets `disconnect`.
function sendMessage(message: ChildMessage): void {
  process.send?.(message, undefined, undefined, () => undefined)
}
