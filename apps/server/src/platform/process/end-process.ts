/** The time in milliseconds for which a process may still be kept alive by something that was not closed. */
const patience = 2_000

/**
 * Lets this process end with an exit code once nothing keeps it alive, at the latest after `patience`. Returns at once, so nothing may follow the
 * call.
 *
 * `process.exit` can hang forever: it waits for the threads of V8 without disposing of the heap, and a thread that compiles may be waiting for the
 * main thread to collect garbage (https://github.com/nodejs/node/issues/54918). A process that ends by itself disposes of the heap first.
 */
export function endProcess(code: number): void {
  process.exitCode = code
  setTimeout(() => process.exit(code), patience).unref()
}
