// Runs as a separate process. Reads a JSON object from standard input. Writes the object without its array `list` as one line of JSON, then the
// values of the array in further lines. Fails if the object exceeds a limit.
import { buffer } from 'node:stream/consumers'
import { createBatchWriter, writeLine } from '../process/parser-output.ts'
import { isDeeperThan } from './json-depth.ts'
import { answerLimits } from './provider-answer.ts'

/** The maximum number of values. No provider sends more than 2,500 at once. */
const maxValues = 20_000

/** Throws if the JSON of a value is longer than `answerLimits.bytes`, because the server parses each line in one step. */
function checkSize(value: unknown): void {
  if (JSON.stringify(value).length > answerLimits.bytes) throw new Error('too large')
}

const [list = ''] = process.argv.slice(2)
const body = await buffer(process.stdin)
if (isDeeperThan(answerLimits.depth, body)) throw new Error('too deep')
const { [list]: values = [], ...rest } = JSON.parse(body.toString()) as Record<string, unknown>
if (!Array.isArray(values) || values.length > maxValues) throw new Error('no list')
checkSize(rest)
writeLine(rest)
const writer = createBatchWriter()
for (const value of values) {
  checkSize(value)
  writer.add(value)
}
writer.end()
