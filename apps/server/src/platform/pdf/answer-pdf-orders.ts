import { createInterface } from 'node:readline'

/**
 * Runs in a process that makes PDFs. Reads an order per line from standard input and answers each with the length of the
 * PDF on a line, followed by its bytes. The length 0 says that the PDF could not be made.
 */
export async function answerPdfOrders(make: (line: string) => Promise<Buffer>): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const made = await make(line).catch(() => null)
    process.stdout.write(`${made?.length ?? 0}\n`)
    if (made) process.stdout.write(made)
  }
}
