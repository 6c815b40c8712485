// Functions that write the output of the scripts that `parser-process.ts` runs.

/** Writes a value as a line of JSON to standard output. */
export const writeLine = (value: unknown) => void process.stdout.write(`${JSON.stringify(value)}\n`)

/** The length in characters at which a batch is written. It is limited, because the server parses each line in one step. */
const batchLength = 64 * 1024

/** Collects values and writes them in batches. Each batch is a JSON array on one line. `end` writes the remaining values. */
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

/** Writes values in batches. Each batch is a JSON array on one line. */
export function writeInBatches(values: Iterable<unknown>): void {
  const writer = createBatchWriter()
  for (const value of values) writer.add(value)
  writer.end()
}
