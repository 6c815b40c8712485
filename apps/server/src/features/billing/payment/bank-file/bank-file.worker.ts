// Runs as a separate process. Reads the options as a line of JSON from standard input, then the file, and writes what the
// file contains as JSON, with its entries in further lines, so that the server does not parse them all at once. It writes nothing else, because a message of an error could contain text of the file.
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
