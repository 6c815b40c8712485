// Runs as a separate process. Reads the options as a line of JSON from standard input, then the file, and writes what the
// file contains as JSON. It writes nothing else, because a message of an error could contain text of the file.
import { buffer } from 'node:stream/consumers'
import type { ReadOptions } from './payment.bank-entry.ts'
import { readBankBytes } from './payment.bank-read.ts'

const input = await buffer(process.stdin)
const end = input.indexOf('\n')
const options = JSON.parse(input.subarray(0, end).toString()) as ReadOptions
process.stdout.write(JSON.stringify(readBankBytes(input.subarray(end + 1), options)))
