import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/**
 * The lines of the standard input of a command without a terminal. Secrets are read from the standard input, because arguments would show in the list
 * of processes.
 */
let lines: AsyncIterator<string> | null = null

async function nextLine(): Promise<string | null> {
  lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const { value, done } = await lines.next()
  return done === true ? null : value
}

/**
 * Asks for one line on the terminal, or reads the next line of the standard input; returns an empty text if there is none. With `hidden`, the
 * terminal does not show the answer.
 */
export async function askLine(question: string, { hidden = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) return ((await nextLine()) ?? '').trim()
  process.stdout.write(`${question} `)
  const output = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stdout
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return (await terminal.question('')).trim()
  } finally {
    terminal.close()
    if (hidden) process.stdout.write('\n')
  }
}

/** Returns the words of one of the keys. Asks for them on the terminal, or reads the rest of the standard input. Asks only once for the same keys. */
export async function askWords(fingerprints: readonly string[]): Promise<string> {
  const keys = fingerprints.join(' or ')
  const words = typed.get(keys) ?? (await readWords(keys))
  typed.set(keys, words)
  return words
}

/** The words that were already typed, by key. A restore to a moment can open several backups. */
const typed = new Map<string, string>()

async function readWords(keys: string): Promise<string> {
  const question = `This backup is encrypted. Type the 24 words on the paper that has the number ${keys}:\n`
  if (process.stdin.isTTY) return askLine(question)
  const found: string[] = []
  for (let line = await nextLine(); line !== null; line = await nextLine()) found.push(line)
  return found.join(' ')
}
