import { createInterface } from 'node:readline'

/**
 * Runs in a process that renders PDFs. Reads one order per line from standard input. Answers each with a line that contains the length of the PDF,
 * followed by its bytes. A length of 0 means that rendering failed.
 */
export async function answerPdfOrders(make: (line: string) => Promise<Buffer>): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const made = await make(line).catch(() => null)
    process.stdout.write(`${made?.length ?? 0}\n`)
    if (made) process.stdout.write(made)
  }
}
