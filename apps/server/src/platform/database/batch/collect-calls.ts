type Waiting<Input, Output> = { input: Input } & PromiseWithResolvers<Output>

/**
 * Collects the calls of one turn of the event loop and answers them with one call of `run`, which returns one result per input, in the same order. If
 * `run` throws, each of the calls throws its error.
 */
export function collectCalls<Input, Output>(
  run: (inputs: Input[]) => Promise<Output[]>,
): (input: Input) => Promise<Output> {
  let waiting: Waiting<Input, Output>[] = []

  async function answer() {
    const calls = waiting
    waiting = []
    try {
      const outputs = await run(calls.map(({ input }) => input))
      for (const [index, { resolve }] of calls.entries()) resolve(outputs[index] as Output)
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }

  return (input) => {
    if (waiting.length === 0) setImmediate(() => void answer())
    const call = { input, ...Promise.withResolvers<Output>() }
    waiting.push(call)
    return call.promise
  }
}
