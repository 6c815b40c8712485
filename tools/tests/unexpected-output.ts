// Makes a test fail if an error or a warning is printed while it runs. Vitest runs this file before every test file. A
// test that expects a message mocks the console and checks the message:
// `const printed = vi.spyOn(console, 'error').mockImplementation(() => {})`, `expect(printed).toHaveBeenCalledWith('…')`.
import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'

const key = Symbol.for('attune.unexpectedOutput')
const shared = globalThis as { [key]?: string[] }

/** The messages since the last check. The test files of a process share this array, because they share the console. */
const messages = (shared[key] ??= collectNodeWarnings())

function collectNodeWarnings() {
  const collected: string[] = []
  process.on('warning', (warning) => collected.push(`warning of Node: ${warning.stack ?? warning.message}`))
  return collected
}

/**
 * Replaces `console.error` and `console.warn` by functions that collect the messages. Also replaces mocks that a test
 * has left.
 */
function collectFromConsole() {
  for (const name of ['error', 'warn'] as const) {
    console[name] = (...parts: unknown[]) => void messages.push(`console.${name}: ${format(...parts)}`)
  }
}

/** Throws if an error or a warning was printed since the last check. */
export function refuseUnexpectedOutput() {
  collectFromConsole()
  const found = messages.splice(0)
  if (found.length > 0) throw new Error(`Unexpected output:\n${found.join('\n').slice(0, 4_000)}`)
}

collectFromConsole()
afterEach(refuseUnexpectedOutput)
afterAll(refuseUnexpectedOutput)
