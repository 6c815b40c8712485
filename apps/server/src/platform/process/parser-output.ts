// Writes the output of the scripts that `parser-process.ts` runs.

/** Writes a value as a line of JSON to standard output. */
export const writeLine = (value: unknown) => void process.stdout.write(`${JSON.stringify(value)}\n`)

/** The size from which a batch is written, in characters. The server parses each line at once. */
const batchLength = 64 * 1024

/** Collects values and writes them as lines of JSON, each an array of some of them. `end` writes the rest. */
export function createBatchWriter(): { add(value: unknown): void; end(): void } {
  let texts: string[] = []
  let length = 0
  const end = () => {
    if (texts.length > 0) process.stdout.write(`[${texts.join()}]\n`)
    texts = []
    length = 0
  }
  return {
    add(value) {
      const text = JSON.stringify(value)
      texts.push(text)
      length += text.length
      if (length >= batchLength) end()
    },
    end,
  }
}

/** Writes values as lines of JSON, each an array of some of them. */
export function writeInBatches(values: Iterable<unknown>): void {
  const writer = createBatchWriter()
  for (const value of values) writer.add(value)
  writer.end()
}
