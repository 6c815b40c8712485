// Runs as a separate process. Reads the options as a line of JSON from standard input, then the file. Writes the content of the file as JSON, with
// its entries in further lines, so that the server need not parse them all at once. Writes nothing else, because an error message could contain
// text of the file.
import { buffer } from 'node:stream/consumers'
import { writeInBatches, writeLine } from '../../../../platform/process/parser-output.ts'
import type { ReadOptions } from '../bank/entry.ts'
import { readBankBytes } from './read.ts'

const input = await buffer(process.stdin)
const end = input.indexOf('\n')
const options = JSON.parse(input.subarray(0, end).toString()) as ReadOptions
const answer = readBankBytes(input.subarray(end + 1), options)
writeLine('file' in answer ? { file: { ...answer.file, entries: [] } } : answer)
if ('file' in answer) writeInBatches(answer.file.entries)
