// Fails a test that prints an error or a warning, or during which Node prints a warning. Vitest runs this file before every test file.
// A test that expects a message replaces the console and then names the message:
// `const printed = vi.spyOn(console, 'error').mockImplementation(() => {})`, `expect(printed).toHaveBeenCalledWith('…')`.
import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'

const key = Symbol.for('attune.unexpectedOutput')
const shared = globalThis as { [key]?: string[] }

/** The messages since the last check. The test files of a process share them, because they share the console. */
const messages = (shared[key] ??= collectNodeWarnings())

function collectNodeWarnings() {
  const collected: string[] = []
  process.on('warning', (warning) => collected.push(`warning of Node: ${warning.stack ?? warning.message}`))
  return collected
}

/** Collects what is printed instead of printing it. Replaces what a test has put in place of the console. */
function collectFromConsole() {
  for (const name of ['error', 'warn'] as const) {
    console[name] = (...parts: unknown[]) => void messages.push(`console.${name}: ${format(...parts)}`)
  }
}

/** Throws if there was an error or a warning since the last check. */
export function refuseUnexpectedOutput() {
  collectFromConsole()
  const found = messages.splice(0)
  if (found.length > 0) throw new Error(`Unexpected output:\n${found.join('\n').slice(0, 4_000)}`)
}

collectFromConsole()
afterEach(refuseUnexpectedOutput)
afterAll(refuseUnexpectedOutput)
