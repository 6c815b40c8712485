// Runs as a separate process. Reads a multistatus response from standard input and writes its resources as lines of JSON, then its token. Fails if
// the response is invalid.
import { createBatchWriter, writeLine } from '../../../../platform/process/parser-output.ts'
import { createMultistatusReader } from './xml.ts'

const responses = createBatchWriter()
const reader = createMultistatusReader(responses.add)
for await (const part of process.stdin.setEncoding('utf8')) reader.write(part as string)
const token = reader.end()
responses.end()
writeLine({ token })
